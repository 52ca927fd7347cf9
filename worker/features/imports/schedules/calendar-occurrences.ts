import type ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { maxEventDurationMs } from '#worker/contracts/durations.ts'
import { convertHtmlToText } from './html-to-text.ts'
import { estimateRecurrenceCost, skipPastOccurrences, toUtcMidnight } from './calendar-rules.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import { findTimeZone, convertToTimeZone, type IcalLibrary } from './calendar-zones.ts'
import { defaultDurationMs, scheduleHorizonMs, type ScheduledItem } from './scheduled-item.ts'

export function readTextProperty(component: ICAL.Component, name: string): string {
  const value: unknown = component.getFirstPropertyValue(name)
  return typeof value === 'string' ? value : (value?.toString() ?? '')
}

export function readUid(component: ICAL.Component): string {
  return readTextProperty(component, 'uid').slice(0, 400)
}

export function isCancelled({ component, calendar }: CalendarEntry): boolean {
  return calendar.isCancelled || readTextProperty(component, 'status').toUpperCase() === 'CANCELLED'
}

export function isPrivate(component: ICAL.Component): boolean {
  return ['PRIVATE', 'CONFIDENTIAL'].includes(readTextProperty(component, 'class').toUpperCase())
}

function getTimeProperty(component: ICAL.Component, name: string): ICAL.Time | null {
  return component.getFirstPropertyValue(name) as ICAL.Time | null
}

/** Null in UTC or a zone of the file. */
function getStartZone({ component, calendar }: CalendarEntry): string | null {
  const property = component.getFirstProperty('dtstart')
  const name: unknown = property?.getParameter('tzid')
  if (typeof name === 'string') return findTimeZone(name) ?? null
  return property?.type === 'date' ? calendar.timezone : null
}

/** A day begins at 00:00 of its zone. */
function toEpochMs(time: ICAL.Time, entry: CalendarEntry): number {
  if (!time.isDate) return time.toUnixTime() * 1000
  const { year, month, day } = time
  const zone = getStartZone(entry) ?? entry.calendar.timezone
  return Temporal.PlainDate.from({ year, month, day }).toZonedDateTime(zone).epochMilliseconds
}

function addDays(time: ICAL.Time, days: number): ICAL.Time {
  const later = time.clone()
  later.adjust(days, 0, 0, 0)
  return later
}

/** A DTEND gives each occurrence the same length; of a DURATION the days are those of the calendar. */
function computeEnd(entry: CalendarEntry, start: ICAL.Time): number {
  const { component } = entry
  const first = getTimeProperty(component, 'dtstart')
  const end = getTimeProperty(component, 'dtend')
  if (end && first) {
    const days = Math.round((toUtcMidnight(end) - toUtcMidnight(first)) / 86_400_000)
    if (start.isDate) return toEpochMs(addDays(start, Math.max(1, days)), entry)
    return toEpochMs(start, entry) + toEpochMs(end, entry) - toEpochMs(first, entry)
  }
  const duration = component.getFirstPropertyValue('duration') as ICAL.Duration | null
  if (!duration) return toEpochMs(start.isDate ? addDays(start, 1) : start, entry)
  const { weeks, days, hours, minutes, seconds } = duration
  const sign = duration.isNegative ? -1 : 1
  const later = addDays(start, sign * (weeks * 7 + days))
  return toEpochMs(later, entry) + sign * 1000 * (hours * 3600 + minutes * 60 + seconds)
}

export function toScheduledItem(
  library: IcalLibrary,
  entry: CalendarEntry,
  start?: ICAL.Time,
): ScheduledItem {
  const { component, calendar } = entry
  const event = new library.Event(component, { exceptions: [] })
  const from = start ?? event.startDate
  const startAt = toEpochMs(from, entry)
  const endAt = computeEnd(entry, from)
  if (!Number.isFinite(startAt) || !Number.isFinite(endAt)) throw new Error('no time')
  return {
    uid: readUid(component),
    name: event.summary ?? '',
    description: convertHtmlToText(event.description ?? ''),
    startAt,
    endAt: endAt > startAt ? endAt : startAt + defaultDurationMs,
    timezone: getStartZone(entry),
    assumedTimezone: calendar.assumed.get(component) ?? null,
    isDateOnly: from.isDate,
    url: readTextProperty(component, 'url') || null,
    isOff: isCancelled(entry),
  }
}

export function readStart(entry: CalendarEntry): number | null {
  const { component, calendar } = entry
  if (calendar.unknown.has(component)) return null
  try {
    const start = getTimeProperty(component, 'dtstart')
    const startAt = start ? toEpochMs(start, entry) : NaN
    return Number.isFinite(startAt) ? startAt : null
  } catch {
    return null
  }
}

/** A day, or midnight of the zone written as an instant. */
function toDayInZone(
  library: IcalLibrary,
  time: ICAL.Time,
  { calendar }: CalendarEntry,
): ICAL.Time {
  if (time.isDate) return time
  let { year, month, day } = time
  if (time.zone === library.Timezone.utcTimezone) {
    const at = Temporal.Instant.fromEpochMilliseconds(time.toUnixTime() * 1000)
    const local = at.toZonedDateTimeISO(calendar.timezone)
    if (local.hour === 0 && local.minute === 0) ({ year, month, day } = local)
  }
  return library.Time.fromData({ year, month, day, isDate: true })
}

const dayKey = (time: ICAL.Time) => `day ${toUtcMidnight(time)}`

