import { endpoint } from '#worker/http/endpoint.ts'
import { NewAchievements, StatsView } from './contract.ts'
import { getMyStats, listNewAchievements } from './progress.ts'

export const progressEndpoints = [
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
    summary: 'Achievements unlocked since the last call',
    access: 'member',
    answer: NewAchievements,
    run: (ctx) => listNewAchievements(ctx),
  }),
]
