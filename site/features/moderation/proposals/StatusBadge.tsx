import { statusName } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'

const looks = { pending: '', approved: 'badge-success', rejected: 'badge-danger', disabled: '' }

export function StatusBadge({ proposal: { status, cancelled_at } }: { proposal: ProposalView }) {
  return (
    <span className={`badge proposal-status ${looks[status]}`}>
      {cancelled_at ? m.proposals_cancelled() : statusName(status)}
    </span>
  )
}
