import { endpoint } from '#worker/api/endpoint.ts'
import {
  LeaderboardPage,
  LeaderboardQuery,
  LeaderboardPeriodQuery,
  MyRankView,
} from './contract.ts'
import { findMyRank, listLeaderboard } from './leaderboard.ts'

export const leaderboardEndpoints = [
  endpoint({
    route: 'GET /leaderboard',
    operationId: 'listLeaderboard',
    summary: 'List members by XP of a week, a month or all time',
    access: 'visitor',
    query: LeaderboardQuery,
    answer: LeaderboardPage,
    run: (ctx, { query }) => listLeaderboard(ctx, query),
  }),
  endpoint({
    route: 'GET /leaderboard/me',
    operationId: 'getMyRank',
    summary: 'Get the rank of the member in a period, with the neighbouring ranks',
    access: 'member',
    query: LeaderboardPeriodQuery,
    answer: MyRankView,
    run: (ctx, { query }) => findMyRank(ctx, query),
  }),
]
