import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import { createObjectMemo } from '#worker/contracts/memo.ts'
import type { Statement } from '#worker/db/client.ts'
import { compactRowOf, jsonOf, type Columns, type RowOf } from '#worker/db/row.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { preparePerShape, select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { leastSeriesDates } from '#worker/contracts/folding.ts'
import { isSeries, isUpcomingDate } from '#worker/features/events/series-dates.ts'
import { isUpcomingOrLive } from '#worker/features/events/upcoming-or-live.ts'
import {
  eventColumns,
  eventJoins,
  phaseAt,
  toSummary,
  type EventRow,
} from '#worker/features/events/event-rows.ts'
import { sortBySection } from '#worker/features/events/event-sections.ts'
import { gameColumns, toGame, type GameRow } from '#worker/features/directory/games/games.ts'
import { groupColumns, toGroup, type GroupRow } from '#worker/features/directory/groups/groups.ts'
import {
  streamerColumns,
  toStreamer,
  type StreamerRow,
} from '#worker/features/directory/streamers/streamer-rows.ts'
import { isUnproven } from '#worker/features/directory/streamers/unproven.ts'
import {
  searchParameter,
  toSearchParameters,
  candidateCtes,
  correctionsRow,
  type SearchParameters,
} from './candidates.ts'
import { SearchType, type EventHit, type SearchQuery, type SearchView } from './contract.ts'
import { planFilterSearch, type FilterSearch } from './filter-search.ts'
import { rankCandidates } from './ranking.ts'
import { similarityOf } from './similarity.ts'
import { storeCorrections } from './spelling-correction.ts'
import { toSearchExpressions, parseTerms, type Terms } from './terms.ts'

const e = alias(events, 'e')
const now = searchParameter('now')
const columns = {
  group: groupColumns(now),
  game: gameColumns(isUpcomingOrLive(now)),
  streamer: streamerColumns(now),
}

const h = alias(events, 'h')
const x = alias(events, 'x')
const hitColumns = {
  ...eventColumns,
  upcomingDates: sql<number>`(select count(*) from ${x} where ${isUpcomingDate(e.seriesKey, now)})`,
}

const rowTexts: Record<SearchType, SQL> = {
  event: jsonOf(hitColumns),
  group: jsonOf(columns.group),
  game: jsonOf(columns.game),
  streamer: jsonOf(columns.streamer),
}

/** What follows the columns of each type. */
const sources: Record<SearchType, SQL> = {
  event: sql`(${rankCandidates('event', {
    table: sql`events`,
    name: sql`h.name`,
    channel: sql`h.streaming_account_name`,
    where: sql`h.status = 'approved'`,
    fold: {
      key: sql`coalesce(${h.seriesKey}, ${h.id})`,
      isFolded: isSeries(sql`hit.key`, isUpcomingDate(sql`hit.key`, now)),
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
    where: sql`not ${isUnproven(alias(streamers, 'h'))}`,
    tieBreakers: [sql`-coalesce(h.followers, 0) - h.follow_count`],
  })}) pick cross join streamers s on s.id = pick.id`,
}

const foundColumns = { type: sql<SearchType | 'corrections'>`type`, row: sql<string>`row` }
type Found = RowOf<typeof foundColumns>

/** One statement for all types, so that spelling is corrected once; a row of its own has the corrections. */
const selectFound = preparePerShape<string, SearchParameters, Found[]>((names) => {
  const types = SearchType.options.filter((type) => names.split(',').includes(type))
  const each = types.map(
    (type) => sql`select ${sql.raw(`'${type}'`)} as type, ${rowTexts[type]} as row
      from ${sources[type]}`,
  )
  return select(
    foundColumns,
    sql`from (with ${candidateCtes(types)} ${sql.join([...each, correctionsRow], sql` union all `)})`,
  )
})

type Rank = {
  similarity: number | undefined
  isOver?: boolean
  prominence: number
  /** Of events alike: how far from now. */
  distance?: number
}

/** The likeliest first; of those the ones to come, then the most prominent. */
function ranked<Row>(rows: readonly Row[], rank: (row: Row) => Rank): Row[] {
  return rows
    .flatMap((row) => {
      const { similarity, isOver = false, prominence, distance = 0 } = rank(row)
      return similarity === undefined ? [] : [{ row, similarity, isOver, prominence, distance }]
    })
    .toSorted(
      (a, b) =>
        a.similarity - b.similarity ||
        Number(a.isOver) - Number(b.isOver) ||
        b.prominence - a.prominence ||
        a.distance - b.distance,
    )
    .map(({ row }) => row)
}

type HitRow = RowOf<typeof hitColumns>
const hits = createObjectMemo<EventHit>()

/** As `toSummary`, the same frozen object where the row is. */
function toHit(row: HitRow, now: number): EventHit {
  if (row.broadcasts.length > 0) return hitOf(row, now)
  return hits(row, phaseAt(row, now), () => hitOf(row, now))
}

function hitOf(row: HitRow, now: number): EventHit {
  const { seriesKey: key, upcomingDates: dates } = row
  const isSeries = key !== null && dates >= leastSeriesDates(key)
  return { ...toSummary(row, now), upcoming_dates: isSeries ? dates : null }
}

function rankedEvents<Row extends EventRow>(
  { now }: Ctx,
  terms: Terms,
  rows: readonly Row[],
): Row[] {
  return ranked(rows, (row) => ({
    similarity: similarityOf(terms, row.name, () => [
      row.accountName ?? '',
      ...row.participants.flatMap((one) => [one.displayName, one.account ?? '']),
    ]),
    isOver: phaseAt(row, now) === 'past' || row.cancelledAt !== null,
    prominence: row.hypeCount,
    distance: Math.abs(row.startAt - now),
  }))
}

