import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Statement } from '#worker/db/client.ts'
import { notify } from '#worker/features/outbox/outbox.ts'
import { levelThresholds } from './levels.ts'

const thresholds = JSON.stringify(levelThresholds)

/**
 * The statement that tells a member of the level that this instant's XP brought, once per level for
 * ever. Whatever channel is to be used beside the bell, the minute job takes it from the outbox.
 */
export function announceLevel(ctx: Ctx, userId: SQL | number): Statement {
  const earnedNow = sql`(select coalesce(sum(points), 0) from xp_entries indexed by xp_entries_at
    where at = ${ctx.now} and user_id = u.id)`
  const level = sql`(select count(*) + 1 from json_each(${thresholds}) where value <= u.total_xp)`
  return notify(ctx, {
    kind: 'level_up',
    key: sql`'level_up:' || ${level}`,
    users: sql`select ${userId}`,
    only: sql`u.is_gamified = 1 and exists (select 1 from json_each(${thresholds})
      where value <= u.total_xp and value > u.total_xp - ${earnedNow})`,
    eventId: sql`null`,
    payload: sql`json_object('level', ${level})`,
    deadlineAt: null,
  })
}
