import { sql, type Column, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import type { StreamerId } from '#worker/contracts/ids.ts'
import { e, s } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { games, streamerFollows, streamers } from '#worker/db/schema/directory.ts'
import { eventParticipants, events } from '#worker/db/schema/events.ts'
import { preparePerShape, type Params } from '#worker/db/statement.ts'
import { rankedUnion } from '#worker/db/tiers.ts'
import { alias } from '#worker/db/write-sql.ts'
import {
  subtractMs,
  upcomingOrLiveEvents,
  type InstantOrSql,
} from '#worker/features/events/upcoming-or-live.ts'
import { isApproved } from '#worker/features/events/event-rows.ts'
import {
  selectStoredOrChosenPicks,
  type PickQuery,
} from '#worker/features/events/picks/section-picks.ts'
import { buildParticipationsSql, participatedEventIds } from './participations.ts'
import { selectStreamers, type StreamerRow } from './streamer-rows.ts'
import { isUnlistedStreamer } from './unproven.ts'

// See docs/rankings.md. Each reads a bounded number of rows: a full agenda costs no more. A plus
// before a column keeps the planner on the few ids at hand, off the index of all events.
const gainDays = 30
const smallAudience = 50_000

const f = alias(streamerFollows, 'f')
const o = alias(events, 'o')
const next = alias(events, 'next')
const recent = alias(events, 'recent')
const fans = alias(streamerFollows, 'fans')
/** Rows of `buildParticipationsSql`. */
const shows = alias(eventParticipants, 'shows')

const isNotFeatured = sql`${s.featuredAt} is null`

type RankingParams = { now: InstantOrSql }

type RankingOptions = { limit: number; where?: SQL }

/** @param picks `id`, `tier` and `place` */
function selectPickedStreamers(
  { now }: RankingParams,
  picks: SQL,
  ranked: RankingOptions,
): Statement<StreamerRow[]> {
  const { limit, where = sql`true` } = ranked
  return selectStreamers(
    now,
    sql`from (${picks}) pick join ${s} on ${s.id} = pick.id
      where ${where} and not ${isUnlistedStreamer(s)}
      order by pick.tier, pick.place, ${s.id} limit ${limit}`,
  )
}

function selectRankedStreamers(
  rankingQuery: RankingParams,
  tiers: SQL[],
  limit: number,
): Statement<StreamerRow[]> {
  return selectPickedStreamers(rankingQuery, rankedUnion(tiers, limit), { limit })
}

function selectNextEventIds(now: InstantOrSql, most: SQL | number, among = sql``): SQL {
  const columns = sql`${e.gameId}, ${e.category}`
  return sql`select id from (${upcomingOrLiveEvents(now, { columns, limit: most })}) next ${among}`
}

export const chooseHypedStreamers: PickQuery = ({ now, most, atMost }) =>
  sql`select ${shows.streamerId} as id, -sum(${e.hypeCount}) as place
    from (${buildParticipationsSql(selectNextEventIds(now, atMost(300)))}) shows
      join ${e} on ${e.id} = ${shows.eventId}
    group by ${shows.streamerId} order by place, id limit ${atMost(most)}`

export const selectFeaturedStreamers = preparePerShape(
  (shownCount: number, params: Params<{ now: number }>) => {
    const hyped = { now: params.now, choice: chooseHypedStreamers, shown: shownCount }
    const tiers = [
      sql`select ${streamers.id}, -${streamers.featuredAt} as place from ${streamers}
      where ${streamers.featuredAt} is not null`,
      sql`select id, place from (${selectStoredOrChosenPicks('hyped_streamers', hyped)})`,
    ]
    return selectRankedStreamers(params, tiers, shownCount)
  },
)

export const chooseEmergingStreamers: PickQuery = ({ now, most, atMost }) => {
  const isSmall = sql`${s.platformFollowers} < ${smallAudience} and ${isNotFeatured}`
  const isUnknown = sql`${s.platformFollowers} is null and ${isNotFeatured}`
  const gained = (isEligible: SQL) => sql`select ${s.id}, -count(*) as place
    from (select ${streamerFollows.streamerId} from ${streamerFollows}
      where ${streamerFollows.createdAt} > ${subtractMs(now, gainDays * dayMs)}
      order by ${streamerFollows.createdAt} desc limit 2000) f
    cross join ${s} on ${s.id} = ${f.streamerId} where ${isEligible} group by ${s.id}`
  const newest = sql`select id from (select ${e.id} from ${e}
    where ${isApproved} and ${e.cancelledAt} is null
    order by ${e.approvedAt} desc, ${e.id} desc limit 100)`
  const began = sql`select ${s.id}, -(select min(${e.approvedAt}) from ${e}
      where ${e.id} in (${participatedEventIds(s.id)}) and +${equals(e.status, 'approved')}) as place
    from (select distinct ${shows.streamerId} from (${buildParticipationsSql(newest)}) shows) shows
    cross join ${s} on ${s.id} = ${shows.streamerId} where ${isSmall}`
  const tiers = [gained(isSmall), began, gained(isUnknown)]
  return sql`select id, row_number() over (order by tier, place, id) as place
    from (${rankedUnion(tiers, most, atMost)}) order by place limit ${atMost(most)}`
}

export const selectEmergingStreamers = preparePerShape(
  (shownCount: number, params: Params<{ now: number }>) => {
    const emerging = { now: params.now, choice: chooseEmergingStreamers, shown: shownCount }
    return selectPickedStreamers(
      params,
      sql`select id, 0 as tier, place from (${selectStoredOrChosenPicks('emerging_streamers', emerging)})`,
      { limit: shownCount, where: isNotFeatured },
    )
  },
)

export function selectRecommendedStreamers(
  ctx: Ctx,
  id: StreamerId,
  limit: number,
): Statement<StreamerRow[]> {
  const latest = sql`select id from (select ${e.id} from ${e}
    where ${e.id} in (${participatedEventIds(id)}) and +${equals(e.status, 'approved')}
    order by ${e.startAt} desc limit 200)`
  return selectRankedStreamers(
    ctx,
    [
      sql`select ${f.streamerId} as id, -count(*) as place from (select ${f.streamerId}
          from (select ${streamerFollows.userId} from ${streamerFollows}
            where ${streamerFollows.streamerId} = ${id}
            order by ${streamerFollows.createdAt} desc limit 500) fans
          join ${f} on ${f.userId} = ${fans.userId} limit 20000) f
        where ${f.streamerId} <> ${id} group by ${f.streamerId}`,
      sql`select ${shows.streamerId} as id, -count(*) as place
        from (${buildParticipationsSql(latest)}) shows
        where ${shows.streamerId} <> ${id} group by ${shows.streamerId}`,
    ],
    limit,
  )
}

export function selectLessFollowedStreamers(
  ctx: Ctx,
  id: StreamerId,
  limit: number,
): Statement<StreamerRow[]> {
  const played = (column: Column) => sql`select ${column} from (select ${o.gameId}, ${o.category}
    from ${o} where ${o.id} in (${participatedEventIds(id)}) and +${equals(o.status, 'approved')}
    order by ${o.startAt} desc limit 100) recent`
  const alike = sql`where ${next.gameId} in (${played(recent.gameId)})
    or ${next.category} in (${played(recent.category)})`
  return selectStreamers(
    ctx.now,
    sql`from (select distinct ${shows.streamerId}
        from (${buildParticipationsSql(selectNextEventIds(ctx.now, 200, alike))}) shows) shows
      join ${s} on ${s.id} = ${shows.streamerId}
      where ${s.id} <> ${id} and not ${isUnlistedStreamer(s)}
      order by ${s.followCount}, coalesce(${s.platformFollowers}, 0), ${s.id} limit ${limit}`,
  )
}

export function selectTopStreamers(
  ctx: Ctx,
  gameSlug: string,
  limit: number,
): Statement<StreamerRow[]> {
  const played = sql`select id from (select ${e.id} from ${e}
    where ${e.gameId} = (select ${games.id} from ${games} where ${games.slug} = ${gameSlug})
      and ${isApproved} and ${e.cancelledAt} is null and ${e.startAt} > ${ctx.now - 365 * dayMs}
    order by ${e.startAt} desc limit 2000)`
  return selectStreamers(
    ctx.now,
    sql`from (select ${shows.streamerId}, count(*) as count
          from (${buildParticipationsSql(played)}) shows group by ${shows.streamerId}) shows
      join ${s} on ${s.id} = ${shows.streamerId}
      where not ${isUnlistedStreamer(s)} order by shows.count desc, ${s.followCount} desc, ${s.platformFollowers} desc, ${s.id}
      limit ${limit}`,
  )
}
