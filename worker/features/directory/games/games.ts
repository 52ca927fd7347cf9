import { sql, type SQL } from 'drizzle-orm'
import { e, g } from '#worker/db/aliases.ts'
import type { ResultOf, Statement } from '#worker/db/client.ts'
import type { RowOf } from '#worker/db/row.ts'
import { prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { gameThumbnail } from '#worker/features/media/generated-images/paths.ts'
import { gamePicturePathSql } from '#worker/features/media/generated-images/chosen-picture.ts'
import { isUpcomingOrLive } from '#worker/features/events/upcoming-or-live.ts'
import { selectNextDate } from '#worker/features/events/next-date.ts'
import type { GameSummary, GameView } from './contract.ts'

/** Game columns of a game `g`; `isCounted` says which events `e` are its coming ones. */
export function gameColumns(isCounted: SQL) {
  const coming = sql`from ${e} where ${e.gameId} = ${g.id} and ${isCounted}`
  return {
    id: g.id,
    slug: g.slug,
    name: g.name,
    nameKey: g.nameKey,
    thumbnail: gamePicturePathSql(g.id, g.thumbnailPath),
    followers: g.followCount,
    upcoming: sql<number>`(select count(*) ${coming})`,
    next: selectNextDate(coming),
  }
}
export type GameRow = RowOf<ReturnType<typeof gameColumns>>

/** `tail` says where `g` comes from: from, where, order and limit. */
export function selectGames(isCounted: SQL, tail: SQL): Statement<GameRow[]> {
  return select(gameColumns(isCounted), tail)
}

export const selectGameBySlug = prepare(({ slug, now }: Params<{ slug: string; now: number }>) =>
  selectFirst(
    { ...gameColumns(isUpcomingOrLive(now)), description: g.description },
    sql`from ${g} where ${g.slug} = ${slug}`,
  ),
)
type GameDetailRow = NonNullable<ResultOf<ReturnType<typeof selectGameBySlug>>>

export const selectPopularGames = prepare(
  ({ limit, now }: Params<{ limit: number; now: number }>) =>
    selectGames(
      isUpcomingOrLive(now),
      sql`from ${g} where ${g.isGame} order by ${g.followCount} desc, ${g.id} limit ${limit}`,
    ),
)

export function toGame(row: GameRow): GameSummary {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    ...gameThumbnail(row.id, row.thumbnail),
    followers: row.followers,
    upcoming_events: row.upcoming,
    next: row.next,
  }
}

export function toGameView(row: GameDetailRow): GameView {
  return { ...toGame(row), description: row.description }
}
