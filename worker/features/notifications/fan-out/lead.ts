import { minuteMs } from '#worker/contracts/durations.ts'

/** Earliest begin before any mark. */
const longestLeadMs = 10 * minuteMs
const timelyMs = 5 * minuteMs

/** Earliest begin before a mark of that distance to the start. */
export function findLongestLeadMs(distanceMs: number): number {
  return Math.min(longestLeadMs, distanceMs / 6)
}

export type Drain = { recipients: number; perSecond: number }

function drainMs({ recipients, perSecond }: Drain): number {
  return (recipients / perSecond) * 1000
}

/** The median lands on the mark, or 99 of 100 within five minutes after it where that takes longer. */
export function computeLeadMs(drain: Drain): number {
  const ms = drainMs(drain)
  return Math.round(Math.min(Math.max(ms / 2, 0.99 * ms - timelyMs), longestLeadMs))
}

/** Milliseconds that the last of 99 in 100 come beyond five minutes after the mark; 0 where they do not. */
export function computeOverrunMs(drain: Drain, distanceMs: number): number {
  const leadMs = Math.min(computeLeadMs(drain), findLongestLeadMs(distanceMs))
  return Math.max(0, Math.round(0.99 * drainMs(drain) - leadMs - timelyMs))
}
