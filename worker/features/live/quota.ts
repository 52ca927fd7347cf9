import type { Platform } from '#worker/contracts/platforms.ts'
import { findPlatformBudget } from '#worker/integrations/live-platforms.ts'

export const minuteMs = 60_000

/** From when waits are counted: what asks comes on whole minutes, what answers a little later. */
export function startOfMinute(now: number): number {
  return Math.floor(now / minuteMs) * minuteMs
}

/** Quotas begin anew at midnight there. */
const quotaZone = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })

export function formatQuotaDay(now: number): string {
  return quotaZone.format(now)
}

const hourMs = 3_600_000

/** Time when the next of those days begins: on a whole hour, whatever the season. */
export function findNextQuotaDayStart(now: number): number {
  const today = formatQuotaDay(now)
  let at = Math.floor(now / hourMs) * hourMs + hourMs
  while (formatQuotaDay(at) === today) at += hourMs
  return at
}

type QuotaDemand = { now: number; used: number; channels: number }

/**
 * Checks take no more than the hours so far have for their part, so that polls find theirs in the
 * evening; a lookup has a person waiting for it. True where the platform counts no days.
 */
export function isWithinQuota(
  platform: Platform,
  purpose: 'polls' | 'checks' | 'lookups',
  { now, used, channels }: QuotaDemand,
): boolean {
  const budget = findPlatformBudget(platform)
  if (budget?.per !== 'day') return true
  const hoursLeft = Math.floor((findNextQuotaDayStart(now) - now) / hourMs)
  const share = purpose === 'checks' ? 1 - hoursLeft / 24 : 1
  return used + budget.largestCost(channels) <= budget.units * share
}

/** Interval between polls of so many channels that spreads the remaining units over the day. */
export function computePollInterval(
  platform: Platform,
  { now, used, channels }: QuotaDemand,
): number {
  const budget = findPlatformBudget(platform)
  if (!budget) return minuteMs
  if (budget.per === 'minute') {
    const calls = Math.ceil(channels / budget.channelsPerCall)
    return minuteMs * Math.max(1, Math.ceil(calls / budget.calls))
  }
  const left = budget.units - used
  if (left <= 0) return findNextQuotaDayStart(now) - now
  const fair = ((findNextQuotaDayStart(now) - now) * budget.usualCost(channels)) / left
  return Math.max(minuteMs, Math.ceil(fair / minuteMs) * minuteMs)
}
