import { read, type Ctx, type Member } from '#worker/context.ts'
import { allowFailure } from '#worker/db/client.ts'
import type { LeaderboardPeriod } from '#worker/features/progress/contract.ts'
import {
  selectMyRank,
  selectTop,
  toEntries,
  toMyRank,
} from '#worker/features/leaderboard/leaderboard.ts'
import { selectMine, toMyAchievements } from './achievements.ts'

/** How many of the leaderboard the page shows. */
const topCount = 10

/** All that the page shows, in one round trip; the leaderboard may fail alone. */
export async function getAchievementsPage(ctx: Ctx<Member>, period: LeaderboardPeriod) {
  const [own, before, after, members] = selectMyRank(ctx, period)
  const [holders, reached, standing, top, ...rank] = await read(ctx, [
    ...selectMine(ctx),
    allowFailure(selectTop(ctx, period, topCount)),
    allowFailure(own),
    allowFailure(before),
    allowFailure(after),
    allowFailure(members),
  ])
  const [mine, above, below, all] = rank
  return {
    ...toMyAchievements(ctx, holders, reached, standing),
    isGamified: Boolean(standing[0]?.isGamified),
    leaderboard:
      top && mine && above && below && all
        ? { top: toEntries(top), mine: toMyRank(mine, above, below, all) }
        : undefined,
  }
}
