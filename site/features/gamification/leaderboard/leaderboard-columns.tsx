import { getLocale } from '#messages/runtime'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { LevelText } from '#site/features/moderation/members/member-columns.tsx'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths, withQuery } from '#site/lib/paths.ts'
import type {
  LeaderboardAct,
  RankedMember,
} from '#worker/features/gamification/leaderboard/contract.ts'
import { absenceReason, rankingActions } from './ranking-labels.ts'

type Options = {
  onLedger: (member: RankedMember) => void
  onAct: (member: RankedMember, act: LeaderboardAct) => void
}

const helper = createColumnBuilders<RankedMember>()

export function leaderboardColumns(options: Options) {
  return helper.columns([
    helper.display({
      id: 'rank',
      header: () => m.ranking_rank(),
      cell: ({ row }) => <Rank {...row.original} />,
    }),
    helper.accessor('username', {
      header: () => m.members_name(),
      cell: ({ row }) => <Name {...row.original} />,
    }),
    helper.count('xp', m.ranking_xp, ({ xp }) => xp),
    helper.display({
      id: 'level',
      header: () => m.members_level(),
      cell: ({ row }) => <LevelText member={row.original} />,
    }),
    helper.display({
      id: 'state',
      header: () => m.members_state(),
      cell: ({ row }) => <Absences {...row.original} />,
    }),
    helper.last((member) => <Acts member={member} {...options} />),
  ])
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

function Name({ username }: RankedMember) {
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
          {absenceReason(absence)}
        </span>
      ))}
    </span>
  )
}

/** The button that undoes an act stands where the act's stood, and keeps its focus. */
const places: Record<LeaderboardAct, string> = {
  correct: 'points',
  exclude: 'exclusion',
  include: 'exclusion',
  suspend: 'suspension',
  lift_suspension: 'suspension',
}

function Acts({ member, onLedger, onAct }: Options & { member: RankedMember }) {
  const { acts, username: name } = member
  return (
    <span className="admin-row-acts">
      {acts.map((act) => {
        const words =
          act === 'correct'
            ? { label: m.ranking_correct, named: m.ranking_correct_one }
            : rankingActions[act]
        return (
          <button
            key={places[act]}
            type="button"
            className="button button-small"
            aria-label={words.named({ name })}
            aria-haspopup="dialog"
            onClick={() => onAct(member, act)}
          >
            {words.label()}
          </button>
        )
      })}
      <button
        type="button"
        className="button button-small"
        aria-label={m.ranking_ledger_of({ name })}
        aria-haspopup="dialog"
        onClick={() => onLedger(member)}
      >
        {m.ranking_ledger()}
      </button>
    </span>
  )
}
