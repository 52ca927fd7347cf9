import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import { findCategory, type CategoryInText } from '#worker/contracts/category-words.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import { createObjectMemo } from '#worker/contracts/memo.ts'
import { parseCompactRow, jsonArraySql, type Columns, type RowOf } from '#worker/db/row.ts'
import { defineList } from '#worker/db/lists.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { preparePerShape, select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { minSeriesDates } from '#worker/contracts/folding.ts'
import { isSeries, isUpcomingSeriesDate, seriesDate } from '#worker/features/events/series-dates.ts'
import { isUpcomingOrLive } from '#worker/features/events/upcoming-or-live.ts'
import {
  eventColumns,
  eventJoins,
  derivePhase,
  toEventSummary,
  type EventRow,
} from '#worker/features/events/event-rows.ts'
import { sortBySection } from '#worker/features/events/lists/sections.ts'
import { gameColumns, toGame } from '#worker/features/directory/games/games.ts'
import { groupColumns, toGroup } from '#worker/features/directory/groups/groups.ts'
import { streamerColumns, toStreamer } from '#worker/features/directory/streamers/streamer-rows.ts'
import { isUnlistedStreamer } from '#worker/features/directory/streamers/unproven.ts'
import {
  searchParameter,
  toSearchParameters,
  candidateCtes,
  correctionsRow,
  type SearchParameters,
} from './candidates.ts'
import { SearchType, type EventHit, type SearchQuery, type SearchView } from './contract.ts'
import { planDaySearch, type DaySearch } from './day-search.ts'
import { rankCandidates } from './ranking.ts'
import { rankEvents, rankGames, rankGroups, rankStreamers } from './rank-rows.ts'
import { cacheCorrections } from './spelling-correction.ts'
import { toSearchExpressions, parseTerms, type SearchTerms } from './terms.ts'
import { e } from '#worker/db/aliases.ts'

const now = searchParameter('now')
const columns = {
  group: groupColumns(now),
  game: gameColumns(isUpcomingOrLive(now)),
  streamer: streamerColumns(now),
}

const h = alias(events, 'h')
const hitColumns = {
  ...eventColumns,
  upcomingDates: sql<number>`(select count(*) from ${seriesDate} where ${isUpcomingSeriesDate(e.seriesKey, now)})`,
}

const rowTexts: Record<SearchType, SQL> = {
  event: jsonArraySql(hitColumns),
  group: jsonArraySql(columns.group),
  game: jsonArraySql(columns.game),
  streamer: jsonArraySql(columns.streamer),
}

const sources: Record<SearchType, SQL> = {
  event: sql`(${rankCandidates('event', {
    table: sql`events`,
    name: sql`h.name`,
    channel: sql`h.streaming_account_name`,
    where: sql`h.status = 'approved'`,
    fold: {
      key: sql`coalesce(${h.seriesKey}, ${h.id})`,
      isFolded: isSeries(sql`hit.key`, isUpcomingSeriesDate(sql`hit.key`, now)),
      order: sql`${h.endAt} <= ${now} or ${h.cancelledAt} is not null, ${h.startAt}, ${h.id}`,
    },
    tieBreakers: [
      sql`h.end_at <= ${now} or h.cancelled_at is not null`,
      sql`-h.hype_count`,
      sql`abs(h.start_at - ${now})`,
    ],
  })}) pick cross join ${e} on ${e.id} = pick.id ${eventJoins}`,
  group: sql`(${rankCandidates('group', {
    table: sql`event_groups`,
    name: sql`h.name`,
    tieBreakers: [
      sql`not exists (select 1 from ${e} where ${e.groupId} = h.id and ${isUpcomingOrLive(now)})`,
      sql`-h.event_count`,
    ],
  })}) pick
    cross join event_groups eg on eg.id = pick.id left join games g on g.id = eg.game_id`,
  game: sql`(${rankCandidates('game', {
    table: sql`games`,
    name: sql`h.name`,
    tieBreakers: [sql`-h.follow_count`],
  })}) pick cross join games g on g.id = pick.id`,
  streamer: sql`(${rankCandidates('streamer', {
    table: sql`streamers`,
    name: sql`h.display_name`,
    where: sql`not ${isUnlistedStreamer(alias(streamers, 'h'))}`,
    tieBreakers: [sql`-coalesce(h.followers, 0) - h.follow_count`],
  })}) pick cross join streamers s on s.id = pick.id`,
}

const foundColumns = { type: sql<SearchType | 'corrections'>`type`, row: sql<string>`row` }
type SearchRow = RowOf<typeof foundColumns>

type SearchShape = { types: SearchType[]; isOfCategory: boolean }

/** One statement for all types, so that spelling is corrected once, in a row of its own. */
const selectFound = preparePerShape<SearchShape, SearchParameters, SearchRow[]>(
  ({ types, isOfCategory }) => {
    const each = types.map(
      (type) => sql`select ${sql.raw(`'${type}'`)} as type, ${rowTexts[type]} as row
      from ${sources[type]}`,
    )
    return select(
      foundColumns,
      sql`from (with ${candidateCtes(types, isOfCategory)} ${sql.join([...each, correctionsRow], sql` union all `)})`,
    )
  },
)

type EventHitRow = RowOf<typeof hitColumns>
const hits = createObjectMemo<EventHit>()

/** A repeated row gives the same frozen object, as in `toEventSummary`. */
function toEventHit(row: EventHitRow, now: number): EventHit {
  if (row.broadcasts.length > 0) return createEventHit(row, now)
  return hits(row, derivePhase(row, now), () => createEventHit(row, now))
}

