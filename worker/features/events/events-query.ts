import { sql, type Column, type SQL } from 'drizzle-orm'
import { maxEventDurationMs } from '#worker/contracts/durations.ts'
import type { Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import type { Statement } from '#worker/db/client.ts'
import { contains } from '#worker/db/conditions.ts'
import { CursorNumber, defineCursors, toCursorPage } from '#worker/db/pagination.ts'
import { Phase, type EventsQuery, type EventSummary } from './contract.ts'
import { isApproved, phaseAt, selectEventsByIds, toSummary, type EventRow } from './event-rows.ts'
import {
  sortBySection,
  concatSections,
  phases,
  selectSection,
  type EventSectionQuery,
} from './event-sections.ts'
import { leavesOutPast, toTimeWindow } from './ranges.ts'
import { eventParticipants, events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'

const e = alias(events, 'e')

/** Every cursor begins with when the first page was read, so that no event changes phase between pages. */
const cursors = {
  start: defineCursors('events.start', [CursorNumber, Phase, CursorNumber, CursorNumber]),
  hype: defineCursors('events.hype', [CursorNumber, CursorNumber, CursorNumber]),
  newest: defineCursors('events.newest', [CursorNumber, CursorNumber, CursorNumber]),
}

type Asked = { query: EventsQuery; within: SQL; now: number }

export function anyOf(column: Column, values: readonly (string | number)[]): SQL {
  if (values.length === 0) return sql``
  return sql` and ${column} in (${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`
}

/** Of an event `e`, or one of another name, which `within` must then know. */
export function eventFilters({ query, within, now }: Asked, of = e): SQL {
  const { from, to } = toTimeWindow(query, now)
  return sql.join([
    from === undefined
      ? sql``
      : sql` and ${of.endAt} > ${from} and ${of.startAt} > ${from - maxEventDurationMs}`,
    to === undefined ? sql`` : sql` and ${of.startAt} < ${to}`,
    anyOf(of.language, query.language),
    anyOf(of.platform, query.platform),
    anyOf(of.category, query.category),
    anyOf(of.gameId, query.game),
    anyOf(of.groupId, query.group),
    query.q === '' ? sql`` : sql` and ${contains(of.name, query.q)}`,
    within,
  ])
}

/** Where the events `e` of a query come from: those of chosen streamers by their keys, not by start. */
export function eventFromClause({ streamer }: Pick<EventsQuery, 'streamer'>): SQL {
  return streamer.length === 0
    ? sql`${e}`
    : among(sql`select ${eventParticipants.eventId} as id from ${eventParticipants}
        where true${anyOf(eventParticipants.streamerId, streamer)}
        group by ${eventParticipants.eventId}`)
}

/** The cross join keeps the planner from walking all events instead. */
function among(ids: SQL): SQL {
  return sql`(${ids}) own cross join ${e} on ${e.id} = own.id`
}

function isAfter(column: Column, isDown: boolean, [key, id]: readonly [number, number]): SQL {
  return sql` and (${column}, ${e.id}) ${sql.raw(isDown ? '<' : '>')} (${key}, ${id})`
}

/** The statements of a list, and how their rows become its page. */
export type PagedQuery = {
  statements: Statement<EventRow[]>[]
  toPage(results: EventRow[][]): Page<EventSummary>
}

type Position = { current: Phase; last: readonly [start: number, id: number] }

/** The sections that a query asks for, in the default order, from a position of one on. */
function selectSections(
  query: EventsQuery,
  asOf: number,
  { from, within }: Narrowing,
  position?: Position,
): EventSectionQuery[] {
  const filters = eventFilters({ query, within, now: asOf })
  const behind = position ? phases.slice(0, phases.indexOf(position.current)) : []
  return phases.flatMap((phase) => {
    const isWanted = query.phase.length === 0 || query.phase.includes(phase)
    const isHidden = leavesOutPast(query) && phase === 'past'
    const after =
      phase === position?.current ? isAfter(e.startAt, phase === 'past', position.last) : sql``
    const where = sql`${filters}${after}`
    return isWanted && !behind.includes(phase) && !isHidden
      ? [selectSection(phase, asOf, { from, where })]
      : []
  })
}

/** The default order is three sections one after the other: live, upcoming, past. */
function buildQueryByPhase(ctx: Ctx, query: EventsQuery, narrowing: Narrowing): PagedQuery {
  const cursor = cursors.start.keysOf(ctx, query.cursor)
  const [asOf, current, ...last] = cursor ?? [ctx.now, undefined, 0, 0]
  const sections = selectSections(query, asOf, narrowing, current && { current, last })
  const picked = concatSections(sections, query.limit + 1)
  return {
    statements: sections.length === 0 ? [] : [selectEventsByIds(picked)],
    toPage: ([found = []]) =>
      toCursorPage(sortBySection(found, asOf), query.limit, {
        toItem: (row) => toSummary(row, asOf),
        cursorAfter: (row) => cursors.start.after([asOf, phaseAt(row, asOf), row.startAt, row.id]),
      }),
  }
}

/** Ids `id` of a list's first events in the default order, undefined where nothing can be asked for. */
export function selectListedIds(
  { now }: Ctx,
  query: EventsQuery,
  { within, limit }: { within: SQL; limit: number },
): SQL | undefined {
  const sections = selectSections(query, now, { from: eventFromClause(query), within })
  return sections.length === 0 ? undefined : concatSections(sections, limit)
}

/** Of an event `e`; the plus keeps to the index of the order. */
function isIn(phase: Phase, asOf: number): SQL {
  if (phase === 'upcoming') return sql`+${e.startAt} > ${asOf} and ${e.cancelledAt} is null`
  return phase === 'live'
    ? sql`+${e.startAt} <= ${asOf} and ${e.endAt} > ${asOf} and ${e.cancelledAt} is null`
    : sql`${e.endAt} <= ${asOf}`
}

const keyed = {
  hype: { column: e.hypeCount, keyOf: (row: EventRow) => row.hypeCount },
  newest: { column: e.approvedAt, keyOf: (row: EventRow) => row.approvedAt ?? 0 },
}

function planByKey(
  ctx: Ctx,
  query: EventsQuery,
  { from, within, sort }: Narrowing & { sort: keyof typeof keyed },
): PagedQuery {
  const cursor = cursors[sort].keysOf(ctx, query.cursor)
  const [asOf, ...last] = cursor ?? [ctx.now, 0, 0]
  const { column, keyOf } = keyed[sort]
  const after = cursor ? isAfter(column, true, last) : sql``
  const future = leavesOutPast(query) ? sql` and ${e.endAt} > ${asOf}` : sql``
  const asked = query.phase.map((phase) => sql`${isIn(phase, asOf)}`)
  const phase = asked.length === 0 ? sql`` : sql` and (${sql.join(asked, sql` or `)})`
  const order = sql`${column} desc, ${e.id} desc`
  const picked = sql`select ${e.id} from ${from} where ${isApproved}
    and (${e.cancelledAt} is null or ${e.endAt} <= ${asOf})${eventFilters({ query, within, now: asOf })}${future}${phase}${after}
    order by ${order} limit ${query.limit + 1}`
  return {
    statements: [selectEventsByIds(picked, order)],
    toPage: ([found = []]) =>
      toCursorPage(found, query.limit, {
        toItem: (row) => toSummary(row, asOf),
        cursorAfter: (row) => cursors[sort].after([asOf, keyOf(row), row.id]),
      }),
  }
}

type Narrowing = { from: SQL; within: SQL }

/**
 * How a list of events is read and cut into pages; the statements go in the caller's own batch.
 * It is narrowed beyond what a query can say by `ids`, which selects few, or by `within`: a
 * condition on `e` that begins with `and`.
 */
export function buildEventsQuery(
  ctx: Ctx,
  query: EventsQuery,
  { ids, within = sql`` }: { ids?: SQL; within?: SQL } = {},
): PagedQuery {
  const narrowing = { from: ids ? among(ids) : eventFromClause(query), within }
  const { sort } = query
  return sort === 'start'
    ? buildQueryByPhase(ctx, query, narrowing)
    : planByKey(ctx, query, { ...narrowing, sort })
}
