import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { levelThresholds } from './levels.ts'

/**
 * Marks as announced what was unlocked while the member had gamification switched off. Stands before
 * the update that switches it on, and does nothing where that does not.
 */
export function skipPendingAnnouncements(
  { db, now }: Ctx,
  userId: UserId,
  isGamified: boolean | undefined,
): Statement {
  return rows(
    db,
    sql`update unlocked_achievements set seen_at = ${now}
      where ${Number(isGamified ?? false)} and user_id = ${userId} and seen_at is null
        and exists (select 1 from users where id = ${userId} and is_gamified = 0)`,
  )
}

/** The column's value in the update that switches gamification on: no level of before is announced. */
export const seenLevelOnReturn = sql`iif(is_gamified, seen_level, max(seen_level, 1 +
  (select count(*) from json_each(${JSON.stringify(levelThresholds)}) where value <= total_xp)))`
