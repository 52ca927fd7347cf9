import { sql, type SQL } from 'drizzle-orm'
import type { Statement } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/people.ts'
import { xpEntries } from '#worker/db/schema/progress.ts'
import { alias } from '#worker/db/write-sql.ts'
import { notify } from '#worker/features/notifications/outbox/notify.ts'
import { levelThresholds } from './levels.ts'

const u = alias(users, 'u')
const thresholds = JSON.stringify(levelThresholds)

/**
 * The statement that tells a member of the level that this instant's XP brought, once per level for
 * ever. Whatever channel is to be used beside the bell, the minute job takes it from the outbox.
 */
export function notifyLevelUp(
  { now }: { now: number | SQL<number> },
  userId: SQL | number,
): Statement {
  const earnedNow = sql`(select coalesce(sum(${xpEntries.points}), 0)
    from ${xpEntries} indexed by xp_entries_at
    where ${xpEntries.at} = ${now} and ${xpEntries.userId} = ${u.id})`
  const level = sql`(select count(*) + 1 from json_each(${thresholds}) where value <= ${u.totalXp})`
  return notify(
    { now },
    {
      kind: 'level_up',
      key: sql`'level_up:' || ${level}`,
      users: sql`select ${userId}`,
      only: sql`${u.isGamified} = 1 and exists (select 1 from json_each(${thresholds})
      where value <= ${u.totalXp} and value > ${u.totalXp} - ${earnedNow})`,
      eventId: sql`null`,
      payload: sql`json_object('level', ${level})`,
      deadlineAt: null,
    },
  )
}
