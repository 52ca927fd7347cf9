import { sql } from 'drizzle-orm'
import { e, eg, g } from '#worker/db/aliases.ts'
import type { ResultOf } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { nullable, type RowOf } from '#worker/db/row.ts'
import { events } from '#worker/db/schema/events.ts'
import { existing, prepare, preparePerShape, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { groupPicturePath } from '#worker/features/media/generated-images/paths.ts'
import {
  upcomingOrLiveEvents,
  isUpcomingOrLive,
  type InstantOrSql,
} from '#worker/features/events/upcoming-or-live.ts'
import {
  selectStoredOrChosenPicks,
  type PickQuery,
} from '#worker/features/events/picks/section-picks.ts'
import { selectNextDate } from '#worker/features/events/next-date.ts'
import type { GroupSummary, GroupView } from './contract.ts'

/** Read from `groupsWithGames`. */
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
    total: eg.eventCount,
    upcoming: sql<number>`(select count(*) ${coming})`,
    next: selectNextDate(coming),
  }
}
export type GroupRow = RowOf<ReturnType<typeof groupColumns>>

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
export const groupsWithGames = sql`${eg} left join ${g} on ${g.id} = ${eg.gameId}`

export const selectGroupBySlug = prepare(({ slug, now }: Params<{ slug: string; now: number }>) =>
  existing(
    select(
      { ...groupColumns(now), ...groupDetailColumns(now) },
      sql`from ${groupsWithGames} where ${eg.slug} = ${slug}`,
    ),
    'group_not_found',
  ),
)
type GroupDetailRow = ResultOf<ReturnType<typeof selectGroupBySlug>>

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
    next: row.next,
  }
}

export function toGroupView(row: GroupDetailRow): GroupView {
  const { description, dates: upcoming_dates, followers, venue, website } = row
  return { ...toGroup(row), description, upcoming_dates, followers, venue, website }
}

/** Rows of `upcomingOrLiveEvents`, and the next event of a group. */
const next = alias(events, 'next')

/** Among so many events, so that a full agenda costs no more. */
const nextEventsAtMost = 400

export const chooseUpcomingGroups: PickQuery = ({ now, most, atMost }) => {
  const coming = upcomingOrLiveEvents(now, {
    columns: sql`${e.groupId} as group_id`,
    where: sql`and ${e.groupId} is not null`,
    limit: atMost(nextEventsAtMost),
  })
  return sql`select ${next.groupId} as id, min(${next.startAt}) as place from (${coming}) next
    group by ${next.groupId} order by place, id limit ${atMost(most)}`
}

export const selectUpcomingGroups = preparePerShape(
  (shownCount: number, { now }: Params<{ now: number }>) => {
    const soonest = sql`(select ${e.id} from ${e}
    where ${e.groupId} = choice.id and ${isUpcomingOrLive(now)} order by ${e.startAt}, ${e.id} limit 1)`
    const picked = selectStoredOrChosenPicks('groups', {
      now,
      choice: chooseUpcomingGroups,
      shown: shownCount,
    })
    return select(
      groupColumns(now),
      sql`from (${picked}) choice cross join ${next} on ${next.id} = ${soonest}
      cross join ${eg} on ${eg.id} = choice.id left join ${g} on ${g.id} = ${eg.gameId}
      order by ${next.startAt}, ${eg.id} limit ${shownCount}`,
    )
  },
)
