import { sql } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contract.ts'
import type { EventItems, EventsQuery, EventSummary } from './contract.ts'
import { planEvents, sectionOf } from './event-plans.ts'
import { longestMs, selectEvents, toSummary } from './event-rows.ts'

/** The public agenda; by default live, then upcoming by start, then past with the newest first. */
export async function listEvents(ctx: Ctx, query: EventsQuery): Promise<Page<EventSummary>> {
  const plan = planEvents(ctx, query)
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
export function selectLive(ctx: Ctx, limit: number) {
  return selectEvents(
    ctx.db,
    sql`where ${sectionOf('live', ctx.now)} order by e.start_at desc, e.id desc limit ${limit}`,
  )
}

/**
 * Sorts the events that are not over rather than walking the index by hype, whose top is the archive;
 * the plus keeps the planner off it.
 */
export function selectMostHyped(ctx: Ctx, limit: number) {
  const { now } = ctx
  return selectEvents(
    ctx.db,
    sql`where e.status = 'approved' and e.cancelled_at is null and e.end_at > ${now}
        and e.start_at > ${now - longestMs} and e.hype_count > 0
        order by +e.hype_count desc, e.id desc limit ${limit}`,
  )
}

/** The soonest that have yet to start. */
export function selectUpcoming(ctx: Ctx, limit: number) {
  return selectEvents(
    ctx.db,
    sql`where ${sectionOf('upcoming', ctx.now)} order by e.start_at, e.id limit ${limit}`,
  )
}
