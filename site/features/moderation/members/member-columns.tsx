import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { formatCount, formatList } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type {
  MemberAction,
  MemberView,
  MemberStateAction,
} from '#worker/features/moderation/members/contract.ts'
import { StateButtons } from './MemberActions.tsx'
import { roleNames } from './member-labels.ts'

type ColumnOptions = {
  onOpen: (member: MemberView) => void
  onAct: (member: MemberView, action: MemberAction) => void
}

/** The details have the other actions. */
const restriction: MemberStateAction[] = ['soft_ban', 'remove_soft_ban']

const helper = createColumnBuilders<MemberView>()

export function createMemberColumns(options: ColumnOptions) {
  return [
    helper.cell('username', m.members_name, (row) => <MemberName member={row} />),
    helper.cell('state', m.members_state, (row) => <StateBadges member={row} />),
    helper.cell('trust', m.proposals_trust, (row) => <span className="figures">{row.trust}</span>),
    helper.cell('xp', m.members_level, (row) => <LevelText member={row} />),
    helper.cell('proposals', m.members_proposals, (row) => <ProposalCounts {...row.counts} />),
    helper.time('created', m.members_joined, ({ created_at }) => created_at, 'date'),
    helper.last((member) => <MemberRowActions member={member} {...options} />),
  ]
}

function MemberName({ member }: { member: MemberView }) {
  return (
    <span className="members-name">
      <b>
        {member.username} <RoleBadge member={member} />
      </b>
      <span className="quiet">{member.email ?? m.members_no_email()}</span>
    </span>
  )
}

type DecisionCounts = Pick<MemberView['counts'], 'approved' | 'rejected' | 'pending'>

function ProposalCounts({ approved, rejected, pending }: DecisionCounts) {
  const parts = [
    approved > 0 && m.members_approved({ count: approved }),
    rejected > 0 && m.members_rejected({ count: rejected }),
    pending > 0 && m.members_pending({ count: pending }),
  ].filter((badge) => badge !== false)
  if (parts.length === 0) return <span className="quiet">{m.members_proposals_none()}</span>
  return <span className="figures">{formatList(parts, getLocale())}</span>
}

type LevelFields = Pick<MemberView, 'level' | 'total_xp'>

export function LevelText({ member: { level, total_xp } }: { member: LevelFields }) {
  if (level === null || total_xp === null)
    return <span className="quiet">{m.members_level_off()}</span>
  const xp = formatCount(total_xp, getLocale())
  return <span className="figures">{m.members_level_xp({ level, xp })}</span>
}

function MemberRowActions({ member, onOpen, onAct }: ColumnOptions & { member: MemberView }) {
  return (
    <span className="admin-row-acts">
      <StateButtons only={restriction} member={member} onAct={(action) => onAct(member, action)} />
      <Button
        label={m.members_details()}
        isSmall
        aria-label={m.members_details_of({ name: member.username })}
        aria-haspopup="dialog"
        onClick={() => onOpen(member)}
      />
    </span>
  )
}

function RoleBadge({ member: { role } }: { member: MemberView }) {
  return role === 'member' ? null : <span className="badge members-role">{roleNames[role]()}</span>
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
