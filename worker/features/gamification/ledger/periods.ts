import { dayMs } from '#worker/contracts/durations.ts'
import type { LeaderboardPeriod } from './contract.ts'

/** The period that an instant lies in, as the triggers of the ledger name it; weeks begin on Monday, in UTC. */
export function periodKey(period: LeaderboardPeriod, at: number): string {
  if (period === 'all') return 'all'
  if (period === 'month') return `month-${new Date(at).toISOString().slice(0, 7)}`
  const daysSinceMonday = (new Date(at).getUTCDay() + 6) % 7
  return `week-${new Date(at - daysSinceMonday * dayMs).toISOString().slice(0, 10)}`
}

/** Older weeks and months than the last ones are not kept. */
export function oldestKept(period: 'week' | 'month', now: number): string {
  if (period === 'week') return periodKey('week', now - 7 * dayMs)
  const [year = 0, month = 0] = new Date(now).toISOString().split('-').map(Number)
  return periodKey('month', Date.UTC(year, month - 2))
}
