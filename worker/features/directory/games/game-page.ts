import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { read, type Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { allOrNone, allowFailure, rows, type Statement } from '#worker/db/client.ts'
import { rankedUnion } from '#worker/db/tiers.ts'
import { EventsQuery, type EventSummary, type Phase } from '#worker/features/events/contract.ts'
import { buildEventsQuery } from '#worker/features/events/events-query.ts'
import { isApproved } from '#worker/features/events/event-rows.ts'
import type { StreamerSummary } from '#worker/features/directory/streamers/contract.ts'
import { selectTopStreamers } from '#worker/features/directory/streamers/rankings.ts'
import { toStreamer } from '#worker/features/directory/streamers/streamer-rows.ts'
import { AppError } from '#worker/api/errors.ts'
import type { GameSummary, GameView } from './contract.ts'
import { selectGameBySlug, selectGames, toGame, toGameView, type GameRow } from './games.ts'

/** Found by a unique index, so that lists of a game may stand in one batch with the game itself. */
function idOf(slug: string) {
  return sql`(select id from games where slug = ${slug})`
}

/** Followed by those who follow this one; then played by the same people or in the same groups. */
function selectRecommendedGames(ctx: Ctx, slug: string, limit: number): Statement<GameRow[]> {
  const game = idOf(slug)
  const latest = sql`select e.id, e.group_id from events e where e.game_id = ${game}
    and ${isApproved} order by e.start_at desc limit 200`
  const tiers = [
    sql`select game_id as id, -count(*) as place from (select f.game_id
        from (select user_id from game_follows where game_id = ${game}
          order by created_at desc limit 500) fans
        join game_follows f on f.user_id = fans.user_id limit 20000)
      where game_id <> ${game} group by game_id`,
    sql`select e.game_id as id, -count(*) as place from (
          with latest as (${latest})
          select o.event_id from latest join event_participants p on p.event_id = latest.id
            join event_participants o on o.streamer_id = p.streamer_id
          union
          select o.id from (select distinct group_id from latest where group_id is not null) shared
            join events o on o.group_id = shared.group_id) near
        cross join events e on e.id = near.event_id and ${isApproved}
      where e.game_id <> ${game} group by e.game_id`,
  ]
  return selectGames(
    ctx,
    sql`from (${rankedUnion(tiers, limit)}) pick join games g on g.id = pick.id
      order by pick.tier, pick.place, g.id limit ${limit}`,
  )
}

/** @throws AppError `game_not_found` */
export async function getGame(ctx: Ctx, slug: string): Promise<GameView> {
  const [[game]] = await read(ctx, [selectGameBySlug(ctx, slug)])
  if (!game) throw new AppError('not_found', 'game_not_found')
  return toGameView(game)
}

/** What stands beside a game, which must be there. */
async function listBeside<Row>(ctx: Ctx, slug: string, statement: Statement<Row[]>) {
  const [[game], found] = await read(ctx, [
    rows<{ id: number }>(ctx.db, sql`select id from games where slug = ${slug}`),
    statement,
  ])
  if (!game) throw new AppError('not_found', 'game_not_found')
  return found
}

type Limit = { limit: number }

/** @throws AppError `game_not_found` */
export async function listTopStreamers(
  ctx: Ctx,
  slug: string,
  { limit }: Limit,
): Promise<{ items: StreamerSummary[] }> {
  const found = await listBeside(ctx, slug, selectTopStreamers(ctx, slug, limit))
  return { items: found.map(toStreamer) }
}

/** @throws AppError `game_not_found` */
export async function listRecommendedGames(
  ctx: Ctx,
  slug: string,
  { limit }: Limit,
): Promise<{ items: GameSummary[] }> {
  const found = await listBeside(ctx, slug, selectRecommendedGames(ctx, slug, limit))
  return { items: found.map(toGame) }
}

/** A section that failed is undefined. */
export type GamePage = {
  game: GameView
  coming: EventSummary[] | undefined
  past: Page<EventSummary> | undefined
  topStreamers: StreamerSummary[] | undefined
  recommended: GameSummary[] | undefined
}

/** The slug of the game that the one of this slug was merged into. */
function selectMovedTo({ db }: Ctx, slug: string): Statement<{ slug: string }[]> {
  return rows(
    db,
    sql`select g.slug from merged_addresses m join games g on g.id = m.into_id
      where m.kind = 'game' and m.address = ${slug}`,
  )
}

/**
 * A game with all that its page shows, in one round trip; the cursor is of its past events. Or where
 * it is now, if it was merged into another.
 * @throws AppError `game_not_found`
 */
export async function getGamePage(
  ctx: Ctx,
  slug: string,
  cursor: string | undefined,
): Promise<GamePage | { movedTo: string }> {
  const within = sql` and e.game_id = ${idOf(slug)}`
  const query = (phase: Phase[], change: Partial<EventsQuery>) =>
    buildEventsQuery(ctx, { ...v.parse(EventsQuery, {}), phase, ...change }, { within })
  const coming = query(['live', 'upcoming'], { limit: 60 })
  const past = query(['past'], { cursor })
  const [[game], [moved], topStreamers, recommended, ...events] = await read(ctx, [
    selectGameBySlug(ctx, slug),
    selectMovedTo(ctx, slug),
    allowFailure(selectTopStreamers(ctx, slug, 6)),
    allowFailure(selectRecommendedGames(ctx, slug, 6)),
    ...coming.statements.map(allowFailure),
    ...past.statements.map(allowFailure),
  ])
  if (!game && moved) return { movedTo: moved.slug }
  if (!game) throw new AppError('not_found', 'game_not_found')
  const foundComing = allOrNone(events.slice(0, coming.statements.length))
  const foundPast = allOrNone(events.slice(coming.statements.length))
  return {
    game: toGameView(game),
    coming: foundComing && coming.toPage(foundComing).items,
    past: foundPast && past.toPage(foundPast),
    topStreamers: topStreamers?.map(toStreamer),
    recommended: recommended?.map(toGame),
  }
}
