import { sql, type Column, type SQL } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import { leaderboardEntries } from '#worker/db/schema/gamification.ts'
import { remove } from '#worker/db/writes.ts'
import type { LeaderboardPeriod } from './contract.ts'

/** Key that the triggers of the ledger write; weeks begin on Monday, in UTC. */
export function formatPeriodKey(period: LeaderboardPeriod, at: number): string {
  if (period === 'all') return 'all'
  if (period === 'month') return `month-${new Date(at).toISOString().slice(0, 7)}`
  const daysSinceMonday = (new Date(at).getUTCDay() + 6) % 7
  return `week-${new Date(at - daysSinceMonday * dayMs).toISOString().slice(0, 10)}`
}

/** Older weeks and months are deleted. */
export function oldestStoredPeriod(period: 'week' | 'month', now: number): string {
  if (period === 'week') return formatPeriodKey('week', now - 7 * dayMs)
  const [year = 0, month = 0] = new Date(now).toISOString().split('-').map(Number)
  return formatPeriodKey('month', Date.UTC(year, month - 2))
}

/** Per hour; enough for a week with 800,000 members. */
const entriesPerHour = 5000

export function isExpiredPeriod(period: Column | SQL, now: number): SQL {
  return sql`(${period} >= 'month-' and ${period} < ${oldestStoredPeriod('month', now)}
    or ${period} >= 'week-' and ${period} < ${oldestStoredPeriod('week', now)})`
}

/** The ledger stays: `recomputeProgress` rebuilds periods from it. */
export async function deleteExpiredLeaderboardEntries(ctx: Ctx<System>): Promise<void> {
  const { period, userId } = leaderboardEntries
  const old = sql`select ${period}, ${userId} from ${leaderboardEntries}
    where ${isExpiredPeriod(period, ctx.now)} limit ${entriesPerHour}`
  await write(ctx, {
    deleted: remove(leaderboardEntries, { where: sql`(${period}, ${userId}) in (${old})` }),
  })
}
