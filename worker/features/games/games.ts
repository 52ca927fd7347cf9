import { sql } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { GameId } from '#worker/contract.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { contains } from '#worker/db/contains.ts'
import { gamePath } from '#worker/features/artwork/paths.ts'
import type { GamesQuery, GameSummary } from './contract.ts'

type GameRow = { id: GameId; slug: string; name: string; thumbnail: string | null }

function toGame({ id, slug, name, thumbnail }: GameRow): GameSummary {
  return { id, slug, name, thumbnail_path: thumbnail ?? gamePath(id, name) }
}

/** Games by name, for suggestions and filters; `q` is a substring of the name. */
export async function listGames(
  ctx: Ctx,
  { q, limit }: GamesQuery,
): Promise<{ items: GameSummary[] }> {
  const [found] = await read(ctx, [
    rows<GameRow>(
      ctx.db,
      sql`select id, slug, name, thumbnail_path as thumbnail from games
        where ${contains(sql`name_key`, q.toLowerCase())} order by name_key limit ${limit}`,
    ),
  ])
  return { items: found.map(toGame) }
}

/** The games that have events, for a list's filter; a statement, so that a page reads it in its own batch. */
export function selectGamesWithEvents({ db }: Ctx): Statement<{ id: GameId; name: string }[]> {
  return rows<{ id: GameId; name: string }>(
    db,
    sql`select id, name from games g where exists
      (select 1 from events e where e.game_id = g.id and e.status = 'approved') order by name_key`,
  )
}
