import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { AppError } from '#worker/api/errors.ts'
import { upcomingOrLiveEvents, isUpcomingOrLive } from './upcoming-or-live.ts'
import type { EventItems } from './contract.ts'
import { isApproved, selectEventsByIds, toSummary, type EventRow } from './event-rows.ts'

/** How many of each kind are weighed, so that a popular game costs no more than a rare one. */
const comingAtMost = 50
const pastAtMost = 10

/**
 * Events of the same group, channel, game or category as one approved event, found by `target`:
 * first what is not over, then by how much they share, then by how near they are in time. What
 * comes every week under one name stands there once.
 */
export function selectRelated(
  { db, now }: Ctx,
  target: { slug: string } | { id: EventId },
  limit: number,
): Statement<EventRow[]> {
  const isTarget = 'slug' in target ? sql`slug = ${target.slug}` : sql`id = ${target.id}`
  // Uncorrelated, so that each is looked up once.
  const its = (column: string) =>
    sql`(select ${sql.raw(column)} from events where ${isTarget} and status = 'approved')`
  const comingOf = (where: SQL) => sql`
    select id from (select e.id from events e where ${isUpcomingOrLive(now)} and ${where}
      order by e.start_at limit ${comingAtMost})`
  const pastOf = (where: SQL) => sql`
    select id from (select e.id from events e where ${isApproved} and ${where}
      and e.end_at <= ${now} order by e.start_at desc limit ${pastAtMost})`
  const [ofGroup, ofGame, ofCategory] = ['group_id', 'game_id', 'category'].map(
    (column) => sql`e.${sql.raw(column)} = ${its(column)}`,
  ) as [SQL, SQL, SQL]
  const isChannel = sql`e.platform = ${its('platform')}
    and lower(e.streaming_account_name) = ${its('lower(streaming_account_name)')}`
  const sameCategory = upcomingOrLiveEvents(now, {
    where: sql`and ${ofCategory}`,
    limit: comingAtMost,
  })
  const score = sql`4 * coalesce(${ofGroup}, 0) + 3 * coalesce(${isChannel}, 0)
    + 2 * coalesce(${ofGame}, 0) + (${ofCategory}) + (e.language = ${its('language')})`
  const order = sql`pick.is_coming desc, pick.score desc, pick.away, e.id`
  return selectEventsByIds(
    db,
    sql`select * from (
          select *, row_number() over
            (partition by name order by is_coming desc, score desc, away, id) as nth
          from (
            select e.id, lower(e.name) as name, e.end_at > ${now} as is_coming, ${score} as score,
              abs(e.start_at - ${now}) as away
            from (${comingOf(ofGroup)} union ${comingOf(ofGame)}
              union ${comingOf(isChannel)} union select id from (${sameCategory})
              union ${pastOf(ofGroup)} union ${pastOf(ofGame)}) near
              cross join events e on e.id = near.id
            where e.id <> ${its('id')} and (e.cancelled_at is null or e.end_at <= ${now})))
        where nth = 1
        order by is_coming desc, score desc, away, id limit ${limit}`,
    order,
  )
}

/** @throws AppError `event_not_found` also for events that are not public. */
export async function listRelated(
  ctx: Ctx,
  query: { event: EventId; limit: number },
): Promise<EventItems> {
  const { event: id, limit } = query
  const [[event], found] = await read(ctx, [
    rows<{ id: number }>(
      ctx.db,
      sql`select id from events where id = ${id} and status = 'approved'`,
    ),
    selectRelated(ctx, { id }, limit),
  ])
  if (!event) throw new AppError('not_found', 'event_not_found')
  return { items: found.map((row) => toSummary(row, ctx.now)) }
}
