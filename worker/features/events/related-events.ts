import { sql, type Column, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { AppError } from '#worker/api/errors.ts'
import { upcomingOrLiveEvents, isUpcomingOrLive } from './upcoming-or-live.ts'
import type { EventItems } from './contract.ts'
import { isApproved, selectEventsByIds, toSummary, type EventRow } from './event-rows.ts'
import { events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'
import { first, prepare, preparePerShape, select, type Params } from '#worker/db/statement.ts'

const e = alias(events, 'e')

/** How many of each kind are weighed, so that a popular game costs no more than a rare one. */
const comingAtMost = 50
const pastAtMost = 10

type Target = { now: number; target: string | number; limit: number }

const selectRelated = preparePerShape<'slug' | 'id', Target, EventRow[]>((key, asked) => {
  const { now, target, limit } = asked
  const { id, status, streamingAccountName } = events
  const isTarget = sql`${events[key]} = ${target}`
  // Uncorrelated, so that each is looked up once.
  const its = (expression: Column | SQL) =>
    sql`(select ${expression} from ${events} where ${isTarget} and ${status} = 'approved')`
  const comingOf = (where: SQL) => sql`
    select id from (select ${e.id} as id from ${e} where ${isUpcomingOrLive(now)} and ${where}
      order by ${e.startAt} limit ${comingAtMost})`
  const pastOf = (where: SQL) => sql`
    select id from (select ${e.id} as id from ${e} where ${isApproved} and ${where}
      and ${e.endAt} <= ${now} order by ${e.startAt} desc limit ${pastAtMost})`
  const ofGroup = sql`${e.groupId} = ${its(events.groupId)}`
  const ofGame = sql`${e.gameId} = ${its(events.gameId)}`
  const ofCategory = sql`${e.category} = ${its(events.category)}`
  const isChannel = sql`${e.platform} = ${its(events.platform)}
    and lower(${e.streamingAccountName}) = ${its(sql`lower(${streamingAccountName})`)}`
  const sameCategory = upcomingOrLiveEvents(now, {
    where: sql`and ${ofCategory}`,
    limit: comingAtMost,
  })
  const score = sql`4 * coalesce(${ofGroup}, 0) + 3 * coalesce(${isChannel}, 0)
    + 2 * coalesce(${ofGame}, 0) + (${ofCategory}) + (${e.language} = ${its(events.language)})`
  const order = sql`pick.is_coming desc, pick.score desc, pick.away, ${e.id}`
  return selectEventsByIds(
    sql`select * from (
          select *, row_number() over
            (partition by name order by is_coming desc, score desc, away, id) as nth
          from (
            select ${e.id} as id, coalesce(${e.seriesKey}, lower(${e.name})) as name, ${e.endAt} > ${now} as is_coming, ${score} as score,
              abs(${e.startAt} - ${now}) as away
            from (${comingOf(ofGroup)} union ${comingOf(ofGame)}
              union ${comingOf(isChannel)} union select id from (${sameCategory})
              union ${pastOf(ofGroup)} union ${pastOf(ofGame)}) near
              cross join ${e} on ${e.id} = near.id
            where ${e.id} <> ${its(id)} and (${e.cancelledAt} is null or ${e.endAt} <= ${now})))
        where nth = 1
        order by is_coming desc, score desc, away, id limit ${limit}`,
    order,
  )
})

/**
 * Events of the same group, channel, game or category as one approved event, found by `target`:
 * first what is not over, then by how much they share, then by how near they are in time. A series,
 * and what comes again under one name, stands there once.
 */
export function selectRelatedEvents(
  { now }: Ctx,
  target: { slug: string } | { id: EventId },
  limit: number,
): Statement<EventRow[]> {
  return 'slug' in target
    ? selectRelated('slug')({ now, target: target.slug, limit })
    : selectRelated('id')({ now, target: target.id, limit })
}

/** Whether an event is public. */
export const selectApprovedEvent = prepare(({ id }: Params<{ id: EventId }>) =>
  first(
    select({ id: e.id }, sql`from ${e} where ${e.id} = ${id} and ${equals(e.status, 'approved')}`),
  ),
)

/** @throws AppError `event_not_found` also for events that are not public. */
export async function listRelatedEvents(
  ctx: Ctx,
  query: { event: EventId; limit: number },
): Promise<EventItems> {
  const { event: id, limit } = query
  const { event, found } = await read(ctx, {
    event: selectApprovedEvent({ id }),
    found: selectRelatedEvents(ctx, { id }, limit),
  })
  if (!event) throw new AppError('not_found', 'event_not_found')
  return { items: found.map((row) => toSummary(row, ctx.now)) }
}
