import { sql, type Column, type SQL } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import { leaderboardEntries } from '#worker/db/schema/progress.ts'
import { remove } from '#worker/db/writes.ts'
import { oldestKept } from './periods.ts'

/** How many entries go in one hour: as many as 800,000 members of a week leave behind. */
const entriesAtOnce = 5000

/** Whether a period of the leaderboard is over for so long that nothing shows it. */
export function isOld(period: Column | SQL, now: number): SQL {
  return sql`(${period} >= 'month-' and ${period} < ${oldestKept('month', now)}
    or ${period} >= 'week-' and ${period} < ${oldestKept('week', now)})`
}

/** The ledger stays: `recomputeProgress` makes the kept periods from it. */
export async function deleteOldPeriods(ctx: Ctx<System>): Promise<void> {
  const { period, userId } = leaderboardEntries
  const old = sql`select ${period}, ${userId} from ${leaderboardEntries}
    where ${isOld(period, ctx.now)} limit ${entriesAtOnce}`
  await write(ctx, {
    deleted: remove(leaderboardEntries, { where: sql`(${period}, ${userId}) in (${old})` }),
  })
}
