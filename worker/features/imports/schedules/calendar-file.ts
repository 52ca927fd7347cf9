import type ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { dayMs, maxEventDurationMs } from '#worker/contracts/durations.ts'
import { isTimeZone } from '#worker/contracts/time.ts'
import { readEntries, type IcalLibrary } from './calendar-entries.ts'
import {
  estimateRecurrenceCost,
  toCalendarDay,
  hasBoundedRecurrence,
  skipPastOccurrences,
} from './calendar-rules.ts'
import {
  scheduleHorizonMs,
  maxItems,
  defaultDurationMs,
  type FeedSnapshot,
  type ScheduledItem,
  type UnreadableItem,
} from './scheduled-item.ts'

type Reading = {
  library: IcalLibrary
  now: number
  /** Of times that name no zone. */
  timezone: string
  /** Occurrences that may still be walked in all: a rule may begin long ago. */
  steps: number
  unreadable: UnreadableItem[]
  isComplete: boolean
}

const mostSteps = 50_000
/** Of one entry, so that it takes none from the others. */
const mostStepsEach = 5000

/** Loaded when first needed: few requests do. */
async function loadLibrary(): Promise<IcalLibrary> {
  const loaded = await import('ical.js')
  return loaded.default
}

/**
 * The entries of a calendar file from a day ago on, each occurrence of those that recur, by start.
 * What is marked private is passed over.
 * @throws UpstreamError where it is no calendar
 */
export async function readCalendar(
  text: string,
  { now, timezone }: { now: number; timezone: string },
): Promise<FeedSnapshot> {
  const library = await loadLibrary()
  const found = readEntries(library, text)
  const { isComplete } = found
  const reading: Reading = { library, now, timezone, steps: mostSteps, unreadable: [], isComplete }
  for (const component of found.unreadable) setAside(component, reading)
  const components = found.events.filter((component) => {
    if (isPrivate(component)) return false
    const isNamed = uidOf(component) !== ''
    const isClear =
      isNamed && hasBoundedRecurrence(component) && !isInZoneOf(component, found.unknownZones)
    if (!isClear) setAside(component, reading)
    return isClear
  })
  const masters = [...found.events.filter((one) => !isException(one)), ...found.unreadable]
  const uids = new Set(masters.map(uidOf))
  const items = readItems(components, (uid) => uids.has(uid), reading)
  return {
    items: items.toSorted((a, b) => a.startAt - b.startAt),
    unreadable: reading.unreadable,
    isComplete: reading.isComplete,
  }
}

function isException(component: ICAL.Component): boolean {
  return component.hasProperty('recurrence-id')
}

/** One time of a series without the series itself, which an invitation to it is, stands for itself. */
function readItems(
  components: ICAL.Component[],
  hasMaster: (uid: string) => boolean,
  reading: Reading,
): ScheduledItem[] {
  const isPart = (one: ICAL.Component) => isException(one) && hasMaster(uidOf(one))
  const exceptions = Map.groupBy(components.filter(isPart), uidOf)
  const items = new Map<string, ScheduledItem>()
  for (const component of components.filter((one) => !isPart(one))) {
    for (const item of occurrencesOf(component, exceptions.get(uidOf(component)) ?? [], reading)) {
      if (items.size < maxItems) items.set(item.uid, item)
      else reading.isComplete = false
    }
    if (!reading.isComplete && items.size >= maxItems) break
  }
  return [...items.values()]
}

function isInZoneOf(component: ICAL.Component, zones: Set<string>): boolean {
  if (zones.size === 0) return false
  return component
    .getAllProperties()
    .some((property) => zones.has(String(property.getParameter('tzid') ?? '')))
}

/** Named in the report. */
function setAside(component: ICAL.Component, reading: Reading): void {
  const { unreadable } = reading
  if (isPrivate(component)) return
  if (unreadable.length >= maxItems) {
    reading.isComplete = false
    return
  }
  const name = textOf(component, 'summary').slice(0, 120)
  unreadable.push({ uid: uidOf(component), name, startAt: startOf(component, reading) })
}

function startOf(component: ICAL.Component, reading: Reading): number | null {
  try {
    const start = component.getFirstPropertyValue('dtstart') as ICAL.Time
    const startAt = millisecondsOf(start, component, reading)
    return Number.isFinite(startAt) ? startAt : null
  } catch {
    return null
  }
}

function isPrivate(component: ICAL.Component): boolean {
  return ['PRIVATE', 'CONFIDENTIAL'].includes(textOf(component, 'class').toUpperCase())
}

