import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Moderator } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { u } from '#worker/db/aliases.ts'
import { pageLimit, selectAdminPage } from '#worker/db/admin-page.ts'
import type { Statement } from '#worker/db/client.ts'
import { contains } from '#worker/db/conditions.ts'
import { booleanSql, type RowOf } from '#worker/db/row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { leaderboardEntries } from '#worker/db/schema/gamification.ts'
import { existing, select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import {
  LeaderboardAbsenceReason,
  type LeaderboardAction,
  type RankedMemberFilter,
  type RankedMember,
  type RankedMembersQuery,
} from './contract.ts'
import type { LeaderboardPeriod } from '#worker/features/gamification/ledger/contract.ts'
import {
  joinMembersWithEntries,
  hasOptedOut,
  buildRankColumns,
  isShownEntry,
  toLeaderboardEntry,
} from './leaderboard.ts'
import { formatPeriodKey } from '#worker/features/gamification/ledger/periods.ts'

const l = alias(leaderboardEntries, 'l')
const viewer = alias(users, 'viewer')

function memberColumns({ actor }: Ctx<Moderator>, period: string) {
  return {
    ...buildRankColumns(period),
    isActive: u.isActive,
    isGamified: u.isGamified,
    isByAdmin: booleanSql(sql`exists (select 1 from ${viewer}
      where ${viewer.id} = ${actor.userId} and ${viewer.role} = 'admin')`),
  }
}
type MemberRow = RowOf<ReturnType<typeof memberColumns>>

const states: Record<RankedMemberFilter, SQL> = {
  all: sql`true`,
  ranked: isShownEntry,
  excluded: sql`${u.leaderboardExcludedAt} is not null`,
  suspended: sql`${u.gamificationSuspendedAt} is not null`,
  opted_out: hasOptedOut,
  restricted: sql`(${u.isSoftBanned} = 1 or ${u.isActive} = 0)`,
}

function buildMemberFilter({ q, state }: RankedMembersQuery): SQL {
  const name = q.replace(/^@/, '').toLowerCase()
  if (name === '') return state === 'all' ? sql`${l.xp} is not null` : states[state]
  return sql`${states[state]} and ${contains(u.usernameKey, name)}`
}

/** Everyone with XP in the period, including members hidden from the leaderboard. */
export function listRankedMembers(
  ctx: Ctx<Moderator>,
  query: RankedMembersQuery,
): Promise<AdminPage<RankedMember>> {
  const period = formatPeriodKey(query.period, ctx.now)
  const from = sql`${joinMembersWithEntries(period)} where ${buildMemberFilter(query)}`
  const order = sql`coalesce(${l.xp}, 0) desc, ${u.id}`
  // Ranks are computed only for the rows of this page.
  const ids = sql`select ${u.id} from ${from} order by ${order} ${pageLimit(query)}`
  const found = select(
    memberColumns(ctx, period),
    sql`from (${ids}) wanted cross join ${joinMembersWithEntries(period)}
      where ${u.id} = wanted.id order by ${order}`,
  )
  return read(ctx, selectAdminPage(query, found, from, toRankedMember))
}

export function selectRankedMember(
  ctx: Ctx<Moderator>,
  id: UserId,
  period: LeaderboardPeriod,
): Statement<MemberRow> {
  const key = formatPeriodKey(period, ctx.now)
  const from = sql`from ${joinMembersWithEntries(key)} where ${u.id} = ${id}`
  return existing(select(memberColumns(ctx, key), from), 'user_not_found')
}

function listAbsenceReasons(row: MemberRow): LeaderboardAbsenceReason[] {
  const hasValues: Record<LeaderboardAbsenceReason, boolean> = {
    excluded: row.isExcluded,
    suspended: row.isSuspended,
    opted_out: row.isOptedOut,
    not_told: row.isNotTold,
    restricted: row.isRestricted,
    inactive: !row.isActive,
    no_xp: row.xp <= 0,
  }
  return LeaderboardAbsenceReason.options.filter((absence) => hasValues[absence])
}

function listAvailableActions({
  isByAdmin,
  isExcluded,
  isSuspended,
}: MemberRow): LeaderboardAction[] {
  if (!isByAdmin) return []
  return [
    'correct',
    isExcluded ? 'include' : 'exclude',
    isSuspended ? 'lift_suspension' : 'suspend',
  ]
}

export function toRankedMember(row: MemberRow): RankedMember {
  const absences = listAbsenceReasons(row)
  const entry = toLeaderboardEntry(row)
  return {
    ...entry,
    id: row.userId,
    rank: absences.length === 0 ? entry.rank : null,
    level: row.isGamified ? entry.level : null,
    total_xp: row.totalXp,
    absences,
    acts: listAvailableActions(row),
  }
}
