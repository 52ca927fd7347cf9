import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { u } from '#worker/db/aliases.ts'
import type { ResultOf, Results, Statement } from '#worker/db/client.ts'
import { columnListSql, booleanSql, type RowOf } from '#worker/db/row.ts'
import { leaderboardCounts, leaderboardEntries } from '#worker/db/schema/gamification.ts'
import {
  prepare,
  preparePerShape,
  queryRows,
  selectFirst,
  type Params,
} from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { memberAvatarPath } from '#worker/features/media/generated-images/paths.ts'
import { computeLevel } from '#worker/features/gamification/ledger/levels.ts'
import { CursorNumber, defineCursors, toCursorPage } from '#worker/db/pagination.ts'
import { mediaUrl } from '#worker/contracts/media-url.ts'
import type {
  LeaderboardEntry,
  LeaderboardQuery,
  LeaderboardPeriodQuery,
  MyRankView,
} from './contract.ts'
import type { LeaderboardPeriod } from '#worker/features/gamification/ledger/contract.ts'
import { formatPeriodKey } from '#worker/features/gamification/ledger/periods.ts'

const l = alias(leaderboardEntries, 'l')
const c = alias(leaderboardCounts, 'c')

const memberColumns = {
  userId: u.id,
  username: u.username,
  avatar: u.avatarPath,
  totalXp: u.totalXp,
}
export type LeaderboardRow = RowOf<typeof memberColumns> & { xp: number; before: number }

const cursors = defineCursors('leaderboard', [CursorNumber, CursorNumber])

/** From the histogram: reads at most as many rows as there are different XP values. */
function countMembersAbove(period: PeriodOrSql, xp: SQL): SQL<number> {
  const counted = sql`select coalesce(sum(${c.members}), 0) from ${c} where ${c.period} = ${period}`
  return sql<number>`(${counted} and ${c.scale} = 7 and ${c.bucket} > ${xp} >> 7)
    + (${counted} and ${c.scale} = 0 and ${c.bucket} > ${xp}
      and ${c.bucket} < ((${xp} >> 7) + 1) << 7)`
}

export const isShownEntry = sql`${l.isShown} = 1 and ${l.xp} > 0`

type PeriodOrSql = SQL<string> | string
type RankKey = { xp: SQL<number>; userId: SQL<number> }

/** The nearest first, in two halves that are one index range each, because many members may tie. */
function selectEntriesBeside(
  period: PeriodOrSql,
  { xp, userId }: RankKey,
  { side, limit }: { side: 'before' | 'after'; limit: SQL<number> | number },
): SQL {
  const half = (where: SQL, order: SQL) => sql`select * from (select ${l.userId}, ${l.xp}
    from ${l} where ${l.period} = ${period} and ${isShownEntry} and ${where}
    order by ${order} limit ${limit})`
  const [equal, unequal] =
    side === 'after'
      ? [
          half(sql`${l.xp} = ${xp} and ${l.userId} > ${userId}`, sql`${l.userId}`),
          half(sql`${l.xp} < ${xp}`, sql`${l.xp} desc, ${l.userId}`),
        ]
      : [
          half(sql`${l.xp} = ${xp} and ${l.userId} < ${userId}`, sql`${l.userId} desc`),
          half(sql`${l.xp} > ${xp}`, sql`${l.xp}, ${l.userId} desc`),
        ]
  return sql`${equal} union all ${unequal} limit ${limit}`
}

const p = alias(leaderboardEntries, 'p')

function placedEntryColumns(period: PeriodOrSql) {
  return {
    ...memberColumns,
    xp: p.xp,
    ties: sql<number>`(select ${c.members} from ${c}
      where ${c.period} = ${period} and ${c.scale} = 0 and ${c.bucket} = ${p.xp})`,
    aboveFirst: countMembersAbove(period, sql`(select max(${p.xp}) from placed p)`),
  }
}
type PlacedEntryRow = RowOf<ReturnType<typeof placedEntryColumns>>

/** `entries` are consecutive, in either direction; the result begins at the top. */
function selectPlacedEntries(period: PeriodOrSql, entries: SQL): Statement<PlacedEntryRow[]> {
  const columns = placedEntryColumns(period)
  return queryRows(
    columns,
    sql`with placed as materialized (${entries}) select ${columnListSql(columns)}
      from placed p join ${u} on ${u.id} = ${p.userId} order by ${p.xp} desc, ${p.userId}`,
  )
}

/** The first of consecutive rows needs a count; the others add the rows in between. */
function addMembersBefore(rows: readonly PlacedEntryRow[]): LeaderboardRow[] {
  let previousPlace = rows[0]?.aboveFirst ?? 0
  return rows.map((row, index) => {
    const above = rows[index - 1]
    if (above && above.xp > row.xp) previousPlace += above.ties
    return { ...row, before: previousPlace }
  })
}

export function toLeaderboardEntry({
  userId,
  username,
  avatar,
  totalXp,
  xp,
  before,
}: LeaderboardRow): LeaderboardEntry {
  return {
    rank: before + 1,
    username,
    avatar_url: mediaUrl(avatar ?? memberAvatarPath(userId)),
    level: computeLevel(totalXp).level,
    xp,
  }
}

export function selectTopEntries(
  ctx: Ctx,
  period: LeaderboardPeriod,
  limit: number,
): Statement<PlacedEntryRow[]> {
  return selectTopEntriesOfPeriod({ period: formatPeriodKey(period, ctx.now), limit })
}

