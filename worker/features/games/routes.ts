import { endpoint } from '#worker/http/endpoint.ts'
import { GameItems, GamesQuery } from './contract.ts'
import { listGames } from './games.ts'

export const gameEndpoints = [
  endpoint({
    method: 'get',
    path: '/games',
    summary: 'Games by name',
    access: 'visitor',
    query: GamesQuery,
    answer: GameItems,
    freshness: () => ({ maxAge: 60, tags: ['games'] }),
    run: (ctx, { query }) => listGames(ctx, query),
  }),
]