/** By its day where either side names only that, else by its instant. */
function toTimeKeys(time: ICAL.Time): string[] {
  return time.isDate ? [dayKey(time)] : [String(time.toUnixTime()), dayKey(time)]
}

export type RecurringSeries = {
  /** A step's cost to the library, more or less. */
  cost: number
  /** Undefined for a step that is none; ends behind what is too far ahead. */
  occurrences: () => Generator<ScheduledItem | undefined>
}

/** Times in UTC, in another zone or as days are brought to the form of the start. */
export function createRecurringSeries(
  library: IcalLibrary,
  entry: CalendarEntry,
  exceptions: CalendarEntry[],
  now: number,
): RecurringSeries {
  const { component } = entry
  const start = getTimeProperty(component, 'dtstart')
  if (!start) throw new Error('no time')
  const align = (time: ICAL.Time) =>
    start.isDate ? toDayInZone(library, time, entry) : convertToTimeZone(library, time, start.zone)
  const keyOf = (time: ICAL.Time) => toTimeKeys(align(time))[0] ?? ''
  const valuesOf = (name: string) =>
    component.getAllProperties(name).flatMap((one) => one.getValues() as ICAL.Time[])
  const excluded = new Set(valuesOf('exdate').map(keyOf))
  const moved = new Map<string, CalendarEntry>()
  for (const exception of exceptions) {
    const time = getTimeProperty(exception.component, 'recurrence-id')
    if (time) moved.set(keyOf(time), exception)
  }
  component.removeAllProperties('exdate')
  alignRuleUntil(component, start, align)
  alignExtraDates(library, component, start, align)
  const lasting = exceptions.filter(appliesToFutureDates)
  for (const { component: one } of lasting) alignTimeProperties(one, align)
  const event = new library.Event(component, {
    exceptions: lasting.map(({ component: one }) => one),
  })
  const earliest = now - maxEventDurationMs
  const isShortened = !exceptions.some(({ component: one }) => isMovedPastEarliest(one, earliest))

  function itemAt(time: ICAL.Time): ScheduledItem | undefined {
    const keys = toTimeKeys(time)
    if (keys.some((key) => excluded.has(key))) return undefined
    const exception = keys.map((key) => moved.get(key)).find(Boolean)
    if (exception)
      return isPrivate(exception.component) ? undefined : toScheduledItem(library, exception)
    if (lasting.length === 0) return toScheduledItem(library, entry, time)
    const { item, startDate } = event.getOccurrenceDetails(time)
    const changed = lasting.find(({ component: one }) => one === item.component)
    return toScheduledItem(library, changed ?? entry, startDate)
  }

  function* occurrences(): Generator<ScheduledItem | undefined> {
    const later = isShortened
      ? skipPastOccurrences(component, event.startDate, earliest)
      : undefined
    const iterator = event.iterator(later)
    for (let next = iterator.next() as ICAL.Time | undefined; next; next = iterator.next()) {
      if (isShortened && toUtcMidnight(next) < earliest) {
        yield undefined
        continue
      }
      const item = itemAt(next)
      yield item && { ...item, uid: `${item.uid}|${next.toString()}` }
      if (toEpochMs(next, entry) > now + scheduleHorizonMs) return
    }
  }
  return { cost: estimateRecurrenceCost(component), occurrences }
}

function appliesToFutureDates({ component }: CalendarEntry): boolean {
  return (
    String(component.getFirstProperty('recurrence-id')?.getParameter('range')) === 'THISANDFUTURE'
  )
}

function alignTimeProperties(
  component: ICAL.Component,
  align: (time: ICAL.Time) => ICAL.Time,
): void {
  for (const name of ['dtstart', 'dtend', 'recurrence-id']) {
    const time = getTimeProperty(component, name)
    if (time) component.getFirstProperty(name)?.setValue(align(time))
  }
}

/** A day includes all of it; a local time is in the zone of the start. */
function alignRuleUntil(
  component: ICAL.Component,
  start: ICAL.Time,
  align: (time: ICAL.Time) => ICAL.Time,
): void {
  const rule = component.getFirstPropertyValue('rrule') as ICAL.Recur | null
  const until = rule?.until
  if (!rule || !until) return
  if (start.isDate) {
    rule.until = align(until)
  } else if (until.isDate) {
    const end = start.clone()
    const { year, month, day } = until
    Object.assign(end, { year, month, day, hour: 23, minute: 59, second: 59 })
    rule.until = end
  } else if (until.zone.tzid === 'floating') {
    until.zone = start.zone
  }
}

/** The library counts the start among dates without a rule only if they name it. */
function alignExtraDates(
  library: IcalLibrary,
  component: ICAL.Component,
  start: ICAL.Time,
  align: (time: ICAL.Time) => ICAL.Time,
): void {
  for (const property of component.getAllProperties('rdate')) {
    const dates = (property.getValues() as ICAL.Time[]).map((time) => {
      if (start.isDate || !time.isDate) return align(time)
      const { year, month, day } = time
      return Object.assign(start.clone(), { year, month, day })
    })
    property.setValues(dates)
  }
  if (component.hasProperty('rrule') || !component.hasProperty('rdate')) return
  const first = new library.Property('rdate', component)
  first.setValues([start])
  component.addProperty(first)
}

/** From a time that is long over to one that is not. */
function isMovedPastEarliest(exception: ICAL.Component, earliest: number): boolean {
  const before = getTimeProperty(exception, 'recurrence-id')
  const after = getTimeProperty(exception, 'dtstart')
  if (!before || !after) return false
  return toUtcMidnight(before) < earliest && toUtcMidnight(after) >= earliest
}