export function toLeaderboardEntries(rows: readonly PlacedEntryRow[]): LeaderboardEntry[] {
  return addMembersBefore(rows).map(toLeaderboardEntry)
}

type TopEntriesQuery = { period: string; limit: number }

const selectTopEntriesOfPeriod = prepare(({ period, limit }: Params<TopEntriesQuery>) =>
  selectPlacedEntries(
    period,
    sql`select ${l.userId}, ${l.xp} from ${l} where ${l.period} = ${period} and ${isShownEntry}
      order by ${l.xp} desc, ${l.userId} limit ${limit}`,
  ),
)

const selectAfter = prepare(
  ({ period, limit, xp, userId }: Params<TopEntriesQuery & { xp: number; userId: number }>) =>
    selectPlacedEntries(
      period,
      selectEntriesBeside(period, { xp, userId }, { side: 'after', limit }),
    ),
)

/** By XP in the period; ties in order of registration. */
export async function listLeaderboard(
  ctx: Ctx,
  { period, cursor, limit }: LeaderboardQuery,
): Promise<Page<LeaderboardEntry>> {
  const keys = cursors.keysOf(ctx, cursor)
  const stretch = { period: formatPeriodKey(period, ctx.now), limit: limit + 1 }
  const { found } = await read(ctx, {
    found: keys
      ? selectAfter({ ...stretch, xp: keys[0], userId: keys[1] })
      : selectTopEntriesOfPeriod(stretch),
  })
  return toCursorPage(addMembersBefore(found), limit, {
    toItem: toLeaderboardEntry,
    cursorAfter: (last) => cursors.after([last.xp, last.userId]),
  })
}

export const hasOptedOut = sql`not (${u.isOnLeaderboard} and ${u.isGamified})`

export function buildRankColumns(period: PeriodOrSql) {
  const xp = sql<number>`coalesce(${l.xp}, 0)`
  return {
    ...memberColumns,
    xp,
    before: countMembersAbove(period, xp),
    isRestricted: u.isSoftBanned,
    isExcluded: booleanSql(sql`${u.leaderboardExcludedAt} is not null`),
    isSuspended: booleanSql(sql`${u.gamificationSuspendedAt} is not null`),
    isOptedOut: booleanSql(hasOptedOut),
    isNotTold: booleanSql(sql`${u.leaderboardToldAt} is null`),
  }
}

export function joinMembersWithEntries(period: PeriodOrSql): SQL {
  return sql`${u} left join ${l} on ${l.userId} = ${u.id} and ${l.period} = ${period}`
}

type OwnRankQuery = { period: string; userId: UserId }

const selectOwnRank = prepare(({ period, userId }: Params<OwnRankQuery>) =>
  selectFirst(
    buildRankColumns(period),
    sql`from ${joinMembersWithEntries(period)} where ${u.id} = ${userId}`,
  ),
)
type OwnRankRow = NonNullable<ResultOf<ReturnType<typeof selectOwnRank>>>

const neighbourCount = 2

const selectNeighbours = preparePerShape((side: 'before' | 'after', own: Params<OwnRankQuery>) => {
  const { period, userId } = own
  const xp = sql<number>`(select ${l.xp} from ${l}
    where ${l.period} = ${period} and ${l.userId} = ${userId} and ${isShownEntry})`
  const limit = neighbourCount
  return selectPlacedEntries(period, selectEntriesBeside(period, { xp, userId }, { side, limit }))
})

const selectRanked = prepare(({ period }: Params<Pick<OwnRankQuery, 'period'>>) =>
  selectFirst(
    { members: sql<number>`coalesce(sum(${c.members}), 0)` },
    sql`from ${c} where ${c.period} = ${period} and ${c.scale} = 7`,
  ),
)

function findAbsenceReason(own: OwnRankRow): MyRankView['absence'] {
  if (own.isSuspended) return 'suspended'
  if (own.isExcluded) return 'excluded'
  if (own.isRestricted) return 'restricted'
  if (own.isOptedOut) return 'opted_out'
  if (own.isNotTold) return 'not_told'
  return own.xp > 0 ? null : 'no_xp'
}

export function selectMyRank({ actor, now }: Ctx<Member>, period: LeaderboardPeriod) {
  const key = { period: formatPeriodKey(period, now), userId: actor.userId }
  return {
    own: selectOwnRank(key),
    before: selectNeighbours('before')(key),
    after: selectNeighbours('after')(key),
    ranked: selectRanked(key),
  }
}

export async function findMyRank(
  ctx: Ctx<Member>,
  { period }: LeaderboardPeriodQuery,
): Promise<MyRankView> {
  return toMyRank(await read(ctx, selectMyRank(ctx, period)))
}

export function toMyRank({
  own,
  before,
  after,
  ranked,
}: Results<ReturnType<typeof selectMyRank>>): MyRankView {
  const absence = own ? findAbsenceReason(own) : 'no_xp'
  const ownEntry = own && absence === null ? { ...toLeaderboardEntry(own), is_me: true } : undefined
  const others = (otherRows: PlacedEntryRow[]) =>
    toLeaderboardEntries(otherRows).map((entry) => ({ ...entry, is_me: false }))
  return {
    absence,
    rank: ownEntry?.rank ?? null,
    xp: own?.xp ?? 0,
    members: ranked?.members ?? 0,
    neighbours: ownEntry ? [...others(before), ownEntry, ...others(after)] : [],
  }
}
