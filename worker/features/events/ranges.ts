import { Temporal } from 'temporal-polyfill'
import { nightEndHour } from '#worker/contracts/tonight.ts'
import type { EventsQuery } from './contract.ts'
import type { InstantOrSql } from './upcoming-or-live.ts'

/** Half-open [from, to), in the reader's zone; weeks start on Monday. */
export function toTimeWindow(
  query: Pick<EventsQuery, 'range' | 'tz' | 'from' | 'to'>,
  now: InstantOrSql,
): { from: number | undefined; to: number | undefined } {
  const range = resolveRange(query.range, query.tz, now)
  return {
    from: maxDefined(query.from, range?.from),
    to: minDefined(query.to, range?.to),
  }
}

/** Tonight is a promise of what can still be watched; other ranges show what is over, too. */
export function isFutureOnly(query: Pick<EventsQuery, 'range' | 'future_only'>): boolean {
  return query.future_only || query.range === 'tonight'
}

function resolveRange(range: EventsQuery['range'], tz: string, now: InstantOrSql) {
  if (range === 'all') return undefined
  if (typeof now !== 'number') throw new TypeError('a range of days needs an instant')
  const at = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(tz)
  if (range === 'tonight') return findNightRange(at)
  const today = at.startOfDay()
  const first = {
    today: today,
    week: today.subtract({ days: today.dayOfWeek - 1 }),
    month: today.with({ day: 1 }),
  }[range]
  const length = { today: { days: 1 }, week: { days: 7 }, month: { months: 1 } }[range]
  return { from: first.epochMilliseconds, to: first.add(length).startOfDay().epochMilliseconds }
}

/** From now until the night ends by the reader's clock. */
function findNightRange(now: Temporal.ZonedDateTime): { from: number; to: number } {
  const endOn = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone: now.timeZoneId, plainTime: { hour: nightEndHour } })
      .epochMilliseconds
  const from = now.epochMilliseconds
  const today = now.toPlainDate()
  const to = endOn(today)
  return { from, to: from < to ? to : endOn(today.add({ days: 1 })) }
}

type DayOrInstant = string | number | undefined
type DayRange = { from?: DayOrInstant; to?: DayOrInstant; tz: string }

/** Half-open, whole days in the reader's zone; the day `to` is the last that counts. */
export function toDayWindow({ from, to, tz }: DayRange): {
  from: number | undefined
  to: number | undefined
} {
  return {
    from: typeof from === 'string' ? startOfDayAfter(from, tz, 0) : from,
    to: typeof to === 'string' ? startOfDayAfter(to, tz, 1) : to,
  }
}

function startOfDayAfter(day: string, tz: string, daysLater: number): number {
  return Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime(tz).epochMilliseconds
}

function maxDefined(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)
}

function minDefined(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
}
