import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Moderator } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { pageLimit, selectTotal, toAdminPage } from '#worker/db/admin-page.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { contains } from '#worker/db/contains.ts'
import { AppError } from '#worker/api/errors.ts'
import {
  LeaderboardAbsence,
  type LeaderboardAct,
  type LeaderboardState,
  type RankedMember,
  type RankedMembersQuery,
} from './contract.ts'
import type { LeaderboardPeriod } from '#worker/features/gamification/ledger/contract.ts'
import { countAbove, shown, toEntry, type LeaderboardRow } from './leaderboard.ts'
import { periodKey } from '#worker/features/gamification/ledger/periods.ts'

type MemberRow = LeaderboardRow & {
  isActive: number
  isRestricted: number
  isExcluded: number
  isSuspended: number
  isOptedOut: number
  isGamified: number
  /** Of whoever asks. */
  isByAdmin: number
}

const optedOut = sql`not (u.is_on_leaderboard and u.is_gamified)`

/** Of members `u` and their entries `l` in the period, which may be missing. */
function memberColumns({ actor }: Ctx<Moderator>, period: string): SQL {
  const xp = sql`coalesce(l.xp, 0)`
  return sql`u.id as userId, u.username, u.avatar_path as avatar, u.total_xp as totalXp,
    ${xp} as xp, ${countAbove(period, xp)} as before, u.is_active as isActive,
    u.is_soft_banned as isRestricted, u.leaderboard_excluded_at is not null as isExcluded,
    u.gamification_suspended_at is not null as isSuspended, ${optedOut} as isOptedOut,
    u.is_gamified as isGamified,
    exists (select 1 from users me where me.id = ${actor.userId} and me.role = 'admin') as isByAdmin`
}

const fromMembers = (period: string) =>
  sql`users u left join leaderboard_entries l on l.user_id = u.id and l.period = ${period}`

const states: Record<LeaderboardState, SQL> = {
  all: sql`true`,
  ranked: shown,
  excluded: sql`u.leaderboard_excluded_at is not null`,
  suspended: sql`u.gamification_suspended_at is not null`,
  opted_out: optedOut,
  restricted: sql`(u.is_soft_banned = 1 or u.is_active = 0)`,
}

function whereOf({ q, state }: RankedMembersQuery): SQL {
  const name = q.replace(/^@/, '').toLowerCase()
  if (name === '') return state === 'all' ? sql`l.xp is not null` : states[state]
  return sql`${states[state]} and ${contains(sql`u.username_key`, name)}`
}

/** Everybody with XP in the period, most first, those too whom the leaderboard does not show. */
export async function listRankedMembers(
  ctx: Ctx<Moderator>,
  query: RankedMembersQuery,
): Promise<AdminPage<RankedMember>> {
  const period = periodKey(query.period, ctx.now)
  const from = sql`${fromMembers(period)} where ${whereOf(query)}`
  const order = sql`coalesce(l.xp, 0) desc, u.id`
  // Ranks are counted for the rows that are shown alone.
  const ids = sql`select u.id from ${from} order by ${order} ${pageLimit(query)}`
  const [found, total] = await read(ctx, [
    rows<MemberRow>(
      ctx.db,
      sql`select ${memberColumns(ctx, period)} from (${ids}) wanted
        cross join ${fromMembers(period)} where u.id = wanted.id order by ${order}`,
    ),
    selectTotal(ctx.db, from),
  ])
  return toAdminPage(query, found.map(toRankedMember), total)
}

export function selectRankedMember(
  ctx: Ctx<Moderator>,
  id: UserId,
  period: LeaderboardPeriod,
): Statement<MemberRow[]> {
  const key = periodKey(period, ctx.now)
  return rows<MemberRow>(
    ctx.db,
    sql`select ${memberColumns(ctx, key)} from ${fromMembers(key)} where u.id = ${id}`,
  )
}

export function requireRankedMember([row]: MemberRow[]): RankedMember {
  if (!row) throw new AppError('not_found', 'user_not_found')
  return toRankedMember(row)
}

function absencesOf(row: MemberRow): LeaderboardAbsence[] {
  const holds: Record<LeaderboardAbsence, boolean> = {
    excluded: Boolean(row.isExcluded),
    suspended: Boolean(row.isSuspended),
    opted_out: Boolean(row.isOptedOut),
    restricted: Boolean(row.isRestricted),
    inactive: !row.isActive,
    no_xp: row.xp <= 0,
  }
  return LeaderboardAbsence.options.filter((absence) => holds[absence])
}

function actsOn({ isByAdmin, isExcluded, isSuspended }: MemberRow): LeaderboardAct[] {
  if (!isByAdmin) return []
  return [
    'correct',
    isExcluded ? 'include' : 'exclude',
    isSuspended ? 'lift_suspension' : 'suspend',
  ]
}

function toRankedMember(row: MemberRow): RankedMember {
  const absences = absencesOf(row)
  const entry = toEntry(row)
  return {
    ...entry,
    id: row.userId,
    rank: absences.length === 0 ? entry.rank : null,
    level: row.isGamified ? entry.level : null,
    total_xp: row.totalXp,
    absences,
    acts: actsOn(row),
  }
}
