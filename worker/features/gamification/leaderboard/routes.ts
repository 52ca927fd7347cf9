import { endpoint } from '#worker/api/endpoint.ts'
import { LeaderboardPage, LeaderboardQuery, PeriodQuery, MyRankView } from './contract.ts'
import { findMyRank, listLeaderboard } from './leaderboard.ts'

export const leaderboardEndpoints = [
  endpoint({
    method: 'get',
    path: '/leaderboard',
    summary: 'Who earned most XP in a week, a month or ever',
    access: 'visitor',
    query: LeaderboardQuery,
    answer: LeaderboardPage,
    freshness: () => ({ maxAge: 60, tags: ['leaderboard'] }),
    run: (ctx, { query }) => listLeaderboard(ctx, query),
  }),
  endpoint({
    method: 'get',
    path: '/leaderboard/me',
    summary: 'One’s own place of a period, and who is next to it',
    access: 'member',
    query: PeriodQuery,
    answer: MyRankView,
    run: (ctx, { query }) => findMyRank(ctx, query),
  }),
]
