import { Temporal } from 'temporal-polyfill'
import { isTimeZone } from '#worker/contracts/time.ts'

/** What a person's clock shows; a zone that is none counts as UTC. */
export function localClock(at: number, timeZone: string): Temporal.ZonedDateTime {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
}

/** The next instant after `after` at which a clock shows a time of a day, however often it does. */
export function instantAt(day: Temporal.ZonedDateTime, minutes: number, after: number): number {
  const time = { hour: Math.floor(minutes / 60), minute: minutes % 60 }
  const shown = day.toPlainDate().toPlainDateTime(time)
  const [first, last] = (['compatible', 'later'] as const).map(
    (disambiguation) => shown.toZonedDateTime(day.timeZoneId, { disambiguation }).epochMilliseconds,
  ) as [number, number]
  return first > after ? first : last
}
