import * as v from 'valibot'
import { StreamerItems } from '#worker/features/directory/streamers/contract.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { GameItems, GameItemsQuery, GamesPage, GamesQuery, GameView } from './contract.ts'
import { listGames } from './game-list.ts'
import { getGame, listRecommendedGames, listTopStreamers } from './game-page.ts'

const bySlug = v.object({ game: v.pipe(v.string(), v.maxLength(200)) })

export const gameEndpoints = [
  endpoint({
    route: 'GET /games',
    operationId: 'listGames',
    summary: 'List games by popularity, name or number of upcoming events',
    access: 'visitor',
    query: GamesQuery,
    answer: GamesPage,
    run: (ctx, { query }) => listGames(ctx, query),
  }),
  endpoint({
    route: 'GET /games/:game',
    operationId: 'getGame',
    summary: 'Get a game',
    access: 'visitor',
    params: bySlug,
    answer: GameView,
    run: (ctx, { params }) => getGame(ctx, params.game),
  }),
  endpoint({
    route: 'GET /games/:game/top_streamers',
    operationId: 'listTopStreamers',
    summary:
      'List the streamers with the most events of a game, upcoming or in the last twelve months',
    access: 'visitor',
    params: bySlug,
    query: GameItemsQuery,
    answer: StreamerItems,
    run: (ctx, { params, query }) => listTopStreamers(ctx, params.game, query),
  }),
  endpoint({
    route: 'GET /games/:game/recommended',
    operationId: 'listRecommendedGames',
    summary: 'List games that the followers of a game follow too',
    access: 'visitor',
    params: bySlug,
    query: GameItemsQuery,
    answer: GameItems,
    run: (ctx, { params, query }) => listRecommendedGames(ctx, params.game, query),
  }),
]
