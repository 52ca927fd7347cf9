import { sql, type Column, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { e } from '#worker/db/aliases.ts'
import { equals } from '#worker/db/conditions.ts'
import { upcomingOrLiveEvents, isUpcomingOrLive } from './upcoming-or-live.ts'
import type { EventItems } from './contract.ts'
import { isApproved, selectEventsByIds, toEventSummary } from './event-rows.ts'
import { events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'
import { assertExists, prepare, type Params } from '#worker/db/statement.ts'

export const targetEvent = alias(events, 'target')

/** Weighed events are limited in number: a popular game costs no more than a rare one. */
const comingAtMost = 50
const pastAtMost = 10

export function targetEventCte(isTarget: SQL): SQL {
  return sql`target as materialized (select id, group_id, game_id, category, platform,
    streaming_account_name, language, start_at, end_at
    from ${events} where ${isTarget} and ${events.status} = 'approved')`
}

function isOnTargetChannel(its: (expression: Column | SQL) => Column | SQL): SQL {
  return sql`${e.platform} = ${its(targetEvent.platform)}
    and lower(${e.streamingAccountName}) = ${its(sql`lower(${targetEvent.streamingAccountName})`)}`
}

function selectCandidateIds(now: SQL): SQL {
  // Uncorrelated, so that it is looked up once and the order stays that of the index.
  const its = (expression: Column | SQL) => sql`(select ${expression} from target)`
  const comingOf = (where: SQL) => sql`
    select id from (select ${e.id} as id from ${e} where ${isUpcomingOrLive(now)} and ${where}
      order by ${e.startAt} limit ${comingAtMost})`
  const pastOf = (where: SQL) => sql`
    select id from (select ${e.id} as id from ${e} where ${isApproved} and ${where}
      and ${e.endAt} <= ${now} order by ${e.startAt} desc limit ${pastAtMost})`
  const ofGroup = sql`${e.groupId} = ${its(targetEvent.groupId)}`
  const ofGame = sql`${e.gameId} = ${its(targetEvent.gameId)}`
  const sameCategory = upcomingOrLiveEvents(now, {
    where: sql`and ${e.category} = ${its(targetEvent.category)}`,
    limit: comingAtMost,
  })
  return sql`${comingOf(ofGroup)} union all ${comingOf(ofGame)} union all ${comingOf(isOnTargetChannel(its))}
    union all select id from (${sameCategory}) union all ${pastOf(ofGroup)} union all ${pastOf(ofGame)}`
}

/** One number ranks them: `min` then finds the event of a series at half the cost of a window. */
export function similarEventsCte(now: SQL): SQL {
  const sameChannel = isOnTargetChannel((expression) => expression)
  const score = sql`4 * coalesce(${e.groupId} = ${targetEvent.groupId}, 0) + 3 * coalesce(${sameChannel}, 0)
    + 2 * coalesce(${e.gameId} = ${targetEvent.gameId}, 0)
    + (${e.category} = ${targetEvent.category}) + (${e.language} = ${targetEvent.language})`
  // No time is a hundred trillion milliseconds away, and no score reaches 16.
  const rank = sql`(16 * (${e.endAt} <= ${now}) - (${score})) * 100000000000000
    + abs(${e.startAt} - ${now})`
  return sql`select ${e.id} as id, min(${rank}) as rank
    from target cross join (${selectCandidateIds(now)}) near cross join ${e} on ${e.id} = near.id
    where ${e.id} <> ${targetEvent.id} and (${e.cancelledAt} is null or ${e.endAt} <= ${now})
    group by coalesce(${e.seriesKey}, lower(${e.name}))`
}

type RelatedEventsParams = { now: number; id: EventId; limit: number }

/** Not over first, then by what they share, then by time; a series appears once. */
const selectRelatedEvents = prepare(({ now, id, limit }: Params<RelatedEventsParams>) =>
  selectEventsByIds(
    sql`with ${targetEventCte(sql`${events.id} = ${id}`)} ${similarEventsCte(now)}
      order by rank, id limit ${limit}`,
    sql`pick.rank, ${e.id}`,
  ),
)

export const assertApprovedEvent = prepare(({ id }: Params<{ id: EventId }>) =>
  assertExists(e, sql`${e.id} = ${id} and ${equals(e.status, 'approved')}`, 'event_not_found'),
)

/** @throws AppError `event_not_found` also for events that are not public. */
export async function listRelatedEvents(
  ctx: Ctx,
  query: { event: EventId; limit: number },
): Promise<EventItems> {
  const { event: id, limit } = query
  const { found } = await read(ctx, {
    event: assertApprovedEvent({ id }),
    found: selectRelatedEvents({ now: ctx.now, id, limit }),
  })
  return { items: found.map((row) => toEventSummary(row, ctx.now)) }
}
