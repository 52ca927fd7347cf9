import { sql, type Column, type SQL } from 'drizzle-orm'
import { maxEventDurationMs } from '#worker/contracts/durations.ts'
import type { Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import type { Statement } from '#worker/db/client.ts'
import { contains } from '#worker/db/conditions.ts'
import { CursorNumber, defineCursors, toCursorPage } from '#worker/db/pagination.ts'
import { preparePerShape, type Params } from '#worker/db/statement.ts'
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
import type { InstantOrSql } from './upcoming-or-live.ts'
import { eventParticipants, events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'

const e = alias(events, 'e')

/** Every cursor begins with when the first page was read, so that no event changes phase between pages. */
const cursors = {
  start: defineCursors('events.start', [CursorNumber, Phase, CursorNumber, CursorNumber]),
  hype: defineCursors('events.hype', [CursorNumber, CursorNumber, CursorNumber]),
  newest: defineCursors('events.newest', [CursorNumber, CursorNumber, CursorNumber]),
}

type Asked = { query: EventsQuery; within: SQL; now: InstantOrSql }

export function anyOf(column: Column | SQL, values: readonly (string | number)[]): SQL {
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
    // The plus keeps to the index of a game, of a group or by start.
    anyOf(sql`+${of.category}`, query.category),
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
export function among(ids: SQL): SQL {
  return sql`(${ids}) own cross join ${e} on ${e.id} = own.id`
}

/** Of the last row before a page: by numbers, or by parameters of a statement. */
export type NumberOrSql = number | SQL<number>
type After = readonly [key: NumberOrSql, id: NumberOrSql]

function isAfter(column: Column, isDown: boolean, [key, id]: After): SQL {
  return sql` and (${column}, ${e.id}) ${sql.raw(isDown ? '<' : '>')} (${key}, ${id})`
}

/** The statements of a list, and how their rows become its page. */
export type PagedQuery = {
  statements: Statement<EventRow[]>[]
  toPage(results: EventRow[][]): Page<EventSummary>
}

type Position = { current: Phase; last: After }

/** The sections that a query asks for, in the default order, from a position of one on. */
function selectSections(
  query: EventsQuery,
  asOf: InstantOrSql,
  { from, within }: Narrowing,
  position?: Position,
): EventSectionQuery[] {
  const filters = eventFilters({ query, within, now: asOf })
  return wantedPhases(query, position?.current).map((phase) => {
    const after =
      phase === position?.current ? isAfter(e.startAt, phase === 'past', position.last) : sql``
    return selectSection(phase, asOf, { from, where: sql`${filters}${after}` })
  })
}

/** The phases that a query asks for, in the default order, from one on. */
export function wantedPhases(query: EventsQuery, from: Phase | undefined): Phase[] {
  return phases
    .slice(from === undefined ? 0 : phases.indexOf(from))
    .filter((phase) => query.phase.length === 0 || query.phase.includes(phase))
    .filter((phase) => phase !== 'past' || !leavesOutPast(query))
}

function narrowingOf(query: EventsQuery): Narrowing {
  return { from: eventFromClause(query), within: sql`` }
}

/** What determines the text of a query's statement: not its cursor, and of its range the days as of an instant. */
export function toShape(query: EventsQuery, asOf: number): EventsQuery {
  const shape = { ...query, cursor: undefined }
  if (query.range === 'all') return shape
  const isFuture = leavesOutPast(query)
  return { ...shape, ...toTimeWindow(query, asOf), range: 'all', tz: 'UTC', future_only: isFuture }
}

type PageShape = { query: EventsQuery; current: Phase | undefined }

/** Of pages that nothing narrows but the query. */
const selectPage = preparePerShape(
  (
    { query, current }: PageShape,
    { asOf, start, id }: Params<{ asOf: number; start: number; id: number }>,
  ) => {
    const position = current && { current, last: [start, id] as const }
    const sections = selectSections(query, asOf, narrowingOf(query), position)
    return selectEventsByIds(concatSections(sections, query.limit + 1))
  },
)

/** The default order is three sections one after the other: live, upcoming, past. */
function buildQueryByPhase(ctx: Ctx, query: EventsQuery, narrowing?: Narrowing): PagedQuery {
  const cursor = cursors.start.keysOf(ctx, query.cursor)
  const [asOf, current, ...last] = cursor ?? [ctx.now, undefined, 0, 0]
  const position = current && { current, last }
  const select = (): Statement<EventRow[]> => {
    if (!narrowing) {
      const [start, id] = last
      const shape: PageShape = { query: toShape(query, asOf), current }
      return selectPage(shape)({ asOf, start, id })
    }
    const sections = selectSections(query, asOf, narrowing, position)
    return selectEventsByIds(concatSections(sections, query.limit + 1))
  }
  return {
    statements: wantedPhases(query, current).length === 0 ? [] : [select()],
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
function isIn(phase: Phase, asOf: InstantOrSql): SQL {
  if (phase === 'upcoming') return sql`+${e.startAt} > ${asOf} and ${e.cancelledAt} is null`
  return phase === 'live'
    ? sql`+${e.startAt} <= ${asOf} and ${e.endAt} > ${asOf} and ${e.cancelledAt} is null`
    : sql`${e.endAt} <= ${asOf}`
}

const keyed = {
  hype: { column: e.hypeCount, keyOf: (row: EventRow) => row.hypeCount },
  newest: { column: e.approvedAt, keyOf: (row: EventRow) => row.approvedAt ?? 0 },
}

type KeyedSort = keyof typeof keyed

type KeyedQuery = EventsQuery & { sort: KeyedSort }

function selectByKey(
  query: KeyedQuery,
  asOf: InstantOrSql,
  { from, within }: Narrowing,
  last?: After,
): Statement<EventRow[]> {
  const { column } = keyed[query.sort]
  const after = last ? isAfter(column, true, last) : sql``
  const future = leavesOutPast(query) ? sql` and ${e.endAt} > ${asOf}` : sql``
  const asked = query.phase.map((phase) => sql`${isIn(phase, asOf)}`)
  const phase = asked.length === 0 ? sql`` : sql` and (${sql.join(asked, sql` or `)})`
  const order = sql`${column} desc, ${e.id} desc`
  const picked = sql`select ${e.id} from ${from} where ${isApproved}
    and (${e.cancelledAt} is null or ${e.endAt} <= ${asOf})${eventFilters({ query, within, now: asOf })}${future}${phase}${after}
    order by ${order} limit ${query.limit + 1}`
  return selectEventsByIds(picked, order)
}

type KeyedShape = { query: KeyedQuery; isFirst: boolean }

/** Of pages that nothing narrows but the query. */
const selectPageByKey = preparePerShape(
  (
    { query, isFirst }: KeyedShape,
    { asOf, key, id }: Params<{ asOf: number; key: number; id: number }>,
  ) => selectByKey(query, asOf, narrowingOf(query), isFirst ? undefined : [key, id]),
)

function buildQueryByKey(ctx: Ctx, query: KeyedQuery, narrowing?: Narrowing): PagedQuery {
  const { sort } = query
  const cursor = cursors[sort].keysOf(ctx, query.cursor)
  const [asOf, ...last] = cursor ?? [ctx.now, 0, 0]
  const select = (): Statement<EventRow[]> => {
    if (narrowing) return selectByKey(query, asOf, narrowing, cursor && last)
    const [key, id] = last
    const shape: KeyedShape = { query: { ...toShape(query, asOf), sort }, isFirst: !cursor }
    return selectPageByKey(shape)({ asOf, key, id })
  }
  return {
    statements: [select()],
    toPage: ([found = []]) =>
      toCursorPage(found, query.limit, {
        toItem: (row) => toSummary(row, asOf),
        cursorAfter: (row) => cursors[sort].after([asOf, keyed[sort].keyOf(row), row.id]),
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
  { ids, within }: { ids?: SQL; within?: SQL } = {},
): PagedQuery {
  const from = ids ? among(ids) : eventFromClause(query)
  const narrowing = ids || within ? { from, within: within ?? sql`` } : undefined
  const { sort } = query
  return sort === 'start'
    ? buildQueryByPhase(ctx, query, narrowing)
    : buildQueryByKey(ctx, { ...query, sort }, narrowing)
}
