import { sql, type SQL } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import { oldestKept } from './periods.ts'

/** How many entries go in one hour: as many as 800,000 members of a week leave behind. */
const entriesAtOnce = 5000

/** Whether a period of the leaderboard is over for so long that nothing shows it. */
export function isOld(period: SQL, now: number): SQL {
  return sql`(${period} >= 'month-' and ${period} < ${oldestKept('month', now)}
    or ${period} >= 'week-' and ${period} < ${oldestKept('week', now)})`
}

/** The ledger stays: `recomputeProgress` makes the kept periods from it. */
export async function deleteOldPeriods(ctx: Ctx<System>): Promise<void> {
  const old = sql`select period, user_id from leaderboard_entries
    where ${isOld(sql`period`, ctx.now)} limit ${entriesAtOnce}`
  await write(ctx, [
    rows(ctx.db, sql`delete from leaderboard_entries where (period, user_id) in (${old})`),
  ])
}
