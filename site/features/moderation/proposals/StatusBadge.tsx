import { eventStatusNames } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'

const looks = { pending: '', approved: 'badge-success', rejected: 'badge-danger', disabled: '' }

type Props = {
  proposal: Pick<ProposalView, 'status'> &
    Partial<Pick<ProposalView, 'cancelled_at' | 'withdrawn_at'>>
}

export function StatusBadge({ proposal: { status, cancelled_at, withdrawn_at } }: Props) {
  if (cancelled_at) {
    return <span className="badge proposal-status badge-danger">{m.proposals_cancelled()}</span>
  }
  return (
    <span className={`badge proposal-status ${looks[status]}`}>
      {withdrawn_at ? m.proposals_withdrawn() : eventStatusNames[status]()}
    </span>
  )
}
