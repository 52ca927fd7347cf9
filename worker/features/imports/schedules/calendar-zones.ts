import type ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { dayMs } from '#worker/contracts/durations.ts'
import { tryLimitTimeZoneRule } from './calendar-rules.ts'
import windows from './windows-zones.json' with { type: 'json' }

export type IcalLibrary = typeof ICAL

const windowsZones: Partial<Record<string, string>> = windows.zones
const mostZoneParts = 500

/** The table's spelling of an IANA name or alias. */
function toCanonicalZoneName(name: string): string | undefined {
  if (!/^[a-z][\w+/-]{1,63}$/i.test(name)) return undefined
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return undefined
  }
}

/** By an IANA name in any case, by its last parts, or by Windows' name. */
export function findTimeZone(name: string): string | undefined {
  const parts = name.trim().split('/')
  const tails = [parts.length, 3, 2, 1].map((count) => parts.slice(-count).join('/'))
  for (const tail of new Set(tails)) {
    const zone = windowsZones[tail.toLowerCase()] ?? toCanonicalZoneName(tail)
    if (zone) return zone
  }
  return undefined
}

/**
 * Milliseconds at a wall clock, given as the instant at which UTC shows the same; an hour that does
 * not exist counts from before the change. Kept between two changes, since a look-up takes 0.05 ms.
 */
function createOffsetLookup(zone: string): (wallClock: number) => number {
  let kept = { from: 0, until: 0, offset: 0 }
  return (wallClock) => {
    if (wallClock >= kept.from && wallClock < kept.until) return kept.offset
    const plain = Temporal.Instant.fromEpochMilliseconds(wallClock).toZonedDateTimeISO('UTC')
    const at = plain.toPlainDateTime().toZonedDateTime(zone)
    const offset = wallClock - at.epochMilliseconds
    const before = at.add({ seconds: 1 }).getTimeZoneTransition('previous')
    const after = at.getTimeZoneTransition('next')
    const margin = 2 * dayMs
    const from = before ? before.epochMilliseconds + offset + margin : -Infinity
    const until = after ? after.epochMilliseconds + offset - margin : Infinity
    if (wallClock >= from && wallClock < until) kept = { from, until, offset }
    return offset
  }
}

/** The library asks Temporal for the offsets; by IANA name, so that there are only so many. */
function registerZone(library: IcalLibrary, name: string): void {
  if (library.TimezoneService.has(name)) return
  const zone = new library.Timezone({ tzid: name })
  const offsetAt = createOffsetLookup(name)
  zone.utcOffset = ({ year, month, day, hour, minute, second }) =>
    offsetAt(Date.UTC(year, month - 1, day, hour, minute, second)) / 1000
  library.TimezoneService.register(zone, name)
}

export function convertToTimeZone(
  library: IcalLibrary,
  time: ICAL.Time,
  zone: ICAL.Timezone,
): ICAL.Time {
  if (time.isDate || time.zone === zone) return time
  const name = toCanonicalZoneName(zone.tzid)
  if (!name) return time.convertToZone(zone)
  const at = Temporal.Instant.fromEpochMilliseconds(time.toUnixTime() * 1000)
  const { year, month, day, hour, minute, second } = at.toZonedDateTimeISO(name)
  return new library.Time({ year, month, day, hour, minute, second, isDate: false }, zone)
}

export type CalendarZones = {
  /** The zone of times that name none. */
  timezone: string
  /** Entries whose zone nobody knows. */
  unknown: Set<ICAL.Component>
  /** By entry: the zone of its start, where the start does not name it. */
  assumed: Map<ICAL.Component, string>
}

/** Only of unknown zones, and not where the library would follow their rules without end. */
function collectZoneDefinitions(calendar: ICAL.Component): {
  named: Map<string, string>
  defined: Set<string>
} {
  const named = new Map<string, string>()
  const defined = new Set<string>()
  let left = mostZoneParts
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    const name = String(zone.getFirstPropertyValue('tzid'))
    const known =
      findTimeZone(name) ?? findTimeZone(String(zone.getFirstPropertyValue('x-lic-location')))
    const parts = zone.getAllSubcomponents()
    if (!known) left -= parts.reduce((sum, part) => sum + (part.hasProperty('rrule') ? 3 : 1), 0)
    if (!known && left >= 0 && parts.length > 0 && parts.every(tryLimitTimeZoneRule)) {
      defined.add(name)
      continue
    }
    if (known) named.set(name, known)
    calendar.removeSubcomponent(zone)
  }
  return { named, defined }
}

function isFloatingTime({ type, jCal }: ICAL.Property): boolean {
  return type === 'date-time' && !String((jCal as unknown[])[3]).endsWith('Z')
}

/** Runs before any value is read: the library keeps values. Known names win over definitions. */
export function assignTimeZones(
  library: IcalLibrary,
  calendar: ICAL.Component,
  sourceZone: string,
): CalendarZones {
  const { named, defined } = collectZoneDefinitions(calendar)
  const own = calendar.getFirstPropertyValue('x-wr-timezone')
  const timezone = (own && findTimeZone(String(own))) || sourceZone
  const found = new Map<string, string | undefined>(named)
  const unknown = new Set<ICAL.Component>()
  const assumed = new Map<ICAL.Component, string>()
  function assign(component: ICAL.Component, property: ICAL.Property): void {
    const given: unknown = property.getParameter('tzid')
    const isStart = property.name === 'dtstart'
    if (typeof given !== 'string') {
      if (isFloatingTime(property)) property.setParameter('tzid', timezone)
      if (isStart && (isFloatingTime(property) || property.type === 'date')) {
        assumed.set(component, timezone)
      }
      return
    }
    if (!found.has(given)) found.set(given, findTimeZone(given))
    const zone = found.get(given)
    if (!zone) {
      if (property.type === 'date') assumed.set(component, timezone)
      else if (!defined.has(given)) unknown.add(component)
      return
    }
    registerZone(library, zone)
    property.setParameter('tzid', zone)
    if (isStart && zone.toLowerCase() !== given.toLowerCase()) assumed.set(component, zone)
  }
  registerZone(library, timezone)
  for (const component of calendar.getAllSubcomponents('vevent')) {
    for (const property of component.getAllProperties()) assign(component, property)
  }
  return { timezone, unknown, assumed }
}
