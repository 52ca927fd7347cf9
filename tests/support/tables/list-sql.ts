import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import type { Database } from '#worker/db/client.ts'
import { columnListSql } from '#worker/db/row.ts'
import { renderSql } from '#worker/db/write-sql.ts'
import { getAgenda } from '#worker/features/events/agenda.ts'
import { getCalendarMonth } from '#worker/features/events/calendar/calendar.ts'
import { CalendarFilters } from '#worker/features/events/calendar/contract.ts'
import { AgendaQuery, EventCountQuery, EventsQuery } from '#worker/features/events/contract.ts'
import { countEvents } from '#worker/features/events/event-count.ts'
import {
  listEvents,
  listLiveEvents,
  listMostHypedEvents,
} from '#worker/features/events/lists/plain.ts'
import { eventColumns } from '#worker/features/events/event-rows.ts'
import { FeedQuery } from '#worker/features/events/feeds/contract.ts'
import { readEventFeed } from '#worker/features/events/feeds/feed-events.ts'
import { listRelatedEvents } from '#worker/features/events/related-events.ts'
import { GamesQuery } from '#worker/features/directory/games/contract.ts'
import { listGames } from '#worker/features/directory/games/game-list.ts'
import { GroupEventsQuery, GroupsQuery } from '#worker/features/directory/groups/contract.ts'
import { getGroupPage, listGroups } from '#worker/features/directory/groups/group-list.ts'
import { StreamersQuery } from '#worker/features/directory/streamers/contract.ts'
import { getStreamersPage } from '#worker/features/directory/streamers/streamer-list.ts'
import { SearchQuery } from '#worker/features/search/contract.ts'
import { search } from '#worker/features/search/search.ts'
import { getHomePage } from '#worker/pages/home.ts'
import { writeCursor } from '#tests/support/drivers/pagination.ts'
import { toOneLine, toSqlLines } from '#tests/support/parsers/sql-lines.ts'

type Read = (ctx: Ctx) => Promise<unknown>

const now = Date.UTC(2027, 2, 1, 12)

const events = (query: object) => (ctx: Ctx) => listEvents(ctx, v.parse(EventsQuery, query))
const agenda = (query: object) => (ctx: Ctx) => getAgenda(ctx, v.parse(AgendaQuery, query))
const games = (query: object) => (ctx: Ctx) => listGames(ctx, v.parse(GamesQuery, query))
const groups = (query: object) => (ctx: Ctx) => listGroups(ctx, v.parse(GroupsQuery, query))
const streamers = (query: object) => (ctx: Ctx) =>
  getStreamersPage(ctx, v.parse(StreamersQuery, query), false)

/** By the file in docs/sql, and what is asked of the list. */
export const lists: Record<string, Record<string, Read>> = {
  events: {
    'the first page': events({}),
    'a later page': events({ cursor: writeCursor('events.start', now, 'upcoming', now, 7) }),
    'filtered and within a range': events({
      ...{ range: 'week', tz: 'Europe/Paris', q: 'one', language: 'fr', game: '7', streamer: '7' },
    }),
    'by hype, a later page': events({
      sort: 'hype',
      cursor: writeCursor('events.hype', now, 3, 7),
    }),
    'the newest to come': events({ sort: 'newest', phase: 'upcoming' }),
    live: (ctx) => listLiveEvents(ctx),
    'most hyped': (ctx) => listMostHypedEvents(ctx),
    'a count': (ctx) => countEvents(ctx, v.parse(EventCountQuery, {})),
    'like another': (ctx) => listRelatedEvents(ctx, { event: 7 as never, limit: 6 }),
  },
  agenda: {
    'the first page': agenda({}),
    'a later page': agenda({ cursor: writeCursor('events.listed', now, 'en', 'live', 0, now, 7) }),
    'by names, within a range': agenda({ range: 'week', tz: 'Europe/Paris', game_q: 'one' }),
  },
  calendar: { 'a month': (ctx) => getCalendarMonth(ctx, v.parse(CalendarFilters, {})) },
  feed: { 'with filters': (ctx) => readEventFeed(ctx, v.parse(FeedQuery, { language: 'fr' })) },
  games: {
    'by popularity, a later page': games({ cursor: writeCursor('games.popularity', 3, 7) }),
    'by name': games({ sort: 'name', q: 'one' }),
    'by coming events': games({ sort: 'upcoming_events' }),
  },
  groups: {
    'the first page': groups({}),
    'a later page': groups({ cursor: writeCursor('groups', now, 1, 0, 0, 'one') }),
  },
  streamers: {
    'by followers, a later page': streamers({
      sort: 'followers',
      cursor: writeCursor('streamers.followers', 3, 5, 7),
    }),
    'by name': streamers({ sort: 'name', platform: 'twitch' }),
    'at random': streamers({ sort: 'random', seed: '5' }),
  },
  search: { names: (ctx) => search(ctx, v.parse(SearchQuery, { q: 'one two' })) },
  pages: {
    home: (ctx) => getHomePage(ctx),
    'a group': (ctx) => getGroupPage(ctx, 'one', v.parse(GroupEventsQuery, {})),
  },
}

/** Printed once, as nearly every statement has it. */
const columnsOfEvent = toOneLine(renderSql(columnListSql(eventColumns)).sql)

/** The statements that one round trip sends, as a database without rows is asked for them. */
async function statementsOf(run: Read): Promise<string[]> {
  const sent: string[] = []
  const send: Database['send'] = (queries) => {
    const short = queries.map(({ sql }) =>
      toOneLine(sql).replaceAll(columnsOfEvent, ':event_columns'),
    )
    sent.push(...short.map((sql) => `${toSqlLines(sql)};`))
    return Promise.resolve(queries.map(() => ({ columns: [], rows: [] })))
  }
  const ctx = { db: { send }, now, actor: { kind: 'visitor' }, locale: 'en' }
  await run(ctx as unknown as Ctx).catch((error: unknown) => {
    if (sent.length === 0) throw error
  })
  return sent
}

/** The SQL of a list as docs/sql has it. */
export async function printSql(list: string): Promise<string> {
  const sections = list === 'events' ? [`-- :event_columns\n\n${toSqlLines(columnsOfEvent)}`] : []
  for (const [title, run] of Object.entries(lists[list] ?? {})) {
    sections.push(`-- ${title}`, ...(await statementsOf(run)))
  }
  return `${sections.join('\n\n')}\n`
}