function createEventHit(row: EventHitRow, now: number): EventHit {
  const { seriesKey: key, upcomingDates: dates } = row
  const isSeries = key !== null && dates >= minSeriesDates(key)
  return { ...toEventSummary(row, now), upcoming_dates: isSeries ? dates : null }
}

function parseRowsOfType<Of extends Columns>(
  found: readonly SearchRow[],
  type: SearchType,
  columns: Of,
): RowOf<Of>[] {
  return found.filter((one) => one.type === type).map(({ row }) => parseCompactRow(columns, row))
}

type NameSearch = Pick<SearchQuery, 'q' | 'limit' | 'types'> & {
  namedCategory?: CategoryInText | undefined
}

const selectNames = defineList({
  skeleton: (ctx: Ctx, search: NameSearch) => ({ ...search, ctx, terms: parseTerms(search.q) }),
  hydrate({ ctx, terms, limit, types, namedCategory }) {
    if (!terms || types.length === 0) return []
    const asking = { now: ctx.now, limit, namedCategory }
    const parameters = toSearchParameters(terms, toSearchExpressions(terms), asking)
    return [selectFound({ types, isOfCategory: namedCategory !== undefined })(parameters)]
  },
  rules([found = []], { ctx, terms, namedCategory }) {
    if (!terms) return { events: [], groups: [], games: [], streamers: [] }
    const corrected = found.find(({ type }) => type === 'corrections')
    if (corrected) cacheCorrections(terms, corrected.row)
    const rows = parseRowsOfType(found, 'event', hitColumns)
    return {
      events: namedCategory
        ? filterCategoryEvents(ctx, namedCategory, { terms, rows })
        : rankEvents(ctx, terms, rows),
      groups: rankGroups(terms, parseRowsOfType(found, 'group', columns.group)),
      games: rankGames(terms, parseRowsOfType(found, 'game', columns.game)),
      streamers: rankStreamers(terms, parseRowsOfType(found, 'streamer', columns.streamer)),
    }
  },
  present: ({ events, groups, games, streamers }, { ctx, limit }) => ({
    events: events.slice(0, limit).map((row) => toEventHit(row, ctx.now)),
    groups: groups.slice(0, limit).map(toGroup),
    games: games.slice(0, limit).map(toGame),
    streamers: streamers.slice(0, limit).map(toStreamer),
  }),
})

/** Lasts for days, so that it says little about this one. */
function isLongerThanADay({ startAt, endAt }: EventRow): boolean {
  return endAt - startAt > dayMs
}

/** Names come first where the other words match nothing: `Talk Show Legends` may be one. */
function joinMatches<Item extends { id: number }>(
  meant: readonly Item[],
  named: readonly Item[],
  others: readonly Item[],
): Item[] {
  const joined = meant.length > 0 ? [...meant, ...named] : [...named, ...others]
  return [...new Map(joined.map((item) => [item.id, item])).values()]
}

function filterCategoryEvents<Row extends EventRow>(
  ctx: Ctx,
  { category, rest }: CategoryInText,
  { terms, rows }: { terms: SearchTerms; rows: readonly Row[] },
): Row[] {
  const isOfCategory = (row: Row) =>
    row.category === category && row.cancelledAt === null && derivePhase(row, ctx.now) !== 'past'
  const inCategory = sortBySection(rows.filter(isOfCategory), ctx.now)
  const others = parseTerms(rest)
  const meant = others ? rankEvents(ctx, others, inCategory) : inCategory
  const meantEvents = new Set(meant)
  // To compare a name with the search costs more than all the rest.
  const unmeant = rows.filter((row) => !meantEvents.has(row))
  return joinMatches(meant, rankEvents(ctx, terms, unmeant), inCategory)
}

/** Without other words: those in the reader's language first, and shows before what lasts for days. */
function sortDayEvents(rows: readonly EventRow[], locale: Locale): EventRow[] {
  const rank = (row: EventRow) =>
    Number(row.language !== locale) * 2 + Number(isLongerThanADay(row))
  return rows.toSorted((a, b) => rank(a) - rank(b))
}

function findDayEvents(
  ctx: Ctx,
  { rest, category }: DaySearch,
  { named, rows, locale }: { named: EventHit[]; rows: readonly EventRow[]; locale: Locale },
): EventHit[] {
  const toHits = (found: readonly EventRow[]) =>
    found.map((row) => ({ ...toEventSummary(row, ctx.now), upcoming_dates: null }))
  const events = sortBySection([...rows], ctx.now)
  const terms = parseTerms(rest)
  const meant = terms ? rankEvents(ctx, terms, events) : sortDayEvents(events, locale)
  if (category) return joinMatches(toHits(meant), named, toHits(events))
  return meant.length > 0 ? toHits(meant) : named
}

export async function search(ctx: Ctx, query: SearchQuery): Promise<SearchView> {
  const types = SearchType.options.filter((type) => query.types.includes(type))
  const hasEvents = types.includes('event')
  const ofDay = hasEvents ? planDaySearch(ctx, query) : undefined
  const { q, limit, locale } = query
  if (!ofDay) {
    const namedCategory = hasEvents ? findCategory(q) : undefined
    const lists = await read(ctx, selectNames(ctx, { q, limit, types, namedCategory }))
    return { when: null, category: namedCategory?.category ?? null, ...lists }
  }
  const { when, category, names, statements } = ofDay
  const otherTypes = types.filter((type) => type !== 'event')
  const { named, others, found } = await read(ctx, {
    named: selectNames(ctx, { q, limit, types: ['event'] }),
    others: selectNames(ctx, { q: names, limit, types: otherTypes }),
    found: statements,
  })
  const [rows = []] = found
  const hits = { named: named.events, rows, locale }
  const events = findDayEvents(ctx, ofDay, hits).slice(0, limit)
  return { ...others, when, category, events }
}
