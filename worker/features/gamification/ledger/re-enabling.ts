import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { unlockedAchievements } from '#worker/db/schema/gamification.ts'
import { update } from '#worker/db/writes.ts'
import { levelThresholds } from './levels.ts'

/** Precedes the update that switches gamification on, and does nothing otherwise. */
export function skipPendingAnnouncements(
  { now }: Ctx,
  userId: UserId,
  isGamified: boolean | undefined,
): Statement {
  return update(
    unlockedAchievements,
    { seenAt: now },
    {
      where: sql`${Number(isGamified ?? false)} and ${unlockedAchievements.userId} = ${userId}
        and ${unlockedAchievements.seenAt} is null
        and exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.isGamified} = 0)`,
    },
  )
}

/** The column's value in that update: levels reached meanwhile are not announced. */
export const seenLevelOnReEnabling = sql<number>`iif(${users.isGamified}, ${users.seenLevel}, max(${users.seenLevel}, 1 +
  (select count(*) from json_each(${JSON.stringify(levelThresholds)}) where value <= ${users.totalXp})))`
