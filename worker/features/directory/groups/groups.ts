import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { ResultOf, Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { nullable, type RowOf } from '#worker/db/row.ts'
import { eventGroups, games } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { first, prepare, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { groupPicturePath } from '#worker/features/media/generated-images/paths.ts'
import {
  upcomingOrLiveEvents,
  isUpcomingOrLive,
  type InstantOrSql,
} from '#worker/features/events/upcoming-or-live.ts'
import { selectNextDate, toNextDate } from '#worker/features/events/next-date.ts'
import type { GroupSummary, GroupView } from './contract.ts'

const eg = alias(eventGroups, 'eg')
const g = alias(games, 'g')
const e = alias(events, 'e')

/** Of a group `eg` and its game `g`: also how many of its events are coming, and when the first is. */
export function groupColumns(now: InstantOrSql) {
  const coming = sql`from ${e} where ${e.groupId} = ${eg.id} and ${isUpcomingOrLive(now)}`
  return {
    id: eg.id,
    slug: eg.slug,
    name: eg.name,
    nameKey: eg.nameKey,
    thumbnail: eg.thumbnailPath,
    language: eg.languageCode,
    category: eg.category,
    gameSlug: nullable(g.slug),
    gameName: nullable(g.name),
    total: sql<number>`(select count(*) from ${e}
      where ${e.groupId} = ${eg.id} and ${equals(e.status, 'approved')})`,
    upcoming: sql<number>`(select count(*) ${coming})`,
    next: selectNextDate(coming),
  }
}
export type GroupRow = RowOf<ReturnType<typeof groupColumns>>

/** Besides those of every group. */
export function groupDetailColumns(now: InstantOrSql) {
  return {
    dates: sql<number>`(select count(*) from ${e} where ${e.groupId} = ${eg.id}
      and ${equals(e.status, 'approved')} and ${e.cancelledAt} is null and ${e.startAt} > ${now})`,
    description: eg.description,
    followers: eg.followCount,
    venue: eg.venue,
    website: eg.website,
  }
}
/** A group `eg` with its game `g`. */
export const groupsWithGames = sql`${eg} left join ${g} on ${g.id} = ${eg.gameId}`

/** `tail` follows the joins: where, order and limit, with `eg` as the group. */
export function selectGroups(asOf: number, tail: SQL): Statement<GroupRow[]> {
  return select(groupColumns(asOf), sql`from ${groupsWithGames} ${tail}`)
}

export const selectGroupBySlug = prepare(({ slug, now }: Params<{ slug: string; now: number }>) =>
  first(
    select(
      { ...groupColumns(now), ...groupDetailColumns(now) },
      sql`from ${groupsWithGames} where ${eg.slug} = ${slug}`,
    ),
  ),
)
type GroupDetailRow = NonNullable<ResultOf<ReturnType<typeof selectGroupBySlug>>>

export function toGroup(row: GroupRow): GroupSummary {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    thumbnail_path: row.thumbnail ?? groupPicturePath(row),
    language_code: row.language,
    category: row.category,
    game: row.gameSlug === null ? null : { slug: row.gameSlug, name: row.gameName ?? '' },
    upcoming_events: row.upcoming,
    total_events: row.total,
    next: toNextDate(row.next),
  }
}

export function toGroupView(row: GroupDetailRow): GroupView {
  const { description, dates: upcoming_dates, followers, venue, website } = row
  return { ...toGroup(row), description, upcoming_dates, followers, venue, website }
}

/** Rows of `upcomingOrLiveEvents`, and of their groups with the soonest of each. */
const next = alias(events, 'next')

const selectComing = prepare(({ now, limit }: Params<{ now: number; limit: number }>) => {
  const coming = upcomingOrLiveEvents(now, {
    columns: sql`${e.groupId} as group_id`,
    where: sql`and ${e.groupId} is not null`,
    limit: 400,
  })
  return select(
    groupColumns(now),
    sql`from (select ${next.groupId}, min(${next.startAt}) as start_at from (${coming}) next
        group by ${next.groupId} order by 2, 1 limit ${limit}) next
      join ${eg} on ${eg.id} = ${next.groupId} left join ${g} on ${g.id} = ${eg.gameId}
      order by ${next.startAt}, ${eg.id}`,
  )
})

/** Groups with coming events, the soonest first; among the next 400 events, so that many cost no more. */
export function selectUpcomingGroups({ now }: Ctx, limit: number): Statement<GroupRow[]> {
  return selectComing({ now, limit })
}
