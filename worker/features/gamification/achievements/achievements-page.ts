import { read, type Ctx, type Member } from '#worker/context.ts'
import { allowFailure } from '#worker/db/client.ts'
import type { LeaderboardPeriod } from '#worker/features/gamification/ledger/contract.ts'
import {
  selectMyRank,
  selectTop,
  toEntries,
  toMyRank,
} from '#worker/features/gamification/leaderboard/leaderboard.ts'
import { selectMyAchievements, toMyAchievements } from './achievements.ts'

/** How many of the leaderboard the page shows. */
const topCount = 10

/** All that the page shows, in one round trip; achievements and leaderboard may fail each alone. */
export async function getAchievementsPage(ctx: Ctx<Member>, period: LeaderboardPeriod) {
  const [selectHolders, selectReached, selectProgress] = selectMyAchievements(ctx)
  const [selectOwn, selectBefore, selectAfter, selectMembers] = selectMyRank(ctx, period)
  const [holders, reached, standing, top, own, before, after, members] = await read(ctx, [
    allowFailure(selectHolders),
    allowFailure(selectReached),
    allowFailure(selectProgress),
    allowFailure(selectTop(ctx, period, topCount)),
    allowFailure(selectOwn),
    allowFailure(selectBefore),
    allowFailure(selectAfter),
    allowFailure(selectMembers),
  ])
  return {
    isGamified: standing ? Boolean(standing[0]?.isGamified) : true,
    mine:
      holders && reached && standing
        ? toMyAchievements(ctx, holders, reached, standing)
        : undefined,
    leaderboard:
      top && own && before && after && members
        ? { top: toEntries(top), mine: toMyRank(own, before, after, members) }
        : undefined,
  }
}
