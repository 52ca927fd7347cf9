import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { createMemo, freezeDeeply } from '#worker/contracts/memo.ts'
import { read, type Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { upcomingOrLiveEvents } from './upcoming-or-live.ts'
import { EventsQuery, type EventItems, type EventSummary } from './contract.ts'
import { buildEventsQuery } from './events-query.ts'
import { selectListedEvents, selectListedWithLiveCount } from './listed-events.ts'
import { isApproved, selectEvents, selectEventsByIds, toSummary } from './event-rows.ts'
import { events } from '#worker/db/schema/events.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'

const e = alias(events, 'e')

/** The public agenda; by default live, then upcoming by start, then past with the newest first. */
export async function listEvents(ctx: Ctx, query: EventsQuery): Promise<Page<EventSummary>> {
  const plan = buildEventsQuery(ctx, query)
  return plan.toPage(await read(ctx, plan.statements))
}

export async function listLiveEvents(ctx: Ctx, limit = 24): Promise<EventItems> {
  const { found } = await read(ctx, { found: selectLiveEvents({ now: ctx.now, limit }) })
  return { items: found.map((row) => toSummary(row, ctx.now)) }
}

/** Not over yet, most hyped first. */
export async function listMostHypedEvents(ctx: Ctx, limit = 24): Promise<EventItems> {
  const { found } = await read(ctx, { found: selectMostHypedEvents(ctx, limit) })
  return { items: found.map((row) => toSummary(row, ctx.now)) }
}

/** The latest start first. */
const selectLiveEvents = prepare(({ now, limit }: Params<{ now: number; limit: number }>) => {
  const live = upcomingOrLiveEvents(now, {
    where: sql`and ${e.startAt} <= ${now}`,
    isDown: true,
    limit,
  })
  return selectEventsByIds(live, sql`${e.startAt} desc, ${e.id} desc`)
})

/** Walks the index by hype, which also says what is over. */
const selectMostHyped = prepare(({ now, limit }: Params<{ now: number; limit: number }>) =>
  selectEvents(
    sql`where ${isApproved} and ${e.hypeCount} > 0 and ${e.cancelledAt} is null
        and ${e.endAt} > ${now}
        order by ${e.hypeCount} desc, ${e.id} desc limit ${limit}`,
  ),
)

export function selectMostHypedEvents({ now }: Ctx, limit: number) {
  return selectMostHyped({ now, limit })
}

const firstQueries = createMemo<EventsQuery>(20)

function firstQuery(phase: 'live' | 'upcoming', limit: number): EventsQuery {
  return firstQueries(`${phase} ${limit}`, () =>
    freezeDeeply({ ...v.parse(EventsQuery, { phase }), limit }),
  )
}

/** The first rows of one phase as the agenda shows them, and the strip of long live ones. */
export function selectFirstListed(ctx: Ctx, phase: 'live' | 'upcoming', limit: number) {
  return selectListedEvents(ctx, firstQuery(phase, limit), { isFolded: true })
}

/** As above for live events, with the number of all of them. */
export function selectFirstLive(ctx: Ctx, limit: number) {
  return selectListedWithLiveCount(ctx, firstQuery('live', limit), { isFolded: true })
}
