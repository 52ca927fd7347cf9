import { instantAt, localClock } from './local-clock.ts'

/** Minutes after local midnight, both or neither. */
export type QuietHours = { quietFrom: number | null; quietTo: number | null; timeZone: string }

/** When the quiet hours that an instant falls into end; undefined outside of them. */
export function quietUntil(hours: QuietHours, now: number): number | undefined {
  const { quietFrom: from, quietTo: to, timeZone } = hours
  if (from === null || to === null) return undefined
  const clock = localClock(now, timeZone)
  const minute = clock.hour * 60 + clock.minute
  const isOverMidnight = from > to
  const isQuiet = isOverMidnight ? minute >= from || minute < to : minute >= from && minute < to
  if (!isQuiet) return undefined
  const endsTomorrow = isOverMidnight && minute >= from
  return instantAt(endsTomorrow ? clock.add({ days: 1 }) : clock, to, now)
}

/** Why a delivery waits, as its row says it. */
export const quietReason = 'quiet hours'
/** Why one that waited is not sent at all. */
export const quietTooLong = `${quietReason} until it was too late`