function rankedGroups(terms: Terms, rows: readonly GroupRow[]): GroupRow[] {
  return ranked(rows, (row) => ({
    similarity: similarityOf(terms, row.name),
    isOver: row.upcoming === 0,
    prominence: row.total,
  }))
}

function rankedGames(terms: Terms, rows: readonly GameRow[]): GameRow[] {
  return ranked(rows, (row) => ({
    similarity: similarityOf(terms, row.name),
    prominence: row.followers,
  }))
}

function rankedStreamers(terms: Terms, rows: readonly StreamerRow[]): StreamerRow[] {
  return ranked(rows, (row) => ({
    similarity: similarityOf(terms, row.displayName, () => row.accounts.map(({ name }) => name)),
    prominence: (row.platformFollowers ?? 0) + row.followers,
  }))
}

function rowsOfType<Of extends Columns>(
  found: readonly Found[],
  type: SearchType,
  columns: Of,
): RowOf<Of>[] {
  return found.filter((one) => one.type === type).map(({ row }) => compactRowOf(columns, row))
}

type Lists = Omit<SearchView, 'when' | 'category'>
type NameSearch = { statements: Statement<Found[]>[]; toLists: (found: readonly Found[]) => Lists }

const nothing: Lists = { events: [], groups: [], games: [], streamers: [] }

/** What a text may mean among names of some types; the statements go in the caller's batch. */
function planNameSearch(
  ctx: Ctx,
  { q, limit }: Pick<SearchQuery, 'q' | 'limit'>,
  types: readonly SearchType[],
): NameSearch {
  const terms = parseTerms(q)
  if (!terms || types.length === 0) return { statements: [], toLists: () => nothing }
  const asking = toSearchParameters(terms, toSearchExpressions(terms), { now: ctx.now, limit })
  return {
    statements: [selectFound(types.join())(asking)],
    toLists(found) {
      const corrected = found.find(({ type }) => type === 'corrections')
      if (corrected) storeCorrections(terms, corrected.row)
      const events = rankedEvents(ctx, terms, rowsOfType(found, 'event', hitColumns))
      const groups = rankedGroups(terms, rowsOfType(found, 'group', columns.group))
      const games = rankedGames(terms, rowsOfType(found, 'game', columns.game))
      const streamers = rankedStreamers(terms, rowsOfType(found, 'streamer', columns.streamer))
      return {
        events: events.slice(0, limit).map((row) => toHit(row, ctx.now)),
        groups: groups.slice(0, limit).map(toGroup),
        games: games.slice(0, limit).map(toGame),
        streamers: streamers.slice(0, limit).map(toStreamer),
      }
    },
  }
}

/** Of many days, so that it says little about this one. */
function isLong({ startAt, endAt }: EventRow): boolean {
  return endAt - startAt > dayMs
}

/**
 * The events that pass the filters and that the other words name, then what all words name. Where the other
 * words name none, what all words name comes first: `Talk Show Legends` may be a name.
 */
function filteredEvents(
  ctx: Ctx,
  { rest, category }: FilterSearch,
  { named, rows, limit }: { named: EventHit[]; rows: readonly EventRow[]; limit: number },
): EventHit[] {
  const events = sortBySection([...rows], ctx.now)
  const terms = parseTerms(rest)
  const meant = terms
    ? rankedEvents(ctx, terms, events)
    : events.toSorted((a, b) => Number(isLong(a)) - Number(isLong(b)))
  if (!category) return (meant.length > 0 ? toHits(ctx, meant) : named).slice(0, limit)
  const hits =
    meant.length > 0 ? [...toHits(ctx, meant), ...named] : [...named, ...toHits(ctx, events)]
  return [...new Map(hits.map((hit) => [hit.id, hit])).values()].slice(0, limit)
}

function toHits(ctx: Ctx, rows: readonly EventRow[]): EventHit[] {
  return rows.map((row) => ({ ...toSummary(row, ctx.now), upcoming_dates: null }))
}

/** What a text may mean among events, groups, games and streamers, in one round trip. */
export async function search(ctx: Ctx, query: SearchQuery): Promise<SearchView> {
  const types = SearchType.options.filter((type) => query.types.includes(type))
  const filtered = types.includes('event') ? planFilterSearch(ctx, query) : undefined
  if (!filtered) {
    const plan = planNameSearch(ctx, query, types)
    const [found = []] = await read(ctx, plan.statements)
    return { when: null, category: null, ...plan.toLists(found) }
  }
  const { limit } = query
  // Without a day both look for the same words.
  const isOneSearch = filtered.names === query.q
  const named = planNameSearch(ctx, query, isOneSearch ? types : ['event'])
  const others = planNameSearch(
    ctx,
    { q: filtered.names, limit },
    isOneSearch ? [] : types.filter((type) => type !== 'event'),
  )
  const found = await read(ctx, {
    named: named.statements,
    others: others.statements,
    events: filtered.statements,
  })
  const [rows = []] = found.events
  const { events, ...namedOthers } = named.toLists(found.named[0] ?? [])
  return {
    ...(isOneSearch ? namedOthers : others.toLists(found.others[0] ?? [])),
    when: filtered.when,
    category: filtered.category,
    events: filteredEvents(ctx, filtered, { named: events, rows, limit }),
  }
}
