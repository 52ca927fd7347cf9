import { sql, type Column, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { read, type Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { e, g, p } from '#worker/db/aliases.ts'
import { allowFailure, allowGroupFailure, type Statement } from '#worker/db/client.ts'
import { gameFollows, games, mergeRedirects } from '#worker/db/schema/directory.ts'
import { eventParticipants, events } from '#worker/db/schema/events.ts'
import { assertExists, prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { rankedUnion } from '#worker/db/tiers.ts'
import { alias } from '#worker/db/write-sql.ts'
import { isUpcomingOrLive } from '#worker/features/events/upcoming-or-live.ts'
import {
  EventsQuery,
  type EventSummary,
  type ListedEventsPage,
} from '#worker/features/events/contract.ts'
import { isApproved } from '#worker/features/events/event-rows.ts'
import { selectListedEvents } from '#worker/features/events/lists/folded.ts'
import { selectEventsPage } from '#worker/features/events/lists/plain.ts'
import type { StreamerSummary } from '#worker/features/directory/streamers/contract.ts'
import { selectTopStreamers } from '#worker/features/directory/streamers/rankings.ts'
import { toStreamer } from '#worker/features/directory/streamers/streamer-rows.ts'
import { AppError } from '#worker/api/errors.ts'
import type { GameSummary, GameView } from './contract.ts'
import { selectGameBySlug, selectGames, toGame, toGameView, type GameRow } from './games.ts'

const f = alias(gameFollows, 'f')
const fans = alias(gameFollows, 'fans')
const o = alias(eventParticipants, 'o')
const near = alias(eventParticipants, 'near')
const latest = alias(events, 'latest')
const grouped = alias(events, 'grouped')

/** Found by a unique index, so that lists of a game may stand in one batch with the game itself. */
function selectGameIdBySlugSql(slug: string): SQL {
  return sql`(select ${games.id} from ${games} where ${games.slug} = ${slug})`
}

function isGameSql(id: Column): SQL {
  return sql`(select ${games.isGame} from ${games} where ${games.id} = ${id})`
}

function selectRecommendedGames({ now }: Ctx, slug: string, limit: number): Statement<GameRow[]> {
  const game = selectGameIdBySlugSql(slug)
  const tiers = [
    sql`select ${f.gameId} as id, -count(*) as place from (select ${f.gameId}
        from (select ${gameFollows.userId} from ${gameFollows} where ${gameFollows.gameId} = ${game}
          order by ${gameFollows.createdAt} desc limit 500) fans
        join ${f} on ${f.userId} = ${fans.userId} limit 20000) f
      where ${f.gameId} <> ${game} group by ${f.gameId} having ${isGameSql(f.gameId)}`,
    sql`select ${e.gameId} as id, -count(*) as place from (
          with latest as (select ${e.id}, ${e.groupId} from ${e} where ${e.gameId} = ${game}
            and ${isApproved} order by ${e.startAt} desc limit 200)
          select ${o.eventId} from latest join ${p} on ${p.eventId} = ${latest.id}
            join ${o} on ${o.streamerId} = ${p.streamerId}
          union
          select ${grouped.id} from
            (select distinct ${latest.groupId} from latest where ${latest.groupId} is not null) latest
            join ${grouped} on ${grouped.groupId} = ${latest.groupId}) near
        cross join ${e} on ${e.id} = ${near.eventId} and ${isApproved}
      where ${e.gameId} <> ${game} group by ${e.gameId} having ${isGameSql(e.gameId)}`,
  ]
  return selectGames(
    isUpcomingOrLive(now),
    sql`from (${rankedUnion(tiers, limit)}) pick join ${g} on ${g.id} = pick.id
      order by pick.tier, pick.place, ${g.id} limit ${limit}`,
  )
}

/** @throws AppError `game_not_found` */
export async function getGame(ctx: Ctx, slug: string): Promise<GameView> {
  const { game } = await read(ctx, { game: selectGameBySlug({ slug, now: ctx.now }) })
  if (!game) throw new AppError('not_found', 'game_not_found')
  return toGameView(game)
}

const assertGame = prepare(({ slug }: Params<{ slug: string }>) =>
  assertExists(games, sql`${games.slug} = ${slug}`, 'game_not_found'),
)

async function listRowsForGame<Row>(ctx: Ctx, slug: string, statement: Statement<Row[]>) {
  const { found } = await read(ctx, { game: assertGame({ slug }), found: statement })
  return found
}

type LimitParams = { limit: number }

/** @throws AppError `game_not_found` */
export async function listTopStreamers(
  ctx: Ctx,
  slug: string,
  { limit }: LimitParams,
): Promise<{ items: StreamerSummary[] }> {
  const streamers = await listRowsForGame(ctx, slug, selectTopStreamers(ctx, slug, limit))
  return { items: streamers.map(toStreamer) }
}

/** @throws AppError `game_not_found` */
export async function listRecommendedGames(
  ctx: Ctx,
  slug: string,
  { limit }: LimitParams,
): Promise<{ items: GameSummary[] }> {
  const games = await listRowsForGame(ctx, slug, selectRecommendedGames(ctx, slug, limit))
  return { items: games.map(toGame) }
}

/** A section that failed is undefined. */
export type GamePage = {
  game: GameView
  /** A series is one row. */
  coming: ListedEventsPage | undefined
  past: Page<EventSummary> | undefined
  topStreamers: StreamerSummary[] | undefined
  recommended: GameSummary[] | undefined
}

const selectMovedTo = prepare(({ slug }: Params<{ slug: string }>) =>
  selectFirst(
    { slug: games.slug },
    sql`from ${mergeRedirects} join ${games} on ${games.id} = ${mergeRedirects.intoId}
      where ${mergeRedirects.kind} = 'game' and ${mergeRedirects.address} = ${slug}`,
  ),
)

/** The game, or the slug that it was merged into. @throws AppError `game_not_found` */
export async function getGamePage(
  ctx: Ctx,
  slug: string,
  cursor: string | undefined,
): Promise<GamePage | { movedTo: string }> {
  const within = (of: typeof e) => sql` and ${of.gameId} = ${selectGameIdBySlugSql(slug)}`
  const defaultQuery = v.parse(EventsQuery, {})
  const { game, moved, topStreamers, recommended, coming, past } = await read(ctx, {
    game: selectGameBySlug({ slug, now: ctx.now }),
    moved: selectMovedTo({ slug }),
    topStreamers: allowFailure(selectTopStreamers(ctx, slug, 6)),
    recommended: allowFailure(selectRecommendedGames(ctx, slug, 6)),
    coming: allowGroupFailure(
      selectListedEvents(ctx, {
        query: { ...defaultQuery, phase: ['live', 'upcoming'], limit: 60 },
        isFolded: true,
        within,
      }),
    ),
    past: allowGroupFailure(
      selectEventsPage(ctx, {
        query: { ...defaultQuery, phase: ['past'], cursor },
        within: within(e),
      }),
    ),
  })
  if (!game && moved) return { movedTo: moved.slug }
  if (!game) throw new AppError('not_found', 'game_not_found')
  return {
    game: toGameView(game),
    coming,
    past,
    topStreamers: topStreamers?.map(toStreamer),
    recommended: recommended?.map(toGame),
  }
}
