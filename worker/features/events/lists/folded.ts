import { sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { minSeriesDates } from '#worker/contracts/folding.ts'
import { Locale } from '#worker/contracts/locale.ts'
import { createMemo, createObjectMemo, freezeDeeply } from '#worker/contracts/memo.ts'
import type { Ctx } from '#worker/context.ts'
import type { List } from '#worker/db/client.ts'
import { literal } from '#worker/db/conditions.ts'
import { defineList } from '#worker/db/lists.ts'
import { CursorNumber, defineCursors, toCursorPage } from '#worker/db/pagination.ts'
import { instantSql, jsonArraySql, parseJsonRows, type RowOf } from '#worker/db/row.ts'
import { preparePerShape, type Params } from '#worker/db/statement.ts'
import {
  EventsQuery,
  Phase,
  type ListedEvent,
  type ListedEventsPage,
  type SeriesSummary,
} from '#worker/features/events/contract.ts'
import {
  derivePhase,
  selectEventsWithColumnsAndTotal,
  toEventSummary,
  type EventRow,
} from '#worker/features/events/event-rows.ts'
import { isWeekly } from '#worker/features/events/rhythm.ts'
import { isSeries, isUpcomingSeriesDate, seriesDate } from '#worker/features/events/series-dates.ts'
import {
  isLongerThanADay,
  upcomingOrLiveEvents,
  type InstantOrSql,
} from '#worker/features/events/upcoming-or-live.ts'
import { eventFilterClause, eventFromClause, toQueryShape } from './filters.ts'
import {
  concatSections,
  afterCursorClause,
  isInOtherLanguage,
  buildSectionQuery,
  sortBySection,
  listQueriedPhases,
  type EventSectionQuery,
  type NumberOrSql,
} from './sections.ts'
import { e } from '#worker/db/aliases.ts'

const marathonsAtMost = 48
const laterDatesAtMost = 12

/** When the first page was read, by which phases are told on all pages; language; phase; place. */
const cursors = defineCursors('events.listed', [
  CursorNumber,
  Locale,
  Phase,
  v.pipe(CursorNumber, v.maxValue(1)),
  CursorNumber,
  CursorNumber,
])

const dateColumns = {
  id: seriesDate.id,
  slug: seriesDate.slug,
  name: seriesDate.name,
  start: instantSql(seriesDate.startAt),
  timezone: seriesDate.timezone,
  time_certainty: seriesDate.timeCertainty,
}

const placeColumns = {
  isMarathon: sql<number>`pick.is_marathon`,
  dates: sql<number>`pick.dates`,
  laterDates: sql<string>`pick.later_dates`,
}
type ListedEventRow = EventRow & RowOf<typeof placeColumns>

/** Nothing folds where a reader asks for the dates of a series or group, or for the past. */
export function canFoldEvents({ sort, q, group, streamer, phase }: EventsQuery): boolean {
  const isNarrow = q !== '' || group.length > 0 || streamer.length > 0
  return sort === 'start' && !isNarrow && !phase.includes('past')
}

type EventNarrowing = {
  /** A further condition on an event, which begins with `and`. */
  within?: (of: typeof e) => SQL
  /** Ids `id` of the few events that the list is about. */
  ids?: SQL
}
type ListShape = { query: EventsQuery; isFolded: boolean; current: Phase | undefined }
type ListCursor<Time = number, Language = Locale, Value = number> = {
  asOf: Time
  language: Language
  foreign: Value
  start: Value
  id: Value
}
type ListCursorOrSql = ListCursor<InstantOrSql, Locale | SQL, NumberOrSql>

const shapes = createObjectMemo<ListShape>()

function toListShape({ query, isFolded, current }: ListShape, asOf: number): ListShape {
  const make = () => ({ query: toQueryShape(query, asOf), isFolded, current })
  return query.range === 'all' ? shapes(query, `${isFolded} ${current}`, make) : make()
}

/** Live events of the page's language first; folded: a strip of long ones, series as one date. */
export const selectListedEvents = defineList({
  skeleton(
    ctx: Ctx,
    { query, isFolded, ...narrowing }: EventNarrowing & Omit<ListShape, 'current'>,
  ) {
    const keys = cursors.keysOf(ctx, query.cursor)
    const [asOf, language, current, foreign, start, id] = keys ?? [
      ctx.now,
      ctx.locale,
      undefined,
      0,
      0,
      0,
    ]
    const shape = toListShape({ query, isFolded, current }, asOf)
    return { shape, narrowing, place: { asOf, language, foreign, start, id } }
  },
  hydrate: ({ shape, narrowing, place }) => [
    narrowing.within || narrowing.ids
      ? selectEventListing(shape, place, narrowing)
      : selectPrepared(shape)(place),
  ],
  rules([found], { place: { asOf, language } }) {
    const rowsOf = (isMarathon: number) =>
      sortBySection(
        found?.rows.filter((row) => row.isMarathon === isMarathon) ?? [],
        asOf,
        language,
      )
    return { rows: rowsOf(0), marathons: rowsOf(1), liveCount: found?.total ?? 0 }
  },
  present: (
    { rows, marathons, liveCount },
    { shape, place: { asOf, language } },
  ): ListedEventsPage => ({
    ...toCursorPage(rows, shape.query.limit, {
      toItem: (row) => toListedEvent(row, asOf),
      cursorAfter(row) {
        const phase = derivePhase(row, asOf)
        const foreign = Number(phase === 'live' && row.language !== language)
        return cursors.after([asOf, language, phase, foreign, row.startAt, row.id])
      },
    }),
    marathons: marathons.map((row) => toEventSummary(row, asOf)),
    liveCount,
  }),
})

const firstQueries = createMemo<EventsQuery>(20)

export function selectFirstAgendaPage(
  ctx: Ctx,
  phase: 'live' | 'upcoming',
  limit: number,
): List<ListedEventsPage> {
  const query = firstQueries(`${phase} ${limit}`, () =>
    freezeDeeply({ ...v.parse(EventsQuery, { phase }), limit }),
  )
  return selectListedEvents(ctx, { query, isFolded: true })
}

/** For pages that nothing narrows but the query. */
const selectPrepared = preparePerShape((shape: ListShape, place: Params<ListCursor>) =>
  selectEventListing(shape, place),
)

function selectEventListing(
  { query, isFolded, current }: ListShape,
  place: ListCursorOrSql,
  { within, ids }: EventNarrowing = {},
) {
  const { asOf } = place
  const filtersOf = (of: typeof e) =>
    eventFilterClause({ query, within: within?.(of) ?? sql``, now: asOf }, of)
  const filters = filtersOf(e)
  const amongIds = ids ? sql` and ${seriesDate.id} in (${ids})` : sql``
  const listed = sql`${isUpcomingSeriesDate(e.seriesKey, asOf)}${filtersOf(seriesDate)}${amongIds}`
  const from = eventFromClause(query, ids)
  const wanted = listQueriedPhases(query, current)
  const sections = wanted.map((phase) => {
    if (phase === 'live') return buildLiveSection(phase === current ? place : undefined)
    const after =
      phase === current
        ? afterCursorClause(e.startAt, phase === 'past', [place.start, place.id])
        : sql``
    const folding = isFolded && phase === 'upcoming' ? isFirstDateOfSeries(listed) : sql``
    return buildSectionQuery(phase, asOf, { from, where: sql`${filters}${after}${folding}` })
  })
  const live = wanted.includes('live')
    ? buildLiveCtes(
        selectLiveEventIds(place, ids || query.streamer.length > 0 ? from : undefined, filters),
        isFolded ? marathonsAtMost : 0,
      )
    : noLiveCtes
  const picked = sql`with ${live}
    select ${e.id} as id, 0 as is_marathon, ${isFolded ? selectSeriesDates(listed) : sql`1 as dates, '[]' as later_dates`},
        (${countLive}) as live_count
      from (${sections.length > 0 ? concatSections(sections, query.limit + 1) : none}) own cross join ${e} on ${e.id} = own.id
    ${current ? sql`` : sql`union all select id, 1, 1, '[]', (${countLive}) from marathons`}`
  return selectEventsWithColumnsAndTotal(placeColumns, sql<number>`pick.live_count`, picked)
}

const none = sql`select 0 as id where false`

const countLive = sql`select count(*) from live`
const noLiveCtes = sql`live(id) as (${none}), marathons(id) as (${none})`

function selectLiveEventIds(
  { asOf, language }: ListCursorOrSql,
  from: SQL | undefined,
  filters: SQL,
): SQL {
  return upcomingOrLiveEvents(asOf, {
    ...(from && { from }),
    where: sql`and ${e.startAt} <= ${asOf}${filters}`,
    columns: sql`${isInOtherLanguage(language)} as is_foreign, ${isLongerThanADay} as is_long`,
    limit: sql`-1`,
  })
}

/** Events longer than a day, unless there is only one: that is a row. */
function buildLiveCtes(live: SQL, longAtMost: number): SQL {
  return sql`live as materialized (${live}),
    marathons as materialized (select id from (select id, count(*) over () as count from (
        select id from live where is_long order by start_at, id limit ${longAtMost}))
      where count > 1)`
}

function buildLiveSection(last: ListCursorOrSql | undefined): EventSectionQuery {
  const after = last
    ? sql` and (is_foreign, start_at, id) > (${last.foreign}, ${last.start}, ${last.id})`
    : sql``
  return (limit) => sql`select id from live where id not in (select id from marathons)${after}
    order by is_foreign, start_at, id limit ${limit}`
}

function isFirstDateOfSeries(listed: SQL): SQL {
  return sql` and (${e.seriesKey} is null
    or not exists (select 1 from ${seriesDate} where ${listed}
      and (${seriesDate.startAt}, ${seriesDate.id}) < (${e.startAt}, ${e.id}))
    or not ${isSeries(e.seriesKey, listed)})`
}

function selectSeriesDates(listed: SQL): SQL {
  return sql`(select count(*) from ${seriesDate} where ${listed}) as dates,
    (select json_group_array(json(date)) from (select ${jsonArraySql(dateColumns)} as date from ${seriesDate}
      where ${listed} and (${seriesDate.startAt}, ${seriesDate.id}) > (${e.startAt}, ${e.id})
      order by ${seriesDate.startAt}, ${seriesDate.id} limit ${literal(laterDatesAtMost)})) as later_dates`
}

const seriesRows = createObjectMemo<ListedEvent>()

function toListedEvent(row: ListedEventRow, asOf: number): ListedEvent {
  const event = toEventSummary(row, asOf)
  const { seriesKey, dates: count } = row
  if (seriesKey === null || event.phase !== 'upcoming' || count < minSeriesDates(seriesKey)) {
    return event
  }
  return seriesRows(event, `${count} ${row.laterDates}`, () => ({
    ...event,
    series: toSeriesSummary(row),
  }))
}

function toSeriesSummary(row: ListedEventRow): SeriesSummary {
  const laterDates = parseJsonRows(dateColumns, row.laterDates)
  const starts = [row.startAt, ...laterDates.map(({ start }) => Date.parse(start))]
  return { count: row.dates, isWeekly: isWeekly(starts, row.timezone), laterDates }
}
