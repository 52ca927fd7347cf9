import { eventStatusNames } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'

const looks = { pending: '', approved: 'badge-success', rejected: 'badge-danger', disabled: '' }

export function StatusBadge({ proposal }: { proposal: ProposalView }) {
  const { status, cancelled_at, withdrawn_at } = proposal
  return (
    <span className={`badge proposal-status ${looks[status]}`}>
      {cancelled_at
        ? m.proposals_cancelled()
        : withdrawn_at
          ? m.proposals_withdrawn()
          : eventStatusNames[status]()}
    </span>
  )
}
