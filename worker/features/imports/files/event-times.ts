import { Temporal } from 'temporal-polyfill'
import { maxEventDays } from '#worker/contracts/durations.ts'
import { isLongerThanDays } from '#worker/contracts/event-length.ts'

export type EventTimes = {
  startAt: number
  endAt: number
  timezone: string
  timeCertainty: 'exact' | 'date_only'
}
export type TimeProblem = { field: 'start' | 'end'; reason: string }

type EventTimesInput = { start: string; end: string | null; timezone: string | null }

const openEndHours = 4

function isDate(text: string): boolean {
  return !text.includes('T')
}

function startOfDay(date: Temporal.PlainDate, zone: string): number {
  return date.toZonedDateTime(zone).epochMilliseconds
}

/** 24:00 of a day, which after a clock change is not 24 hours after 00:00. */
function endOfDay(date: Temporal.PlainDate, zone: string): number {
  return startOfDay(date.add({ days: 1 }), zone)
}

function parseDayInZone(text: string, zone: string): Temporal.PlainDate {
  if (isDate(text)) return Temporal.PlainDate.from(text)
  return Temporal.Instant.from(text).toZonedDateTimeISO(zone).toPlainDate()
}

function isParsableDay(text: string): boolean {
  try {
    parseDayInZone(text, 'UTC')
    return true
  } catch {
    return false
  }
}

function resolveEnd({ start, end }: EventTimesInput, zone: string): number {
  if (isDate(start)) return endOfDay(parseDayInZone(end ?? start, zone), zone)
  if (end === null)
    return Temporal.Instant.from(start).add({ hours: openEndHours }).epochMilliseconds
  return isDate(end)
    ? endOfDay(parseDayInZone(end, zone), zone)
    : Temporal.Instant.from(end).epochMilliseconds
}

/** A date is its whole day in the zone; a missing end is that of the day, or 4 h after a start. */
export function readEventTimes(input: EventTimesInput): EventTimes | TimeProblem {
  const { start, end } = input
  const zone = input.timezone ?? 'UTC'
  if (!isParsableDay(start)) return { field: 'start', reason: 'is not in the calendar' }
  if (end !== null && !isParsableDay(end)) return { field: 'end', reason: 'is not in the calendar' }
  const startAt = isDate(start)
    ? startOfDay(parseDayInZone(start, zone), zone)
    : Temporal.Instant.from(start).epochMilliseconds
  const endAt = resolveEnd(input, zone)
  const year = new Date(startAt).getUTCFullYear()
  if (year < 2000 || year > 2100) return { field: 'start', reason: 'is not between 2000 and 2100' }
  if (endAt <= startAt) return { field: 'end', reason: 'is not after the start' }
  if (isLongerThanDays({ start: startAt, end: endAt, timezone: zone }, maxEventDays)) {
    return { field: 'end', reason: `is more than ${maxEventDays} days after the start` }
  }
  return { startAt, endAt, timezone: zone, timeCertainty: isDate(start) ? 'date_only' : 'exact' }
}
