import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'
import { selectEvents, toSummary, type EventRow } from '#worker/features/events/event-rows.ts'
import type { GameSummary } from '#worker/features/games/contract.ts'
import { selectGames, toGame, type GameRow } from '#worker/features/games/games.ts'
import type { GroupSummary } from '#worker/features/groups/contract.ts'
import { selectGroups, toGroup, type GroupRow } from '#worker/features/groups/groups.ts'
import type { StreamerSummary } from '#worker/features/streamers/contract.ts'
import {
  selectStreamers,
  toStreamer,
  type StreamerRow,
} from '#worker/features/streamers/streamer-rows.ts'
import { candidates, coarseOrder, guessed } from './candidates.ts'
import type { SearchQuery, SearchType, SearchView } from './contract.ts'
import { likenessOf } from './likeness.ts'
import { lookupsOf, termsOf, type Lookups, type Terms } from './terms.ts'

type Search = { terms: Terms; lookups: Lookups; limit: number }

/** Read beyond what is asked for, so that the fine order has a choice: more where spelling is guessed. */
const spare = 6
const spareGuesses = 30

/** The ids worth a closer look; `from` joins the candidates `hit`. Guesses count only for want of others. */
function idsOf({ limit }: Search, from: SQL, order: SQL[]): SQL {
  return sql`select id from (select hit.id, hit.tier, min(hit.tier) over () as least,
      row_number() over (order by ${sql.join(order, sql`, `)}) as place from ${from})
    where iif(least < ${guessed}, tier < ${guessed} and place <= ${limit + spare},
      place <= ${limit + spareGuesses})`
}

function eventIds(search: Search, now: number): SQL {
  const from = sql`(${candidates('event', search.lookups, search.limit + spare)}) hit join events h on h.id = hit.id
    where h.status = 'approved'`
  return idsOf(search, from, [
    coarseOrder(sql`h.name`, search.terms),
    sql`h.end_at <= ${now} or h.cancelled_at is not null`,
    sql`h.hype_count desc`,
    sql`abs(h.start_at - ${now})`,
  ])
}

function groupIds(search: Search): SQL {
  const from = sql`(${candidates('group', search.lookups, search.limit + spare)}) hit join event_groups h on h.id = hit.id`
  return idsOf(search, from, [coarseOrder(sql`h.name`, search.terms)])
}

function gameIds(search: Search): SQL {
  const from = sql`(${candidates('game', search.lookups, search.limit + spare)}) hit join games h on h.id = hit.id`
  return idsOf(search, from, [coarseOrder(sql`h.name`, search.terms), sql`h.follow_count desc`])
}

function streamerIds(search: Search): SQL {
  const from = sql`(${candidates('streamer', search.lookups, search.limit + spare)}) hit join streamers h on h.id = hit.id`
  return idsOf(search, from, [
    coarseOrder(sql`h.display_name`, search.terms),
    sql`coalesce(h.followers, 0) + h.follow_count desc`,
  ])
}

type Rank = {
  likeness: number | undefined
  isOver?: boolean
  prominence: number
  /** Of events alike: how far from now. */
  distance?: number
}
type Ranked<Item> = Required<Rank> & { item: Item; likeness: number }

/** The likeliest first; of those the ones to come, then the most prominent. */
function ranked<Item>(items: Item[], rank: (item: Item) => Rank): Ranked<Item>[] {
  return items
    .flatMap((item) => {
      const { likeness, isOver = false, prominence, distance = 0 } = rank(item)
      return likeness === undefined ? [] : [{ item, likeness, isOver, prominence, distance }]
    })
    .toSorted(
      (a, b) =>
        a.likeness - b.likeness ||
        Number(a.isOver) - Number(b.isOver) ||
        b.prominence - a.prominence ||
        a.distance - b.distance,
    )
}

function rankedEvents({ now }: Ctx, terms: Terms, events: EventSummary[]): Ranked<EventSummary>[] {
  return ranked(events, (event) => ({
    likeness: likenessOf(terms, event.name, [
      event.streaming_account_name ?? '',
      ...event.participants.flatMap((one) => [one.display_name, one.account ?? '']),
    ]),
    isOver: event.phase === 'past' || event.cancelled_at !== null,
    prominence: event.hype_count,
    distance: Math.abs(Date.parse(event.start) - now),
  }))
}

function rankedGroups(terms: Terms, groups: GroupSummary[]): Ranked<GroupSummary>[] {
  return ranked(groups, (group) => ({
    likeness: likenessOf(terms, group.name),
    isOver: group.upcoming_events === 0,
    prominence: group.total_events,
  }))
}

function rankedGames(terms: Terms, games: GameSummary[]): Ranked<GameSummary>[] {
  return ranked(games, (game) => ({
    likeness: likenessOf(terms, game.name),
    prominence: game.followers,
  }))
}

function rankedStreamers(terms: Terms, streamers: StreamerSummary[]): Ranked<StreamerSummary>[] {
  return ranked(streamers, (streamer) => ({
    likeness: likenessOf(
      terms,
      streamer.display_name,
      streamer.accounts.map(({ name }) => name),
    ),
    prominence: (streamer.platform_followers ?? 0) + streamer.followers,
  }))
}

type Statements = [
  Statement<EventRow[]>,
  Statement<GroupRow[]>,
  Statement<GameRow[]>,
  Statement<StreamerRow[]>,
]

function statementsOf(ctx: Ctx, search: Search, types: readonly SearchType[]): Statements {
  const { db, now } = ctx
  const none = <Row>() => rows<Row>(db, sql`select 1 where false`)
  const isAsked = (type: SearchType) => types.includes(type)
  return [
    isAsked('event')
      ? selectEvents(db, sql`where e.id in (${eventIds(search, now)})`)
      : none<EventRow>(),
    isAsked('group')
      ? selectGroups(ctx, now, sql`where eg.id in (${groupIds(search)})`)
      : none<GroupRow>(),
    isAsked('game')
      ? selectGames(ctx, sql`from games g where g.id in (${gameIds(search)})`)
      : none<GameRow>(),
    isAsked('streamer')
      ? selectStreamers(ctx, sql`from streamers s where s.id in (${streamerIds(search)})`)
      : none<StreamerRow>(),
  ]
}

/** What a text may mean among events, groups, games and streamers, in one round trip. */
export async function search(ctx: Ctx, query: SearchQuery): Promise<SearchView> {
  const terms = termsOf(query.q)
  if (!terms) return { events: [], groups: [], games: [], streamers: [] }
  const asked = { terms, lookups: lookupsOf(terms), limit: query.limit }
  const [events, groups, games, streamers] = await read(ctx, statementsOf(ctx, asked, query.types))
  const found = {
    events: rankedEvents(
      ctx,
      terms,
      events.map((row) => toSummary(row, ctx.now)),
    ),
    groups: rankedGroups(terms, groups.map(toGroup)),
    games: rankedGames(terms, games.map(toGame)),
    streamers: rankedStreamers(terms, streamers.map(toStreamer)),
  }
  const shown = <Item>(list: Ranked<Item>[]) => list.slice(0, query.limit).map(({ item }) => item)
  return {
    events: shown(found.events),
    groups: shown(found.groups),
    games: shown(found.games),
    streamers: shown(found.streamers),
  }
}
