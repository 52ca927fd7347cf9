import { sql } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { upcomingOrLiveEvents } from './upcoming-or-live.ts'
import type { EventItems, EventsQuery, EventSummary } from './contract.ts'
import { buildEventsQuery } from './events-query.ts'
import { isApproved, selectEvents, selectEventsByIds, toSummary } from './event-rows.ts'
import { events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'

const e = alias(events, 'e')

/** The public agenda; by default live, then upcoming by start, then past with the newest first. */
export async function listEvents(ctx: Ctx, query: EventsQuery): Promise<Page<EventSummary>> {
  const plan = buildEventsQuery(ctx, query)
  return plan.toPage(await read(ctx, plan.statements))
}

export async function listLiveEvents(ctx: Ctx, limit = 24): Promise<EventItems> {
  const { found } = await read(ctx, { found: selectLiveEvents(ctx, limit) })
  return { items: found.map((row) => toSummary(row, ctx.now)) }
}

/** Not over yet, most hyped first. */
export async function listMostHypedEvents(ctx: Ctx, limit = 24): Promise<EventItems> {
  const { found } = await read(ctx, { found: selectMostHypedEvents(ctx, limit) })
  return { items: found.map((row) => toSummary(row, ctx.now)) }
}

/** A statement, as are the two below, so that a page reads it in its own batch. */
export function selectLiveEvents({ now }: Ctx, limit: number) {
  const live = upcomingOrLiveEvents(now, {
    where: sql`and ${e.startAt} <= ${now}`,
    isDown: true,
    limit,
  })
  return selectEventsByIds(live, sql`${e.startAt} desc, ${e.id} desc`)
}

/** Walks the index by hype, which also says what is over. */
export function selectMostHypedEvents({ now }: Ctx, limit: number) {
  return selectEvents(
    sql`where ${isApproved} and ${e.hypeCount} > 0 and ${e.cancelledAt} is null
        and ${e.endAt} > ${now}
        order by ${e.hypeCount} desc, ${e.id} desc limit ${limit}`,
  )
}

/** The soonest that have yet to start. */
export function selectUpcomingEvents({ now }: Ctx, limit: number) {
  return selectEvents(
    sql`where ${isApproved} and ${e.startAt} > ${now} and ${e.cancelledAt} is null
        order by ${e.startAt}, ${e.id} limit ${limit}`,
  )
}
