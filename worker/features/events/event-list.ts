import { sql } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { upcomingOrLiveEvents } from './upcoming-or-live.ts'
import type { EventItems, EventsQuery, EventSummary } from './contract.ts'
import { buildEventsQuery } from './events-query.ts'
import { isApproved, selectEvents, selectEventsByIds, toSummary } from './event-rows.ts'

/** The public agenda; by default live, then upcoming by start, then past with the newest first. */
export async function listEvents(ctx: Ctx, query: EventsQuery): Promise<Page<EventSummary>> {
  const plan = buildEventsQuery(ctx, query)
  return plan.toPage(await read(ctx, plan.statements))
}

export async function listLive(ctx: Ctx, limit = 24): Promise<EventItems> {
  const [found] = await read(ctx, [selectLive(ctx, limit)])
  return { items: found.map((row) => toSummary(row, ctx.now)) }
}

/** Not over yet, most hyped first. */
export async function listMostHyped(ctx: Ctx, limit = 24): Promise<EventItems> {
  const [found] = await read(ctx, [selectMostHyped(ctx, limit)])
  return { items: found.map((row) => toSummary(row, ctx.now)) }
}

/** A statement, as are the two below, so that a page reads it in its own batch. */
export function selectLive({ db, now }: Ctx, limit: number) {
  const live = upcomingOrLiveEvents(now, {
    where: sql`and e.start_at <= ${now}`,
    isDown: true,
    limit,
  })
  return selectEventsByIds(db, live, sql`e.start_at desc, e.id desc`)
}

/** Walks the index by hype, which also says what is over. */
export function selectMostHyped({ db, now }: Ctx, limit: number) {
  return selectEvents(
    db,
    sql`where ${isApproved} and e.hype_count > 0 and e.cancelled_at is null
        and e.end_at > ${now}
        order by e.hype_count desc, e.id desc limit ${limit}`,
  )
}

/** The soonest that have yet to start. */
export function selectUpcoming({ db, now }: Ctx, limit: number) {
  return selectEvents(
    db,
    sql`where ${isApproved} and e.start_at > ${now} and e.cancelled_at is null
        order by e.start_at, e.id limit ${limit}`,
  )
}