function textOf(component: ICAL.Component, name: string): string {
  const value: unknown = component.getFirstPropertyValue(name)
  return typeof value === 'string' ? value : (value?.toString() ?? '')
}

function uidOf(component: ICAL.Component): string {
  return textOf(component, 'uid').slice(0, 400)
}

function* occurrencesOf(
  component: ICAL.Component,
  exceptions: ICAL.Component[],
  reading: Reading,
): Generator<ScheduledItem> {
  try {
    reading.steps -= exceptions.length
    if (reading.steps < 0) throw new Error('too many occurrences')
    const event = new reading.library.Event(component, { exceptions })
    if (event.isRecurring()) {
      yield* walk(event, exceptions, reading)
      return
    }
    const item = toItem(event, event.startDate, event.endDate, reading)
    const time = textOf(component, 'recurrence-id')
    const uid = time === '' ? item.uid : `${item.uid}|${time}`
    if (isWithin(item, reading.now)) yield { ...item, uid }
  } catch {
    // A rule or a time that cannot be, or too many: the other entries are read all the same.
    setAside(component, reading)
  }
}

function* walk(
  event: ICAL.Event,
  exceptions: ICAL.Component[],
  reading: Reading,
): Generator<ScheduledItem> {
  const { now } = reading
  const { component } = event
  const earliest = now - maxEventDurationMs
  const isShortened = !exceptions.some((one) => isMovedHere(one, earliest))
  const later = isShortened ? skipPastOccurrences(component, event.startDate, earliest) : undefined
  const cost = estimateRecurrenceCost(component)
  let steps = mostStepsEach
  reading.steps -= 2 * cost
  if (reading.steps < 0) throw new Error('too many occurrences')
  const iterator = event.iterator(later)
  for (let next = iterator.next() as ICAL.Time | undefined; next; next = iterator.next()) {
    steps -= cost
    reading.steps -= cost
    if (steps < 0 || reading.steps < 0) throw new Error('too many occurrences')
    if (isShortened && toCalendarDay(next) < earliest) continue
    if (millisecondsOf(next, component, reading) > now + scheduleHorizonMs) return
    const { item: shown, startDate, endDate } = event.getOccurrenceDetails(next)
    const item = toItem(shown, startDate, endDate, reading)
    if (isWithin(item, now)) yield { ...item, uid: `${item.uid}|${next.toString()}` }
  }
}

/** From a time that is long over to one that is not. */
function isMovedHere(exception: ICAL.Component, earliest: number): boolean {
  const before = exception.getFirstPropertyValue('recurrence-id') as ICAL.Time
  const after = exception.getFirstPropertyValue('dtstart') as ICAL.Time
  return toCalendarDay(before) < earliest && toCalendarDay(after) >= earliest
}

function isWithin({ startAt, endAt }: ScheduledItem, now: number): boolean {
  return endAt > now - dayMs && startAt < now + scheduleHorizonMs
}

function toItem(
  event: ICAL.Event,
  start: ICAL.Time,
  end: ICAL.Time | null,
  reading: Reading,
): ScheduledItem {
  const { component } = event
  const startAt = millisecondsOf(start, component, reading)
  const endAt = end ? millisecondsOf(end, component, reading) : startAt
  if (!Number.isFinite(startAt) || !Number.isFinite(endAt)) throw new Error('no time')
  const zone = zoneOf(component)
  return {
    uid: uidOf(component),
    name: event.summary ?? '',
    description: event.description ?? '',
    startAt,
    endAt: endAt > startAt ? endAt : startAt + defaultDurationMs,
    timezone: zone ?? null,
    isDateOnly: start.isDate,
    url: textOf(component, 'url') || null,
    isOff: textOf(component, 'status').toUpperCase() === 'CANCELLED',
  }
}

/** The name of its zone, where it is one that everybody knows. */
function zoneOf(component: ICAL.Component): string | undefined {
  const name: unknown = component.getFirstProperty('dtstart')?.getParameter('tzid')
  return typeof name === 'string' && isTimeZone(name) ? name : undefined
}

/** A zone that the file does not explain is known by its name, or is the source's own. */
function millisecondsOf(time: ICAL.Time, component: ICAL.Component, reading: Reading): number {
  const { library, timezone } = reading
  if (!time.isDate && time.zone !== library.Timezone.localTimezone) return time.toUnixTime() * 1000
  const { year, month, day, hour, minute, second } = time
  const parts = time.isDate
    ? { year, month, day }
    : { year, month, day, hour, minute, second: Math.min(second, 59) }
  const zone = zoneOf(component) ?? timezone
  return Temporal.PlainDateTime.from(parts).toZonedDateTime(zone).epochMilliseconds
}
