import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import type { Statement } from '#worker/db/client.ts'
import { contains } from '#worker/db/contains.ts'
import { isUpcomingOrLive } from '#worker/features/events/upcoming-or-live.ts'
import {
  CursorNumber,
  CursorText,
  defineCursors,
  toCursorPage,
  orderBy,
  seekConditions,
  type SortColumn,
  type SortKey,
} from '#worker/db/pagination.ts'
import type { GamesQuery, GameSummary } from './contract.ts'
import { selectGames, toGame, type GameRow } from './games.ts'

const byPopularity: SortColumn[] = [
  { column: sql`g.follow_count`, direction: 'desc' },
  { column: sql`g.id`, direction: 'asc' },
]
const byName: SortColumn[] = [{ column: sql`g.name_key`, direction: 'asc' }]
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

/** The statements of a page, whose rows stand in the list's order, and the cursor after one of them. */
type PagedQuery = { statements: Statement<GameRow[]>[]; cursorAfter: (row: GameRow) => string }

function named(q: string): SQL {
  return q === '' ? sql`` : sql`and ${contains(sql`g.name_key`, q.toLowerCase())}`
}

type Stretch = {
  columns: SortColumn[]
  keys: readonly SortKey[] | undefined
  where?: SQL
  isCounted?: SQL
}

function selectRanges(
  ctx: Ctx,
  { q, limit }: GamesQuery,
  { columns, keys, where = sql``, isCounted }: Stretch,
): Statement<GameRow[]>[] {
  return seekConditions(columns, keys).map((range) =>
    selectGames(
      ctx,
      sql`from games g where ${range} ${named(q)} ${where}
        order by ${orderBy(columns)} limit ${limit + 1}`,
      isCounted,
    ),
  )
}

function planByPopularity(ctx: Ctx, query: GamesQuery): PagedQuery {
  const keys = cursors.popularity.keysOf(ctx, query.cursor)
  return {
    statements: selectRanges(ctx, query, { columns: byPopularity, keys }),
    cursorAfter: ({ followers, id }) => cursors.popularity.after([followers, id]),
  }
}

function planByName(ctx: Ctx, query: GamesQuery): PagedQuery {
  const keys = cursors.name.keysOf(ctx, query.cursor)
  return {
    statements: selectRanges(ctx, query, { columns: byName, keys }),
    cursorAfter: ({ nameKey }) => cursors.name.after([nameKey]),
  }
}

/**
 * Games with coming events, most first, then all others by popularity. Events approved since the
 * first page count for nothing, so that they move no game from one page to another.
 */
function planByComing(ctx: Ctx, query: GamesQuery): PagedQuery {
  const cursor = cursors.coming.keysOf(ctx, query.cursor)
  const [asOf, count, followers, id] = cursor ?? [ctx.now, 0, 0, 0]
  const isKnown = sql`${isUpcomingOrLive(asOf)} and coalesce(e.approved_at, 0) <= ${asOf}`
  const after = cursor
    ? sql`and (-c.count, -g.follow_count, g.id) > (${-count}, ${-followers}, ${id})`
    : sql``
  const withEvents = selectGames(
    ctx,
    sql`from (select e.game_id, count(*) as count from events e indexed by events_start
        where ${isKnown} and e.game_id is not null group by e.game_id) c
      join games g on g.id = c.game_id where true ${after} ${named(query.q)}
      order by c.count desc, g.follow_count desc, g.id limit ${query.limit + 1}`,
    isKnown,
  )
  const isAmongOthers = cursor !== undefined && count === 0
  const others = selectRanges(ctx, query, {
    columns: byPopularity,
    keys: isAmongOthers ? [followers, id] : undefined,
    where: sql`and not exists (select 1 from events e where e.game_id = g.id and ${isKnown})`,
    isCounted: isKnown,
  })
  return {
    statements: isAmongOthers ? others : [withEvents, ...others],
    cursorAfter: ({ upcoming, followers: fans, id: last }) =>
      cursors.coming.after([asOf, upcoming, fans, last]),
  }
}

const plans = { popularity: planByPopularity, name: planByName, upcoming_events: planByComing }

export function buildGamesQuery(ctx: Ctx, query: GamesQuery): PagedQuery {
  return plans[query.sort](ctx, query)
}

/** Games by popularity, name or coming events; `q` is a part of the name. */
export async function listGames(ctx: Ctx, query: GamesQuery): Promise<Page<GameSummary>> {
  const plan = buildGamesQuery(ctx, query)
  const found = (await read(ctx, plan.statements)).flat()
  return toCursorPage(found, query.limit, { toItem: toGame, cursorAfter: plan.cursorAfter })
}
