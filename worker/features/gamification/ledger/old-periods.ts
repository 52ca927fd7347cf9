import { sql, type Column, type SQL } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import { leaderboardEntries } from '#worker/db/schema/progress.ts'
import { remove } from '#worker/db/writes.ts'
import { oldestStoredPeriod } from './periods.ts'

/** Per hour; enough for a week with 800,000 members. */
const entriesPerHour = 5000

/** Whether a period of the leaderboard is too old to be shown. */
export function isExpiredPeriod(period: Column | SQL, now: number): SQL {
  return sql`(${period} >= 'month-' and ${period} < ${oldestStoredPeriod('month', now)}
    or ${period} >= 'week-' and ${period} < ${oldestStoredPeriod('week', now)})`
}

/** The ledger stays: `recomputeProgress` rebuilds periods from it. */
export async function deleteOldPeriods(ctx: Ctx<System>): Promise<void> {
  const { period, userId } = leaderboardEntries
  const old = sql`select ${period}, ${userId} from ${leaderboardEntries}
    where ${isExpiredPeriod(period, ctx.now)} limit ${entriesPerHour}`
  await write(ctx, {
    deleted: remove(leaderboardEntries, { where: sql`(${period}, ${userId}) in (${old})` }),
  })
}
