import type { Digest } from '#worker/features/notifications/contract.ts'
import { instantAt, localClock } from './local-clock.ts'

/** 08:00 on the reader's clock; the weekly one on Mondays. */
const digestMinute = 8 * 60
const monday = 1

/** The first digest after an instant; null where there is to be none. */
export function nextDigestAt(digest: Digest, timeZone: string, now: number): number | null {
  if (digest === 'off') return null
  const clock = localClock(now, timeZone)
  const stepDays = digest === 'weekly' ? 7 : 1
  const day = digest === 'weekly' ? clock.add({ days: (monday - clock.dayOfWeek + 7) % 7 }) : clock
  const at = instantAt(day, digestMinute, now)
  return at > now ? at : instantAt(day.add({ days: stepDays }), digestMinute, now)
}
