import type { Platform } from '#worker/contracts/enumerations.ts'

/** Channels are asked after once a minute while the budget allows. */
export const minuteMs = 60_000

/** From when waits are counted: what asks comes on whole minutes, what answers a little later. */
export function startOfMinute(now: number): number {
  return Math.floor(now / minuteMs) * minuteMs
}

/** YouTube lets us spend 10,000 in a day of its zone; the last part is left to members who connect channels. */
export const youtubeUnits = 9000
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

type Need = { now: number; used: number; channels: number }

/**
 * Whether the day's units allow for asking after so many channels, however much each may cost. Checks
 * take no more than the hours so far have for their part, so that polls find theirs in the evening; a
 * lookup has a person waiting for it. Helix counts no days.
 */
export function isWithinQuota(
  platform: Platform,
  purpose: 'polls' | 'checks' | 'lookups',
  { now, used, channels }: Need,
): boolean {
  if (platform === 'twitch') return true
  // Each its handle and its newest videos, and fifty videos a unit.
  const dearest = 2 * channels + Math.ceil((channels * 7) / 50)
  const hoursLeft = Math.floor((nextQuotaDay(now) - now) / hourMs)
  const part = purpose === 'checks' ? 1 - hoursLeft / 24 : 1
  return used + dearest <= youtubeUnits * part
}

/** How long to wait between polls of so many channels, so that what is left lasts through the day. */
export function pollInterval(platform: Platform, { now, used, channels }: Need): number {
  if (platform === 'twitch') {
    const calls = Math.ceil(channels / 100)
    return minuteMs * Math.max(1, Math.ceil(calls / twitchCallsPerMinute))
  }
  const perPoll = channels + Math.ceil((channels * 5) / 50)
  const left = youtubeUnits - used
  if (left <= 0) return nextQuotaDay(now) - now
  const fair = ((nextQuotaDay(now) - now) * perPoll) / left
  return Math.max(minuteMs, Math.ceil(fair / minuteMs) * minuteMs)
}
