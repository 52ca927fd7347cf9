import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { StreamerId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { rankedUnion } from '#worker/db/tiers.ts'
import { upcomingOrLiveEvents } from '#worker/features/events/upcoming-or-live.ts'
import { isApproved } from '#worker/features/events/event-rows.ts'
import { participationsIn, participatedEvents } from './participations.ts'
import { selectStreamers, type StreamerRow } from './streamer-rows.ts'

/**
 * The rankings of docs/rankings.md. Each looks at a bounded number of rows, so that a full agenda
 * costs no more, and is a statement, so that a page reads it in its own batch. A plus before a
 * column keeps the planner on the few ids at hand rather than on the index of all events.
 */
const dayMs = 86_400_000
const gainDays = 30
const smallAudience = 50_000

function selectEventsByIds(ctx: Ctx, tiers: SQL[], limit: number): Statement<StreamerRow[]> {
  return selectStreamers(
    ctx,
    sql`from (${rankedUnion(tiers, limit)}) pick join streamers s on s.id = pick.id
      order by pick.tier, pick.place, s.id limit ${limit}`,
  )
}

/** The events that come first; `among` narrows them. */
function nextEvents({ now }: Ctx, most: number, among = sql``): SQL {
  const columns = sql`e.game_id, e.category`
  return sql`select id from (${upcomingOrLiveEvents(now, { columns, limit: most })}) ${among}`
}

/** Chosen by the team, the latest choice first; then those whose next events are hyped most. */
export function selectFeaturedStreamers(ctx: Ctx, limit: number): Statement<StreamerRow[]> {
  return selectEventsByIds(
    ctx,
    [
      sql`select id, -featured_at as place from streamers where featured_at is not null`,
      sql`select shows.streamer_id as id, -sum(e.hype_count) as place
        from (${participationsIn(nextEvents(ctx, 300))}) shows join events e on e.id = shows.event_id
        group by shows.streamer_id`,
    ],
    limit,
  )
}

/**
 * Gained most followers here in 30 days, with a small audience and not featured; then those whose
 * first event on the agenda came last; then those of an unknown audience who gained followers.
 */
export function selectEmergingStreamers(ctx: Ctx, limit: number): Statement<StreamerRow[]> {
  const isSmall = sql`s.followers < ${smallAudience} and s.featured_at is null`
  const isUnknown = sql`s.followers is null and s.featured_at is null`
  const gained = (isWanted: SQL) => sql`select s.id, -count(*) as place
    from (select streamer_id from streamer_follows
      where created_at > ${ctx.now - gainDays * dayMs} order by created_at desc limit 2000) gained
    cross join streamers s on s.id = gained.streamer_id where ${isWanted} group by s.id`
  const newest = sql`select id from (select e.id from events e
    where ${isApproved} and e.cancelled_at is null
    order by e.approved_at desc, e.id desc limit 100)`
  const began = sql`select s.id, -(select min(e.approved_at) from events e
      where e.id in (${participatedEvents(sql`s.id`)}) and +e.status = 'approved') as place
    from (select distinct streamer_id from (${participationsIn(newest)})) seen
    cross join streamers s on s.id = seen.streamer_id where ${isSmall}`
  return selectEventsByIds(ctx, [gained(isSmall), began, gained(isUnknown)], limit)
}

/** Followed by those who follow this one; then those in the same events. */
export function selectRecommendedStreamers(
  ctx: Ctx,
  id: StreamerId,
  limit: number,
): Statement<StreamerRow[]> {
  const latest = sql`select id from (select e.id from events e
    where e.id in (${participatedEvents(sql`${id}`)}) and +e.status = 'approved'
    order by e.start_at desc limit 200)`
  return selectEventsByIds(
    ctx,
    [
      sql`select streamer_id as id, -count(*) as place from (select f.streamer_id
          from (select user_id from streamer_follows where streamer_id = ${id}
            order by created_at desc limit 500) fans
          join streamer_follows f on f.user_id = fans.user_id limit 20000)
        where streamer_id <> ${id} group by streamer_id`,
      sql`select streamer_id as id, -count(*) as place from (${participationsIn(latest)})
        where streamer_id <> ${id} group by streamer_id`,
    ],
    limit,
  )
}

/** Plays what this one plays, with an event to come; the least followed first. */
export function selectDiscoveryStreamers(
  ctx: Ctx,
  id: StreamerId,
  limit: number,
): Statement<StreamerRow[]> {
  const own = (column: SQL) => sql`select ${column} from (select o.game_id, o.category from events o
    where o.id in (${participatedEvents(sql`${id}`)}) and +o.status = 'approved'
    order by o.start_at desc limit 100)`
  const alike = sql`where game_id in (${own(sql`game_id`)}) or category in (${own(sql`category`)})`
  return selectStreamers(
    ctx,
    sql`from (select distinct streamer_id from (${participationsIn(nextEvents(ctx, 200, alike))})) shows
      join streamers s on s.id = shows.streamer_id where s.id <> ${id}
      order by s.follow_count, coalesce(s.followers, 0), s.id limit ${limit}`,
  )
}

/** Most approved events of a game in the last twelve months and to come. */
export function selectTopStreamers(ctx: Ctx, gameSlug: string, limit: number) {
  const played = sql`select id from (select e.id from events e
    where e.game_id = (select id from games where slug = ${gameSlug}) and ${isApproved}
      and e.cancelled_at is null and e.start_at > ${ctx.now - 365 * dayMs}
    order by e.start_at desc limit 2000)`
  return selectStreamers(
    ctx,
    sql`from (select streamer_id, count(*) as count from (${participationsIn(played)})
        group by streamer_id) shows join streamers s on s.id = shows.streamer_id
      order by shows.count desc, s.follow_count desc, s.followers desc, s.id limit ${limit}`,
  )
}
