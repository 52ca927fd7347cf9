import * as v from 'valibot'

export function isCalendarDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}

/** ISO 8601 UTC in the API, Unix milliseconds in code and database. Years 2000 to 2100. */
export const InstantInput = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.regex(/(Z|[+-]\d\d:?\d\d)$/),
  v.check(isCalendarDay, 'instant'),
  v.transform((text) => Date.parse(text)),
  v.number(),
  v.minValue(Date.UTC(2000, 0)),
  v.maxValue(Date.UTC(2100, 0)),
)

export const Instant = v.pipe(v.string(), v.isoTimestamp())
export type Instant = v.InferOutput<typeof Instant>

export function toInstant(milliseconds: number): Instant {
  const text = new Date(milliseconds).toISOString()
  return milliseconds % 1000 === 0 ? `${text.slice(0, -5)}Z` : text
}

export function isTimeZone(name: string): boolean {
  // The default of queries: a look-up of a zone costs more than the rest of the query.
  if (name === 'UTC') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}
export const TimeZone = v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'time_zone'))
