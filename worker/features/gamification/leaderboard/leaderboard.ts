import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { avatarPath } from '#worker/features/media/generated-images/paths.ts'
import { levelOf } from '#worker/features/gamification/ledger/levels.ts'
import { CursorNumber, cursorsOf, toCursorPage } from '#worker/db/pagination.ts'
import { mediaUrl } from '#worker/contracts/media-url.ts'
import type { LeaderboardEntry, LeaderboardQuery, PeriodQuery, MyRankView } from './contract.ts'
import type { LeaderboardPeriod } from '#worker/features/gamification/ledger/contract.ts'
import { periodKey } from '#worker/features/gamification/ledger/periods.ts'

export type LeaderboardRow = {
  userId: UserId
  username: string
  avatar: string | null
  totalXp: number
  xp: number
  before: number
}

const cursors = cursorsOf('leaderboard', [CursorNumber, CursorNumber])

/** How many have more, from the counts by XP: as many rows as there are different XP, at most. */
export function countAbove(period: string, xp: SQL): SQL {
  return sql`(select coalesce(sum(members), 0) from leaderboard_counts c where c.period = ${period}
      and c.scale = 7 and c.bucket > ${xp} >> 7)
    + (select coalesce(sum(members), 0) from leaderboard_counts c where c.period = ${period}
      and c.scale = 0 and c.bucket > ${xp} and c.bucket < ((${xp} >> 7) + 1) << 7)`
}

/** Of entries `l`. */
export const shown = sql`l.is_shown = 1 and l.xp > 0`

type Place = { xp: SQL; userId: SQL }

/**
 * The entries that follow a place, or come before it, the nearest first. Many may have as much XP as
 * its member: each half begins at its own end of the index.
 */
function entriesBeside(
  period: string,
  { xp, userId }: Place,
  { side, limit }: { side: 'before' | 'after'; limit: number },
): SQL {
  const half = (where: SQL, order: SQL) => sql`select * from (select l.user_id, l.xp
    from leaderboard_entries l where l.period = ${period} and ${shown} and ${where}
    order by ${order} limit ${limit})`
  const [equal, unequal] =
    side === 'after'
      ? [
          half(sql`l.xp = ${xp} and l.user_id > ${userId}`, sql`l.user_id`),
          half(sql`l.xp < ${xp}`, sql`l.xp desc, l.user_id`),
        ]
      : [
          half(sql`l.xp = ${xp} and l.user_id < ${userId}`, sql`l.user_id desc`),
          half(sql`l.xp > ${xp}`, sql`l.xp, l.user_id desc`),
        ]
  return sql`${equal} union all ${unequal} limit ${limit}`
}

/** How many have the XP of an entry. */
const tiesOf = (period: string, xp: SQL) =>
  sql`(select c.members from leaderboard_counts c where c.period = ${period} and c.scale = 0
    and c.bucket = ${xp})`

type PlacedRow = Omit<LeaderboardRow, 'before'> & { ties: number; aboveFirst: number }

/** `entries` follow one another on the leaderboard, in either direction; answered from the top. */
function selectPlaced({ db }: Ctx, period: string, entries: SQL): Statement<PlacedRow[]> {
  return rows<PlacedRow>(
    db,
    sql`with placed as materialized (${entries})
      select u.id as userId, u.username, u.avatar_path as avatar, u.total_xp as totalXp, p.xp,
        ${tiesOf(period, sql`p.xp`)} as ties,
        ${countAbove(period, sql`(select max(xp) from placed)`)} as aboveFirst
      from placed p join users u on u.id = p.user_id order by p.xp desc, p.user_id`,
  )
}

/** Of rows that follow one another, each has as many above it as the first has and those between. */
function countFromFirst(found: readonly PlacedRow[]): LeaderboardRow[] {
  let before = found[0]?.aboveFirst ?? 0
  return found.map((row, index) => {
    const above = found[index - 1]
    if (above && above.xp > row.xp) before += above.ties
    return { ...row, before }
  })
}

export function toEntry({
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
    avatar_url: mediaUrl(avatar ?? avatarPath(userId, username)),
    level: levelOf(totalXp).level,
    xp,
  }
}

/** The first of a period, as `toEntries` reads them. */
export function selectTop(
  ctx: Ctx,
  period: LeaderboardPeriod,
  limit: number,
): Statement<PlacedRow[]> {
  const key = periodKey(period, ctx.now)
  return selectPlaced(ctx, key, firstEntries(key, limit))
}

