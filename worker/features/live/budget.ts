import type { Platform } from '#worker/contract.ts'

/** Channels are asked after once a minute while the budget allows. */
export const minuteMs = 60_000

/** From when waits are counted: what asks comes on whole minutes, what answers a little later. */
export function beginOfMinute(now: number): number {
  return Math.floor(now / minuteMs) * minuteMs
}

/** What a platform lets us spend in a day of its zone; the last part is kept for what is not polls. */
const youtubeUnits = { perDay: 10_000, forPolls: 9000 }
/** Helix takes 800 calls a minute from one app; half is left to sign-in, schedules and the rest. */
const twitchCallsPerMinute = 400

/** Quotas begin anew at midnight there. */
const quotaZone = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })

export function quotaDayOf(now: number): string {
  return quotaZone.format(now)
}

const hourMs = 3_600_000

/** When the next of those days begins: on a whole hour, whatever the season. */
export function nextQuotaDay(now: number): number {
  const today = quotaDayOf(now)
  let at = Math.floor(now / hourMs) * hourMs + hourMs
  while (quotaDayOf(at) === today) at += hourMs
  return at
}

type Purpose = 'polls' | 'all'

/** What may still be spent today; Helix counts no days. */
export function unitsLeft(platform: Platform, used: number, purpose: Purpose): number {
  if (platform === 'twitch') return Infinity
  const { perDay, forPolls } = youtubeUnits
  return Math.max(0, (purpose === 'polls' ? forPolls : perDay) - used)
}

/** The most that asking after so many channels can cost. */
export function dearest(platform: Platform, channels: number): number {
  if (platform === 'twitch') return 4 * Math.ceil(channels / 100)
  // Each its handle and its newest videos, and fifty videos a unit.
  return 2 * channels + Math.ceil((channels * 7) / 50)
}

type Need = { now: number; used: number; channels: number }

/** How long to wait between polls of so many channels, so that what is left lasts through the day. */
export function pollInterval(platform: Platform, { now, used, channels }: Need): number {
  if (platform === 'twitch') {
    const calls = Math.ceil(channels / 100)
    return minuteMs * Math.max(1, Math.ceil(calls / twitchCallsPerMinute))
  }
  const perPoll = channels + Math.ceil((channels * 5) / 50)
  const left = unitsLeft(platform, used, 'polls')
  if (left === 0) return nextQuotaDay(now) - now
  const fair = ((nextQuotaDay(now) - now) * perPoll) / left
  return Math.max(minuteMs, Math.ceil(fair / minuteMs) * minuteMs)
}
