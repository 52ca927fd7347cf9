import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { GameId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { named, type Columns } from '#worker/db/columns.ts'
import { gameThumbnail } from '#worker/features/media/generated-images/paths.ts'
import { isUpcomingOrLive } from '#worker/features/events/upcoming-or-live.ts'
import type { GameSummary, GameView } from './contract.ts'

export type GameRow = {
  id: GameId
  slug: string
  name: string
  nameKey: string
  thumbnail: string | null
  followers: number
  upcoming: number
}
export type GameDetailRow = GameRow & { description: string }

/** Of a game `g`; `isCounted` says which events `e` are its coming ones. */
export function gameColumns(isCounted: SQL): Columns<GameRow> {
  return {
    id: 'g.id',
    slug: 'g.slug',
    name: 'g.name',
    nameKey: 'g.name_key',
    thumbnail: 'g.thumbnail_path',
    followers: 'g.follow_count',
    upcoming: sql`(select count(*) from events e where e.game_id = g.id and ${isCounted})`,
  }
}

/** `tail` says where `g` comes from: from, where, order and limit. */
export function selectGames(
  { db, now }: Ctx,
  tail: SQL,
  isCounted = isUpcomingOrLive(now),
): Statement<GameRow[]> {
  return rows<GameRow>(db, sql`select ${named(gameColumns(isCounted))} ${tail}`)
}

export function selectGameBySlug({ db, now }: Ctx, slug: string): Statement<GameDetailRow[]> {
  return rows<GameDetailRow>(
    db,
    sql`select ${named(gameColumns(isUpcomingOrLive(now)))}, g.description from games g where g.slug = ${slug}`,
  )
}

export function toGame(row: GameRow): GameSummary {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    ...gameThumbnail(row.id, row.name, row.thumbnail),
    followers: row.followers,
    upcoming_events: row.upcoming,
  }
}

export function toGameView(row: GameDetailRow): GameView {
  return { ...toGame(row), description: row.description }
}

/** Followed by most members here; a statement, so that a page reads it in its own batch. */
export function selectPopularGames(ctx: Ctx, limit: number): Statement<GameRow[]> {
  return selectGames(ctx, sql`from games g order by g.follow_count desc, g.id limit ${limit}`)
}
