import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import type { Statement } from '#worker/db/client.ts'
import { defineList } from '#worker/db/lists.ts'
import { CursorNumber, defineCursors, toCursorPage } from '#worker/db/pagination.ts'
import { prepare, preparePerShape, type Params } from '#worker/db/statement.ts'
import {
  Phase,
  type EventItems,
  type EventsQuery,
  type EventSummary,
} from '#worker/features/events/contract.ts'
import {
  isApproved,
  derivePhase,
  selectEvents,
  selectEventsByIds,
  toEventSummary,
  type EventRow,
} from '#worker/features/events/event-rows.ts'
import { isFutureOnly } from '#worker/features/events/ranges.ts'
import {
  upcomingOrLiveEvents,
  type InstantOrSql,
} from '#worker/features/events/upcoming-or-live.ts'
import { eventFilterClause, eventFromClause, toQueryShape } from './filters.ts'
import {
  concatSections,
  afterCursorClause,
  buildSectionQueries,
  sortBySection,
  listQueriedPhases,
  type NumberOrSql,
} from './sections.ts'
import { e } from '#worker/db/aliases.ts'

/** All begin with when the first page was read, so that no event changes phase between pages. */
const cursors = {
  start: defineCursors('events.start', [CursorNumber, Phase, CursorNumber, CursorNumber]),
  hype: defineCursors('events.hype', [CursorNumber, CursorNumber, CursorNumber]),
  newest: defineCursors('events.newest', [CursorNumber, CursorNumber, CursorNumber]),
}
const keyed = {
  hype: { column: e.hypeCount, keyOf: (row: EventRow) => row.hypeCount },
  newest: { column: e.approvedAt, keyOf: (row: EventRow) => row.approvedAt ?? 0 },
}

type ListShape = { query: EventsQuery; isFirst: boolean; current: Phase | undefined }
type ListCursor<Time = number, Value = number> = { asOf: Time; key: Value; id: Value }
type EventNarrowing = { from: SQL; within: SQL }

function parseCursor(
  ctx: Ctx,
  { sort, cursor }: EventsQuery,
): ListCursor & { current: Phase | undefined } {
  if (sort === 'start') {
    const keys = cursors.start.keysOf(ctx, cursor)
    const [asOf, current, key, id] = keys ?? [ctx.now, undefined, 0, 0]
    return { asOf, current, key, id }
  }
  const [asOf, key, id] = cursors[sort].keysOf(ctx, cursor) ?? [ctx.now, 0, 0]
  return { asOf, current: undefined, key, id }
}

function createCursorAfter(row: EventRow, { sort }: EventsQuery, asOf: number): string {
  return sort === 'start'
    ? cursors.start.after([asOf, derivePhase(row, asOf), row.startAt, row.id])
    : cursors[sort].after([asOf, keyed[sort].keyOf(row), row.id])
}

/** The plus keeps to the index of the order. */
function isInPhase(phase: Phase, asOf: InstantOrSql): SQL {
  if (phase === 'upcoming') return sql`+${e.startAt} > ${asOf} and ${e.cancelledAt} is null`
  return phase === 'live'
    ? sql`+${e.startAt} <= ${asOf} and ${e.endAt} > ${asOf} and ${e.cancelledAt} is null`
    : sql`${e.endAt} <= ${asOf}`
}

function selectEventRowsPage(
  { query, isFirst, current }: ListShape,
  { asOf, key, id }: ListCursor<InstantOrSql, NumberOrSql>,
  narrowing: EventNarrowing,
): Statement<EventRow[]> {
  const { sort, limit, phase: asked } = query
  if (sort === 'start') {
    const sections = buildSectionQueries(query, { asOf, current, last: [key, id] }, narrowing)
    return selectEventsByIds(concatSections(sections, limit + 1))
  }
  const { from, within } = narrowing
  const { column } = keyed[sort]
  const after = isFirst ? sql`` : afterCursorClause(column, true, [key, id])
  const future = isFutureOnly(query) ? sql` and ${e.endAt} > ${asOf}` : sql``
  const phases = asked.map((one) => sql`${isInPhase(one, asOf)}`)
  const phase = phases.length === 0 ? sql`` : sql` and (${sql.join(phases, sql` or `)})`
  const order = sql`${column} desc, ${e.id} desc`
  const picked = sql`select ${e.id} from ${from} where ${isApproved}
    and (${e.cancelledAt} is null or ${e.endAt} <= ${asOf})${eventFilterClause({ query, within, now: asOf })}${future}${phase}${after}
    order by ${order} limit ${limit + 1}`
  return selectEventsByIds(picked, order)
}

/** For pages that nothing narrows but the query. */
const selectPrepared = preparePerShape((shape: ListShape, place: Params<ListCursor>) =>
  selectEventRowsPage(shape, place, { from: eventFromClause(shape.query), within: sql`` }),
)

/** `ids` selects few events; `within` is a condition on `e` that begins with `and`. */
export const selectEventsPage = defineList({
  skeleton(ctx: Ctx, asked: { query: EventsQuery; ids?: SQL; within?: SQL }) {
    const { query, ids, within } = asked
    const { current, ...place } = parseCursor(ctx, query)
    const { asOf } = place
    const shape = { query: toQueryShape(query, asOf), isFirst: query.cursor === undefined, current }
    const from = (ids ?? within) && eventFromClause(query, ids)
    return { shape, place, narrowing: from && { from, within: within ?? sql`` } }
  },
  hydrate({ shape, place, narrowing }) {
    if (listQueriedPhases(shape.query, shape.current).length === 0) return []
    return [narrowing ? selectEventRowsPage(shape, place, narrowing) : selectPrepared(shape)(place)]
  },
  rules: ([rows = []], { shape, place }) =>
    shape.query.sort === 'start' ? sortBySection(rows, place.asOf) : rows,
  present: (rows, { shape: { query }, place: { asOf } }) =>
    toCursorPage(rows, query.limit, {
      toItem: (row) => toEventSummary(row, asOf),
      cursorAfter: (row) => createCursorAfter(row, query, asOf),
    }),
})

export async function listEvents(ctx: Ctx, query: EventsQuery): Promise<Page<EventSummary>> {
  return read(ctx, selectEventsPage(ctx, { query }))
}

export async function listLiveEvents(ctx: Ctx, limit = 24): Promise<EventItems> {
  const { found } = await read(ctx, { found: selectLiveEvents({ now: ctx.now, limit }) })
  return { items: found.map((row) => toEventSummary(row, ctx.now)) }
}

export async function listMostHypedEvents(ctx: Ctx, limit = 24): Promise<EventItems> {
  const { found } = await read(ctx, { found: selectMostHypedEvents({ now: ctx.now, limit }) })
  return { items: found.map((row) => toEventSummary(row, ctx.now)) }
}

type FirstEventsParams = { now: number; limit: number }

const selectLiveEvents = prepare(({ now, limit }: Params<FirstEventsParams>) => {
  const where = sql`and ${e.startAt} <= ${now}`
  const live = upcomingOrLiveEvents(now, { where, isDown: true, limit })
  return selectEventsByIds(live, sql`${e.startAt} desc, ${e.id} desc`)
})

/** Walks the index by hype, which also says what is over. */
export const selectMostHypedEvents = prepare(({ now, limit }: Params<FirstEventsParams>) =>
  selectEvents(
    sql`where ${isApproved} and ${e.hypeCount} > 0 and ${e.cancelledAt} is null
        and ${e.endAt} > ${now}
        order by ${e.hypeCount} desc, ${e.id} desc limit ${limit}`,
  ),
)
