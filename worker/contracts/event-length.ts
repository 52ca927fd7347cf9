import { Temporal } from 'temporal-polyfill'

type ZonedTimes = { start: number; end: number; timezone: string }

/** In days of the zone's calendar, which are not all of 24 hours. */
export function isLongerThanDays({ start, end, timezone }: ZonedTimes, days: number): boolean {
  const from = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timezone)
  return end > from.add({ days }).epochMilliseconds
}
