import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { e, g } from '#worker/db/aliases.ts'
import { defineList } from '#worker/db/lists.ts'
import { events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'
import { contains } from '#worker/db/conditions.ts'
import { isUpcomingOrLive } from '#worker/features/events/upcoming-or-live.ts'
import {
  CursorNumber,
  CursorText,
  defineCursors,
  toCursorPage,
  orderBy,
  buildSeekConditions,
  type SortColumn,
  type SortKey,
} from '#worker/db/pagination.ts'
import type { GamesQuery, GameSummary } from './contract.ts'
import { selectGames, toGame, type GameRow } from './games.ts'

const c = alias(events, 'c')

const byPopularity: SortColumn[] = [
  { column: sql`${g.followCount}`, direction: 'desc' },
  { column: sql`${g.id}`, direction: 'asc' },
]
const byName: SortColumn[] = [{ column: sql`${g.nameKey}`, direction: 'asc' }]
const cursors = {
  popularity: defineCursors('games.popularity', [CursorNumber, CursorNumber]),
  name: defineCursors('games.name', [CursorText]),
  /** When the first page was read, the coming events, followers and id that a page ended with. */
  coming: defineCursors('games.upcoming_events', [
    CursorNumber,
    CursorNumber,
    CursorNumber,
    CursorNumber,
  ]),
}

/** `tails` follow the columns in each statement of a page. */
type GameListSkeleton = { isCounted: SQL; tails: SQL[]; cursorAfter: (row: GameRow) => string }

/** Names find categories that are no games too. */
function nameFilterClause(q: string): SQL {
  return q === '' ? sql`and ${g.isGame}` : sql`and ${contains(g.nameKey, q.toLowerCase())}`
}

type GameSeekRange = { columns: SortColumn[]; keys: readonly SortKey[] | undefined; where?: SQL }

function buildRangeTails(
  { q, limit }: GamesQuery,
  { columns, keys, where = sql`` }: GameSeekRange,
): SQL[] {
  return buildSeekConditions(columns, keys).map(
    (range) => sql`from ${g} where ${range} ${nameFilterClause(q)} ${where}
      order by ${orderBy(columns)} limit ${limit + 1}`,
  )
}

function orderByPopularity(ctx: Ctx, query: GamesQuery): GameListSkeleton {
  const keys = cursors.popularity.keysOf(ctx, query.cursor)
  return {
    isCounted: isUpcomingOrLive(ctx.now),
    tails: buildRangeTails(query, { columns: byPopularity, keys }),
    cursorAfter: ({ followers, id }) => cursors.popularity.after([followers, id]),
  }
}

function orderByName(ctx: Ctx, query: GamesQuery): GameListSkeleton {
  const keys = cursors.name.keysOf(ctx, query.cursor)
  return {
    isCounted: isUpcomingOrLive(ctx.now),
    tails: buildRangeTails(query, { columns: byName, keys }),
    cursorAfter: ({ nameKey }) => cursors.name.after([nameKey]),
  }
}

/** Events approved since the first page do not count, so that no game moves to another page. */
function orderByUpcomingEvents(ctx: Ctx, query: GamesQuery): GameListSkeleton {
  const cursor = cursors.coming.keysOf(ctx, query.cursor)
  const [asOf, count, followers, id] = cursor ?? [ctx.now, 0, 0, 0]
  const isCounted = sql`${isUpcomingOrLive(asOf)} and coalesce(${e.approvedAt}, 0) <= ${asOf}`
  const after = cursor
    ? sql`and (-c.count, -${g.followCount}, ${g.id}) > (${-count}, ${-followers}, ${id})`
    : sql``
  const withEvents = sql`from (select ${e.gameId}, count(*) as count from ${e} indexed by events_start
        where ${isCounted} and ${e.gameId} is not null group by ${e.gameId}) c
      join ${g} on ${g.id} = ${c.gameId} where true ${after} ${nameFilterClause(query.q)}
      order by c.count desc, ${g.followCount} desc, ${g.id} limit ${query.limit + 1}`
  const isAmongOthers = cursor !== undefined && count === 0
  const others = buildRangeTails(query, {
    columns: byPopularity,
    keys: isAmongOthers ? [followers, id] : undefined,
    where: sql`and not exists (select 1 from ${e} where ${e.gameId} = ${g.id} and ${isCounted})`,
  })
  return {
    isCounted,
    tails: isAmongOthers ? others : [withEvents, ...others],
    cursorAfter: ({ upcoming, followers: fans, id: last }) =>
      cursors.coming.after([asOf, upcoming, fans, last]),
  }
}

const orders = {
  popularity: orderByPopularity,
  name: orderByName,
  upcoming_events: orderByUpcomingEvents,
}

const selectGamesPage = defineList({
  skeleton: (ctx: Ctx, query: GamesQuery) => ({ query, ...orders[query.sort](ctx, query) }),
  hydrate: ({ isCounted, tails }) => tails.map((tail) => selectGames(isCounted, tail)),
  rules: (games) => games.flat(),
  present: (rows, { query, cursorAfter }) =>
    toCursorPage(rows, query.limit, { toItem: toGame, cursorAfter }),
})

export async function listGames(ctx: Ctx, query: GamesQuery): Promise<Page<GameSummary>> {
  return read(ctx, selectGamesPage(ctx, query))
}
