import type ICAL from 'ical.js'
import { dayMs } from '#worker/contracts/durations.ts'
import { readCalendarEntries, type CalendarEntry } from './calendar-entries.ts'
import type { IcalLibrary } from './calendar-zones.ts'
import {
  createRecurringSeries,
  isCancelled,
  isPrivate,
  readStart,
  readTextProperty,
  toScheduledItem,
  readUid,
  type RecurringSeries,
} from './calendar-occurrences.ts'
import { hasBoundedRecurrence } from './calendar-rules.ts'
import { CalendarError, decodeCalendar, locateFault } from './calendar-text.ts'
import type { SkipReason } from './contract.ts'
import {
  scheduleHorizonMs,
  maxScheduledItems,
  type FeedSnapshot,
  type ScheduledItem,
  type UnreadableItem,
} from './scheduled-item.ts'

type ParseState = {
  library: IcalLibrary
  now: number
  /** Occurrences that may still be walked in all: a rule may begin long ago. */
  steps: number
  unreadable: UnreadableItem[]
  passedOver: UnreadableItem[]
  isComplete: boolean
}

const mostSteps = 50_000

/** Loaded when first needed: few requests do. */
async function loadIcalLibrary(): Promise<IcalLibrary> {
  const loaded = await import('ical.js')
  return loaded.default
}

/**
 * From a day ago on; private entries are passed over without their text.
 * @throws CalendarError where it is no calendar
 */
export async function readCalendar(
  bytes: Uint8Array,
  { now, timezone }: { now: number; timezone: string },
): Promise<FeedSnapshot> {
  const library = await loadIcalLibrary()
  const found = readCalendarEntries(library, decodeCalendar(bytes), timezone)
  if (!found) throw new CalendarError(locateFault(bytes))
  const parseState: ParseState = {
    library,
    now,
    steps: mostSteps,
    unreadable: [],
    passedOver: [],
    isComplete: found.isComplete,
  }
  for (const entry of found.unreadable) markUnreadable(entry, parseState)
  const clear = found.events.filter((entry) => {
    const { component, calendar } = entry
    const isInUnknownZone = calendar.unknown.has(component)
    if (isPrivate(component)) {
      markPassedOver(entry, parseState, 'private')
      // One time of a series that is private is none of its times.
      return isRecurrenceException(entry)
    }
    if (isInUnknownZone) markUnreadable(entry, parseState, 'unknown_zone')
    else if (readUid(component) === '') markUnreadable(entry, parseState, 'no_uid')
    else if (!hasBoundedRecurrence(component)) markUnreadable(entry, parseState)
    else return true
    return false
  })
  const masters = [
    ...found.events.filter((one) => !isRecurrenceException(one)),
    ...found.unreadable,
  ]
  const uids = new Set(masters.map(({ component }) => readUid(component)))
  const latest = keepLatestRevisions(clear, parseState)
  const items = readScheduledItems(latest, (uid) => uids.has(uid), parseState)
  const calledOff = latest.filter((one) => isCancelled(one) && !isRecurrenceException(one))
  return {
    items: items.toSorted((a, b) => a.startAt - b.startAt),
    unreadable: parseState.unreadable,
    passedOver: parseState.passedOver,
    calledOff: calledOff.map(({ component }) => readUid(component)),
    isComplete: parseState.isComplete,
  }
}

function isRecurrenceException({ component }: CalendarEntry): boolean {
  return component.hasProperty('recurrence-id')
}

/** By SEQUENCE, then by LAST-MODIFIED. */
function compareEntryRevisions(
  { component: a }: CalendarEntry,
  { component: b }: CalendarEntry,
): number {
  const sequenceOf = (one: ICAL.Component) => Number(readTextProperty(one, 'sequence')) || 0
  const modifiedOf = (one: ICAL.Component) =>
    Date.parse(readTextProperty(one, 'last-modified')) || 0
  return sequenceOf(a) - sequenceOf(b) || modifiedOf(a) - modifiedOf(b)
}

function isAnotherEvent(entry: CalendarEntry, latest: CalendarEntry): boolean {
  const isPropertyDifferent = (name: string) =>
    readTextProperty(entry.component, name) !== readTextProperty(latest.component, name)
  const isSingle = !isRecurrenceException(entry) && !entry.component.hasProperty('rrule')
  return (
    isSingle &&
    compareEntryRevisions(entry, latest) === 0 &&
    isPropertyDifferent('summary') &&
    isPropertyDifferent('dtstart')
  )
}

