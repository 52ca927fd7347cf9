import { Temporal } from 'temporal-polyfill'
import { isTimeZone } from '#worker/contracts/time.ts'

export function toLocalDateTime(at: number, timeZone: string): Temporal.ZonedDateTime {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
}

/** The next instant after `after` at which a clock shows a time of a day, however often it does. */
export function findInstantOfLocalTime(
  day: Temporal.ZonedDateTime,
  minutes: number,
  after: number,
): number {
  const time = { hour: Math.floor(minutes / 60), minute: minutes % 60 }
  const clockTime = day.toPlainDate().toPlainDateTime(time)
  const [first, last] = (['compatible', 'later'] as const).map(
    (disambiguation) =>
      clockTime.toZonedDateTime(day.timeZoneId, { disambiguation }).epochMilliseconds,
  ) as [number, number]
  return first > after ? first : last
}

/** Minutes after local midnight, both or neither. */
export type QuietHours = { quietFrom: number | null; quietTo: number | null; timeZone: string }

export function findQuietHoursEnd(hours: QuietHours, now: number): number | undefined {
  const { quietFrom: from, quietTo: to, timeZone } = hours
  if (from === null || to === null) return undefined
  const clock = toLocalDateTime(now, timeZone)
  const minute = clock.hour * 60 + clock.minute
  const isOverMidnight = from > to
  const isQuiet = isOverMidnight ? minute >= from || minute < to : minute >= from && minute < to
  if (!isQuiet) return undefined
  const endsTomorrow = isOverMidnight && minute >= from
  return findInstantOfLocalTime(endsTomorrow ? clock.add({ days: 1 }) : clock, to, now)
}
