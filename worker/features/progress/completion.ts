import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contract.ts'
import { earnXp } from './ledger.ts'

/**
 * What a profile earns, once, when it is complete: a picture, and a choice of language and of time
 * zone. Stands with each write that may have been the last of them.
 */
export function earnCompletion(ctx: Ctx, userId: UserId) {
  return earnXp(ctx, {
    userId,
    action: 'profile_completed',
    subject: 'profile',
    when: sql`exists (select 1 from users where id = ${userId} and avatar_path is not null
      and is_language_chosen = 1 and is_time_zone_chosen = 1)`,
  })
}
