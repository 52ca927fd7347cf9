import { StatsView } from '#worker/features/gamification/ledger/contract.ts'
import { getMyStats } from '#worker/features/gamification/ledger/progress.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { listAchievements, listMyAchievements } from './achievements.ts'
import { listNewAchievements, markAchievementsSeen } from './announcing.ts'
import {
  AchievementsQuery,
  AchievementsView,
  MyAchievementsView,
  NewAchievements,
  SeenAchievementsInput,
  SeenAchievementsView,
} from './contract.ts'

export const achievementEndpoints = [
  endpoint({
    route: 'GET /achievements',
    operationId: 'listAchievements',
    summary: 'List the achievements with the number of members who hold each',
    access: 'visitor',
    query: AchievementsQuery,
    answer: AchievementsView,
    run: (ctx, { query }) => listAchievements(ctx, query.language),
  }),
  endpoint({
    route: 'GET /achievements/me',
    operationId: 'listMyAchievements',
    summary: 'List the achievements with the progress, level and trust of the member',
    access: 'member',
    answer: MyAchievementsView,
    run: (ctx) => listMyAchievements(ctx),
  }),
  endpoint({
    route: 'GET /achievements/me/stats',
    operationId: 'getMyStats',
    summary: 'Get the level and XP of the member',
    access: 'member',
    answer: StatsView,
    run: (ctx) => getMyStats(ctx),
  }),
  endpoint({
    route: 'GET /achievements/new',
    operationId: 'listNewAchievements',
    summary: 'List the achievements that the member unlocked and has not seen yet',
    access: 'member',
    answer: NewAchievements,
    run: (ctx) => listNewAchievements(ctx),
  }),
  endpoint({
    route: 'PUT /achievements/new/seen',
    operationId: 'markAchievementsSeen',
    summary: 'Mark achievements and a level as seen; answers those that were not marked before',
    access: 'member',
    body: SeenAchievementsInput,
    answer: SeenAchievementsView,
    run: (ctx, { body }) => markAchievementsSeen(ctx, body),
  }),
]