/** One entry by each UID; another event under the same UID gets one of its own. */
function keepLatestRevisions(entries: CalendarEntry[], parseState: ParseState): CalendarEntry[] {
  const nameOf = ({ component }: CalendarEntry) =>
    `${readUid(component)}|${readTextProperty(component, 'recurrence-id')}`
  return [...Map.groupBy(entries, nameOf).values()].flatMap((group) => {
    const latest = group.toSorted(compareEntryRevisions).at(-1)
    return group.filter((entry) => {
      const { component } = entry
      if (!latest || entry === latest) return true
      if (!isAnotherEvent(entry, latest)) {
        markPassedOver(entry, parseState, 'replaced')
        return false
      }
      const uid = `${readUid(component)}|${readTextProperty(component, 'dtstart')}`
      component.updatePropertyWithValue('uid', uid)
      return true
    })
  })
}

/** A time of a series without the series, such as an invitation, stands for itself. */
function readScheduledItems(
  entries: CalendarEntry[],
  hasMaster: (uid: string) => boolean,
  parseState: ParseState,
): ScheduledItem[] {
  const isPart = (one: CalendarEntry) =>
    isRecurrenceException(one) && hasMaster(readUid(one.component))
  const exceptions = Map.groupBy(entries.filter(isPart), ({ component }) => readUid(component))
  const items = new Map<string, ScheduledItem>()
  for (const entry of entries.filter((one) => !isPart(one) && !isPrivate(one.component))) {
    const parts = exceptions.get(readUid(entry.component)) ?? []
    for (const item of generateOccurrences(entry, parts, parseState)) {
      if (items.size < maxScheduledItems) items.set(item.uid, item)
      else parseState.isComplete = false
    }
    if (!parseState.isComplete && items.size >= maxScheduledItems) break
  }
  return [...items.values()]
}

function toUnreadableItem(entry: CalendarEntry): UnreadableItem {
  const { component } = entry
  const name = isPrivate(component) ? '' : readTextProperty(component, 'summary').slice(0, 120)
  return { uid: readUid(component), name, startAt: readStart(entry) }
}

function markUnreadable(entry: CalendarEntry, parseState: ParseState, reason?: SkipReason): void {
  const { unreadable } = parseState
  if (isPrivate(entry.component)) return markPassedOver(entry, parseState, 'private')
  if (unreadable.length >= maxScheduledItems) {
    parseState.isComplete = false
    return
  }
  unreadable.push({ ...toUnreadableItem(entry), ...(reason && { reason }) })
}

function markPassedOver(entry: CalendarEntry, parseState: ParseState, reason: SkipReason): void {
  const { passedOver } = parseState
  if (passedOver.length < maxScheduledItems) passedOver.push({ ...toUnreadableItem(entry), reason })
}

function* generateOccurrences(
  entry: CalendarEntry,
  exceptions: CalendarEntry[],
  parseState: ParseState,
): Generator<ScheduledItem> {
  const { component } = entry
  const { library, now } = parseState
  let isListed = false
  let isLater = false
  try {
    parseState.steps -= exceptions.length
    if (parseState.steps < 0) throw new Error('too many occurrences')
    const event = new library.Event(component, { exceptions: [] })
    const series = event.isRecurring()
      ? createRecurringSeries(library, entry, exceptions, now)
      : undefined
    for (const item of series
      ? walkSeries(series, parseState)
      : [toSingleItem(entry, parseState)]) {
      isLater = item.startAt >= now + scheduleHorizonMs
      if (!isWithinHorizon(item, now)) continue
      isListed = true
      yield item
    }
  } catch {
    // A rule or a time that cannot be, or too many: the other entries are read all the same.
    markUnreadable(entry, parseState)
    return
  }
  if (!isListed) markPassedOver(entry, parseState, isLater ? 'too_far' : 'past')
}

function toSingleItem(entry: CalendarEntry, { library }: ParseState): ScheduledItem {
  const item = toScheduledItem(library, entry)
  const time = readTextProperty(entry.component, 'recurrence-id')
  return time === '' ? item : { ...item, uid: `${item.uid}|${time}` }
}

function* walkSeries(series: RecurringSeries, parseState: ParseState): Generator<ScheduledItem> {
  const { cost } = series
  let steps = mostStepsEach
  parseState.steps -= 2 * cost
  if (parseState.steps < 0) throw new Error('too many occurrences')
  for (const item of series.occurrences()) {
    steps -= cost
    parseState.steps -= cost
    if (steps < 0 || parseState.steps < 0) throw new Error('too many occurrences')
    if (item) yield item
  }
}

/** Entries take turns: one with many occurrences does not cost the others theirs. */
const mostStepsEach = 5000

function isWithinHorizon({ startAt, endAt }: ScheduledItem, now: number): boolean {
  return endAt > now - dayMs && startAt < now + scheduleHorizonMs
}
