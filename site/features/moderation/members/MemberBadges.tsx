import { m } from '#site/lib/messages.ts'
import type { MemberView } from '#worker/features/moderation/members/contract.ts'
import { roleName } from './member-labels.ts'

/** What tells a member from all others, if anything does. */
export function RoleBadge({ member: { role } }: { member: MemberView }) {
  return role === 'member' ? null : <span className="badge members-role">{roleName(role)}</span>
}

export function StateBadges({ member }: { member: MemberView }) {
  const { is_active, is_soft_banned, is_email_verified } = member
  return (
    <span className="members-marks">
      {is_active && !is_soft_banned && (
        <span className="badge badge-success">{m.members_state_active()}</span>
      )}
      {!is_active && <span className="badge badge-danger">{m.members_state_inactive()}</span>}
      {is_soft_banned && (
        <span className="badge badge-danger">{m.members_state_soft_banned()}</span>
      )}
      {!is_email_verified && <span className="badge">{m.members_state_unverified()}</span>}
    </span>
  )
}