export function toEntries(found: readonly PlacedRow[]): LeaderboardEntry[] {
  return countFromFirst(found).map(toEntry)
}

function firstEntries(period: string, limit: number): SQL {
  return sql`select l.user_id, l.xp from leaderboard_entries l
    where l.period = ${period} and ${shown} order by l.xp desc, l.user_id limit ${limit}`
}

/** A page of who earned most in a period; equal XP by the order of joining. */
export async function listLeaderboard(
  ctx: Ctx,
  { period, cursor, limit }: LeaderboardQuery,
): Promise<Page<LeaderboardEntry>> {
  const key = periodKey(period, ctx.now)
  const keys = cursors.keysOf(ctx, cursor)
  const size = limit + 1
  const entries = keys
    ? entriesBeside(
        key,
        { xp: sql`${keys[0]}`, userId: sql`${keys[1]}` },
        { side: 'after', limit: size },
      )
    : firstEntries(key, size)
  const [found] = await read(ctx, [selectPlaced(ctx, key, entries)])
  return toCursorPage(countFromFirst(found), limit, {
    toItem: toEntry,
    cursorAfter: (last) => cursors.after([last.xp, last.userId]),
  })
}

type Own = LeaderboardRow & {
  isActive: number
  isRestricted: number
  isExcluded: number
  isSuspended: number
  isOptedOut: number
}

function selectOwn({ db }: Ctx, userId: UserId, period: string): Statement<Own[]> {
  const xp = sql`coalesce(l.xp, 0)`
  return rows<Own>(
    db,
    sql`select u.id as userId, u.username, u.avatar_path as avatar, u.total_xp as totalXp,
        ${xp} as xp, ${countAbove(period, xp)} as before, u.is_soft_banned as isRestricted,
        u.leaderboard_excluded_at is not null as isExcluded,
        u.gamification_suspended_at is not null as isSuspended,
        not (u.is_on_leaderboard and u.is_gamified) as isOptedOut
      from users u left join leaderboard_entries l on l.user_id = u.id and l.period = ${period}
      where u.id = ${userId}`,
  )
}

const neighbourCount = 2

/** Those next to the member on one side; nobody where the member has no place. */
function selectNeighbours(ctx: Ctx<Member>, period: string, side: 'before' | 'after') {
  const { userId } = ctx.actor
  const own = sql`(select l.xp from leaderboard_entries l where l.period = ${period}
    and l.user_id = ${userId} and ${shown})`
  const place = { xp: own, userId: sql`${userId}` }
  return selectPlaced(ctx, period, entriesBeside(period, place, { side, limit: neighbourCount }))
}

function absenceOf(own: Own): MyRankView['absence'] {
  if (own.isSuspended) return 'suspended'
  if (own.isExcluded) return 'excluded'
  if (own.isRestricted) return 'restricted'
  if (own.isOptedOut) return 'opted_out'
  return own.xp > 0 ? null : 'no_xp'
}

/** What `toMyRank` reads, in its order. */
export function selectMyRank(ctx: Ctx<Member>, period: LeaderboardPeriod) {
  const key = periodKey(period, ctx.now)
  return [
    selectOwn(ctx, ctx.actor.userId, key),
    selectNeighbours(ctx, key, 'before'),
    selectNeighbours(ctx, key, 'after'),
    rows<{ members: number }>(
      ctx.db,
      sql`select coalesce(sum(members), 0) as members from leaderboard_counts
        where period = ${key} and scale = 7`,
    ),
  ] as const
}

/** The member's own place, and who is next to it. */
export async function findMyRank(ctx: Ctx<Member>, { period }: PeriodQuery): Promise<MyRankView> {
  return toMyRank(...(await read(ctx, selectMyRank(ctx, period))))
}

export function toMyRank(
  [own]: Own[],
  before: PlacedRow[],
  after: PlacedRow[],
  [all]: { members: number }[],
): MyRankView {
  const absence = own ? absenceOf(own) : 'no_xp'
  const place = own && absence === null ? { ...toEntry(own), is_me: true } : undefined
  const others = (found: PlacedRow[]) =>
    toEntries(found).map((entry) => ({ ...entry, is_me: false }))
  return {
    absence,
    rank: place?.rank ?? null,
    xp: own?.xp ?? 0,
    members: all?.members ?? 0,
    neighbours: place ? [...others(before), place, ...others(after)] : [],
  }
}
