import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contract.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { AppError } from '#worker/http/errors.ts'
import { isComing } from './coming.ts'
import type { EventItems } from './contract.ts'
import { selectEvents, toSummary, type EventRow } from './event-rows.ts'

/** How many of each kind are weighed, so that a popular game costs no more than a rare one. */
const comingAtMost = 200
const pastAtMost = 10

/**
 * Events of the same group, channel, game or category as one approved event, found by `target`:
 * first what is not over, then by how much they share, then by how near they are in time.
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
  const channel = (event: string) =>
    sql.raw(`${event}.platform || ':' || lower(${event}.streaming_account_name)`)
  const itsChannel = its(`platform || ':' || lower(streaming_account_name)`)
  const pastOf = (column: SQL) => sql`
    select id from (select e.id from events e where e.status = 'approved'
      and ${column} and e.end_at <= ${now} order by e.start_at desc limit ${pastAtMost})`
  return selectEvents(
    db,
    sql`where e.id in (
        select id from (select e.id from events e where ${isComing(now)}
          and (e.group_id = ${its('group_id')} or e.game_id = ${its('game_id')}
            or e.category = ${its('category')} or ${channel('e')} = ${itsChannel})
          order by e.start_at limit ${comingAtMost})
        union ${pastOf(sql`e.group_id = ${its('group_id')}`)}
        union ${pastOf(sql`e.game_id = ${its('game_id')}`)})
      and e.id <> ${its('id')} and (e.cancelled_at is null or e.end_at <= ${now})
      order by e.end_at > ${now} desc,
        4 * coalesce(e.group_id = ${its('group_id')}, 0)
          + 3 * coalesce(${channel('e')} = ${itsChannel}, 0)
          + 2 * coalesce(e.game_id = ${its('game_id')}, 0)
          + (e.category = ${its('category')}) + (e.language = ${its('language')}) desc,
        abs(e.start_at - ${now}), e.id
      limit ${limit}`,
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
