import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { users } from '#worker/db/schema/accounts.ts'
import type { RewardResultView } from './contract.ts'
import { earnXp, type EarnedXp } from './ledger.ts'
import { buildRewardResultView, selectProgress, type MemberProgress } from './progress.ts'

const action = 'profile_completed'

/** Part of each write that may complete the profile (picture, language, time zone). */
export function rewardProfileCompletion(ctx: Ctx, userId: UserId) {
  const [entry, rewards] = earnXp(ctx, {
    userId,
    action,
    subject: 'profile',
    when: sql`exists (select 1 from ${users} where ${users.id} = ${userId}
      and ${users.avatarPath} is not null and ${users.isLanguageChosen} = 1
      and ${users.isTimeZoneChosen} = 1)`,
  })
  return [entry, selectProgress({ userId }), rewards] as const
}

export function buildProfileCompletionReward(
  ctx: Ctx,
  [earned]: EarnedXp[],
  after: MemberProgress | undefined,
): { gamification_info?: RewardResultView } {
  if (!earned || !after) return {}
  const previousProgress = { ...after, totalXp: after.totalXp - earned.points }
  return {
    gamification_info: buildRewardResultView(ctx, {
      action,
      before: previousProgress,
      after,
      earned,
    }),
  }
}
