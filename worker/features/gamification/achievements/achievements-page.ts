import { read, type Ctx, type Member } from '#worker/context.ts'
import { allowGroupFailure } from '#worker/db/client.ts'
import type { LeaderboardPeriod } from '#worker/features/gamification/ledger/contract.ts'
import {
  selectMyRank,
  selectTopEntries,
  toLeaderboardEntries,
  toMyRank,
} from '#worker/features/gamification/leaderboard/leaderboard.ts'
import { selectMyAchievements, toMyAchievements } from './achievements.ts'

const topCount = 10

/** One round trip; achievements and leaderboard may fail independently. */
export async function getAchievementsPage(ctx: Ctx<Member>, period: LeaderboardPeriod) {
  const { mine, leaderboard } = await read(ctx, {
    mine: allowGroupFailure(selectMyAchievements(ctx)),
    leaderboard: allowGroupFailure({
      top: selectTopEntries(ctx, period, topCount),
      own: selectMyRank(ctx, period),
    }),
  })
  return {
    isGamified: mine?.standing?.isGamified,
    mine: mine && toMyAchievements(ctx, mine),
    leaderboard: leaderboard && {
      top: toLeaderboardEntries(leaderboard.top),
      mine: toMyRank(leaderboard.own),
    },
  }
}
