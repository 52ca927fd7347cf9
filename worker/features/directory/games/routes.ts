import * as v from 'valibot'
import { StreamerItems } from '#worker/features/directory/streamers/contract.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { GameItems, GameItemsQuery, GamesPage, GamesQuery, GameView } from './contract.ts'
import { listGames } from './game-list.ts'
import { getGame, listRecommendedGames, listTopStreamers } from './game-page.ts'

const bySlug = v.object({ slug: v.pipe(v.string(), v.maxLength(200)) })

export const gameEndpoints = [
  endpoint({
    method: 'get',
    path: '/games',
    summary: 'Games by popularity, by name or by events to come',
    access: 'visitor',
    query: GamesQuery,
    answer: GamesPage,
    freshness: () => ({ maxAge: 60, tags: ['games'] }),
    run: (ctx, { query }) => listGames(ctx, query),
  }),
  endpoint({
    method: 'get',
    path: '/games/:slug',
    summary: 'One game',
    access: 'visitor',
    params: bySlug,
    answer: GameView,
    freshness: ({ id }) => ({ maxAge: 60, tags: ['games', `game-${id}`] }),
    run: (ctx, { params }) => getGame(ctx, params.slug),
  }),
  endpoint({
    method: 'get',
    path: '/games/:slug/top_streamers',
    summary: 'Who has most events of the game in the last twelve months and to come',
    access: 'visitor',
    params: bySlug,
    query: GameItemsQuery,
    answer: StreamerItems,
    freshness: () => ({ maxAge: 60, tags: ['games', 'streamers'] }),
    run: (ctx, { params, query }) => listTopStreamers(ctx, params.slug, query),
  }),
  endpoint({
    method: 'get',
    path: '/games/:slug/recommended',
    summary: 'Games that those who follow this one follow too',
    access: 'visitor',
    params: bySlug,
    query: GameItemsQuery,
    answer: GameItems,
    freshness: () => ({ maxAge: 60, tags: ['games'] }),
    run: (ctx, { params, query }) => listRecommendedGames(ctx, params.slug, query),
  }),
]
