import * as v from 'valibot'

export function isCalendarDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}

/** A day of the calendar, `2026-12-24`. */
export const Day = v.pipe(v.string(), v.isoDate(), v.check(isCalendarDay))

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

/** ICU's own names, which are in no table of zones. */
const abbreviations =
  /^(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/i

export function isTimeZone(name: string): boolean {
  // The default of queries: a look-up of a zone costs more than the rest of the query.
  if (name === 'UTC') return true
  if (abbreviations.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}

/** A look-up costs, so that names which look right are not looked up; an alias stays. */
function normalizeTimeZoneCase(name: string): string {
  if (name === 'UTC' || /^[A-Z][a-z]+(?:[/_-][A-Z][a-z]+)*$/.test(name)) return name
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name
}

export const TimeZone = v.pipe(
  v.string(),
  v.maxLength(64),
  v.check(isTimeZone, 'time_zone'),
  v.transform(normalizeTimeZoneCase),
)
