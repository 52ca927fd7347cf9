import { StatsView } from '#worker/features/gamification/ledger/contract.ts'
import { getMyStats } from '#worker/features/gamification/ledger/progress.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { listAchievements, listMyAchievements } from './achievements.ts'
import { listNewAchievements, markSeen } from './announcing.ts'
import {
  AchievementsQuery,
  AchievementsView,
  MyAchievementsView,
  NewAchievements,
  SeenInput,
  SeenView,
} from './contract.ts'

export const achievementEndpoints = [
  endpoint({
    method: 'get',
    path: '/achievements',
    summary: 'Every achievement, and how many members hold it',
    access: 'visitor',
    query: AchievementsQuery,
    answer: AchievementsView,
    freshness: () => ({ maxAge: 60, tags: ['achievements'] }),
    run: (ctx, { query }) => listAchievements(ctx, query.language),
  }),
  endpoint({
    method: 'get',
    path: '/achievements/me',
    summary: 'Every achievement with one’s own progress, and one’s level and trust',
    access: 'member',
    answer: MyAchievementsView,
    run: (ctx) => listMyAchievements(ctx),
  }),
  endpoint({
    method: 'get',
    path: '/achievements/me/stats',
    summary: 'Level and XP of the signed-in member',
    access: 'member',
    answer: StatsView,
    run: (ctx) => getMyStats(ctx),
  }),
  endpoint({
    method: 'get',
    path: '/achievements/new',
    summary: 'Achievements unlocked and not announced yet',
    access: 'member',
    answer: NewAchievements,
    run: (ctx) => listNewAchievements(ctx),
  }),
  endpoint({
    method: 'put',
    path: '/achievements/new/seen',
    summary: 'Mark achievements and a level as announced; answers what nobody had marked before',
    access: 'member',
    body: SeenInput,
    answer: SeenView,
    run: (ctx, { body }) => markSeen(ctx, body),
  }),
]
