import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import { allowFailure, allowGroupFailure, type List } from '#worker/db/client.ts'
import { eventGroups, games, streamers } from '#worker/db/schema/directory.ts'
import { select } from '#worker/db/statement.ts'
import type {
  AgendaQuery,
  EventCount,
  EventsPage,
  ListedEvent,
  ListedEventsPage,
} from './contract.ts'
import { selectEventCount, toEventCount } from './event-count.ts'
import { nameFilterClause } from './lists/filters.ts'
import { canFoldEvents, selectListedEvents } from './lists/folded.ts'
import { selectEventsPage } from './lists/plain.ts'
import { toDayWindow } from './ranges.ts'

export type FilterOption = { id: number; name: string }
export type AgendaFilterOptions = {
  games: FilterOption[]
  streamers: FilterOption[]
  groups: FilterOption[]
}

const groupsAtMost = 200

export type Agenda = AgendaFilterOptions & {
  /** Undefined after a failure. */
  page: ListedEventsPage | undefined
  /** Undefined on later pages; dates of a series are counted one by one. */
  count: EventCount | undefined
  /** The next or latest event that matches, where the page is empty. */
  nearest: ListedEvent | undefined
}

export async function getAgenda(ctx: Ctx, query: AgendaQuery): Promise<Agenda> {
  const chosen = selectChosenFilterNames(query)
  const results = await read(ctx, {
    games: chosen.games.map(allowFailure),
    streamers: chosen.streamers.map(allowFailure),
    groups: allowFailure(selectGroupNames(query.group)),
    page: allowGroupFailure(selectAgendaPage(ctx, query)),
    count: query.cursor === undefined ? selectEventCount(ctx, query).map(allowFailure) : [],
    nearest: selectNearestEvent(ctx, query).map(allowGroupFailure),
  })
  const [found] = results.count
  return {
    page: results.page && { marathons: [], liveCount: 0, ...results.page },
    count: found && toEventCount(found),
    nearest: results.nearest[0]?.items[0],
    games: results.games[0] ?? [],
    streamers: results.streamers[0] ?? [],
    groups: results.groups ?? [],
  }
}

/** Folded in the default order, unless it is asked for by names: then each date was meant. */
function selectAgendaPage(ctx: Ctx, asked: AgendaQuery): List<ListedEventsPage | EventsPage> {
  const query = { ...asked, ...toDayWindow(asked) }
  const isNamed = asked.game_q !== '' || asked.streamer_q !== ''
  if (query.sort === 'start') {
    const isFolded = canFoldEvents(query) && !isNamed
    const narrowed = isNamed && { within: () => nameFilterClause(asked) }
    return selectListedEvents(ctx, { query, isFolded, ...narrowed })
  }
  return selectEventsPage(ctx, { query, ...(isNamed && { within: nameFilterClause(asked) }) })
}

function selectNearestEvent(ctx: Ctx, asked: AgendaQuery): List<ListedEventsPage | EventsPage>[] {
  const { from } = toDayWindow(asked)
  const isTimed =
    asked.range !== 'all' ||
    asked.future_only ||
    Boolean(asked.from ?? asked.to) ||
    asked.phase.length > 0
  if (!isTimed || asked.cursor !== undefined) return []
  const isAhead = from !== undefined && from > ctx.now
  const page = selectAgendaPage(ctx, {
    ...asked,
    ...{ range: 'all', from: isAhead ? asked.from : undefined, to: undefined },
    ...{ phase: [], future_only: false, sort: 'start', limit: 1 },
  })
  return [page]
}

/** Names of what a query chose, if anything: SQLite reads the whole table for an empty list. */
export function selectChosenFilterNames({
  game,
  streamer,
  group,
}: Pick<AgendaQuery, 'game' | 'streamer' | 'group'>) {
  return {
    games: game.length > 0 ? [selectNamesById(games, game)] : [],
    streamers: streamer.length > 0 ? [selectNamesById(streamers, streamer)] : [],
    groups: group.length > 0 ? [selectNamesById(eventGroups, group)] : [],
  }
}

function selectNamesById(
  table: typeof games | typeof streamers | typeof eventGroups,
  ids: readonly number[],
) {
  const columns = { id: table.id, name: 'name' in table ? table.name : table.displayName }
  return select(
    columns,
    sql`from ${table} where ${table.id} in (${joinIds(ids)}) order by ${columns.name}`,
  )
}

function selectGroupNames(chosen: readonly number[]) {
  const { id, name, nameKey } = eventGroups
  const keyed = sql`${id} as id, ${name} as name, ${nameKey} as name_key`
  const ofChosen = sql`select ${keyed} from ${eventGroups} where ${id} in (${joinIds(chosen)}) union`
  return select(
    { id: sql<number>`id`, name: sql<string>`name` },
    sql`from (${chosen.length > 0 ? ofChosen : sql``} select * from
          (select ${keyed} from ${eventGroups} order by ${nameKey} limit ${groupsAtMost}))
      order by name_key`,
  )
}

function joinIds(ids: readonly number[]): SQL {
  return sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
}
