import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Member } from '#worker/context.ts'
import type { Page, UserId } from '#worker/contract.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { avatarPath } from '#worker/features/artwork/paths.ts'
import { levelOf } from '#worker/features/progress/levels.ts'
import { CursorNumber, cursorsOf, cutPage } from '#worker/http/keyset.ts'
import { mediaUrl } from '#worker/media-url.ts'
import type {
  LeaderboardEntry,
  LeaderboardPeriod,
  LeaderboardQuery,
  PeriodQuery,
  MyRankView,
} from './contract.ts'
import { periodKey } from './periods.ts'

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

const columns = sql`u.id as userId, u.username, u.avatar_path as avatar, u.total_xp as totalXp, l.xp`
/** Of entries `l`. */
export const shown = sql`l.is_shown = 1 and l.xp > 0`

function selectPage(
  { db }: Ctx,
  period: string,
  after: SQL,
  limit: number,
): Statement<LeaderboardRow[]> {
  return rows<LeaderboardRow>(
    db,
    sql`select ${columns}, ${countAbove(period, sql`l.xp`)} as before
      from leaderboard_entries l join users u on u.id = l.user_id
      where l.period = ${period} and ${shown} ${after}
      order by l.xp desc, l.user_id limit ${limit}`,
  )
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

/** The first of a period, as `toEntry` reads them. */
export function selectTop(
  ctx: Ctx,
  period: LeaderboardPeriod,
  limit: number,
): Statement<LeaderboardRow[]> {
  return selectPage(ctx, periodKey(period, ctx.now), sql``, limit)
}

/** A page of who earned most in a period; equal XP by the order of joining. */
export async function listLeaderboard(
  ctx: Ctx,
  { period, cursor, limit }: LeaderboardQuery,
): Promise<Page<LeaderboardEntry>> {
  const keys = cursors.keysOf(ctx, cursor)
  const [xp, userId] = keys ?? []
  const after = keys ? sql`and l.xp <= ${xp} and (l.xp < ${xp} or l.user_id > ${userId})` : sql``
  const [found] = await read(ctx, [selectPage(ctx, periodKey(period, ctx.now), after, limit + 1)])
  return cutPage(found, limit, {
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

/** Those next to the member, before or after, the nearest first. */
function selectNeighbours({ db, actor }: Ctx<Member>, period: string, side: 'before' | 'after') {
  const isBeside =
    side === 'before'
      ? sql`l.xp >= me.xp and (l.xp > me.xp or l.user_id < me.user_id)`
      : sql`l.xp <= me.xp and (l.xp < me.xp or l.user_id > me.user_id)`
  const nearestFirst =
    side === 'before' ? sql`l.xp asc, l.user_id desc` : sql`l.xp desc, l.user_id asc`
  return rows<LeaderboardRow>(
    db,
    sql`select ${columns}, ${countAbove(period, sql`l.xp`)} as before
      from leaderboard_entries me join leaderboard_entries l on l.period = me.period
        join users u on u.id = l.user_id
      where me.period = ${period} and me.user_id = ${actor.userId} and me.is_shown = 1 and me.xp > 0
        and ${shown} and ${isBeside}
      order by ${nearestFirst} limit ${neighbourCount}`,
  )
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
  before: LeaderboardRow[],
  after: LeaderboardRow[],
  [all]: { members: number }[],
): MyRankView {
  const absence = own ? absenceOf(own) : 'no_xp'
  const place = own && absence === null ? { ...toEntry(own), is_me: true } : undefined
  const others = (found: LeaderboardRow[]) =>
    found.map((row) => ({ ...toEntry(row), is_me: false }))
  return {
    absence,
    rank: place?.rank ?? null,
    xp: own?.xp ?? 0,
    members: all?.members ?? 0,
    neighbours: place ? [...others(before.toReversed()), place, ...others(after)] : [],
  }
}
