import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { LevelText } from '#site/features/moderation/members/member-columns.tsx'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths, withQuery } from '#site/lib/paths.ts'
import type {
  LeaderboardAction,
  RankedMember,
} from '#worker/features/gamification/leaderboard/contract.ts'
import { absenceReasons, rankingActionTexts } from './ranking-labels.ts'

type ColumnOptions = {
  onLedger: (member: RankedMember) => void
  onAct: (member: RankedMember, action: LeaderboardAction) => void
}

const helper = createColumnBuilders<RankedMember>()

export function createLeaderboardColumns(options: ColumnOptions) {
  return [
    helper.cell('rank', m.ranking_rank, (row) => <Rank {...row} />),
    helper.cell('username', m.members_name, (row) => <MemberName {...row} />),
    helper.count('xp', m.ranking_xp, ({ xp }) => xp),
    helper.cell('level', m.members_level, (row) => <LevelText member={row} />),
    helper.cell('state', m.members_state, (row) => <Absences {...row} />),
    helper.last((member) => <MemberActions member={member} {...options} />),
  ]
}

function Rank({ rank }: RankedMember) {
  if (rank !== null) return <b className="figures">{formatCount(rank, getLocale())}</b>
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{m.ranking_unranked()}</span>
    </>
  )
}

function MemberName({ username }: RankedMember) {
  const path = withQuery(paths.adminUsers(getLocale()), { q: username })
  return (
    <a className="members-name" href={path}>
      {username}
    </a>
  )
}

function Absences({ absences }: RankedMember) {
  return (
    <span className="members-marks">
      {absences.length === 0 && (
        <span className="badge badge-success">{m.ranking_state_ranked()}</span>
      )}
      {absences.map((absence) => (
        <span key={absence} className={`badge ${absence === 'no_xp' ? '' : 'badge-danger'}`}>
          {absenceReasons[absence]()}
        </span>
      ))}
    </span>
  )
}

/** The button that undoes an act stands where the act's stood, and keeps its focus. */
const buttonSlots: Record<LeaderboardAction, string> = {
  correct: 'points',
  exclude: 'exclusion',
  include: 'exclusion',
  suspend: 'suspension',
  lift_suspension: 'suspension',
}

function MemberActions({ member, onLedger, onAct }: ColumnOptions & { member: RankedMember }) {
  const { acts, username: name } = member
  return (
    <span className="admin-row-acts">
      {acts.map((action) => {
        const words =
          action === 'correct'
            ? { label: m.ranking_correct, named: m.ranking_correct_one }
            : rankingActionTexts[action]
        return (
          <Button
            label={words.label()}
            key={buttonSlots[action]}
            isSmall
            aria-label={words.named({ name })}
            aria-haspopup="dialog"
            onClick={() => onAct(member, action)}
          />
        )
      })}
      <Button
        label={m.ranking_ledger()}
        isSmall
        aria-label={m.ranking_ledger_of({ name })}
        aria-haspopup="dialog"
        onClick={() => onLedger(member)}
      />
    </span>
  )
}
