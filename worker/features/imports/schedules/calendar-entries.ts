import type ICAL from 'ical.js'
import { assignTimeZones, type CalendarZones, type IcalLibrary } from './calendar-zones.ts'

/** Each VCALENDAR of a stream has its own zones and method. */
export type Calendar = CalendarZones & { isCancelled: boolean }
export type CalendarEntry = { component: ICAL.Component; calendar: Calendar }
type CalendarEntries = {
  events: CalendarEntry[]
  /** With what could be read of them. */
  unreadable: CalendarEntry[]
  /** False where something was passed over that nothing is known of. */
  isComplete: boolean
}

const mostEntries = 5000

/** Properties that tell what an entry is and when, even where its rule cannot be. */
const identifyingLine = /^(uid|summary|class|dtstart)[;:]/i
const timelessLine = /^(uid|summary|class)[;:]/i

function tryParseCalendars(library: IcalLibrary, text: string): ICAL.Component[] | undefined {
  try {
    const parsed = library.parse(text) as unknown[]
    const roots = Array.isArray(parsed[0]) ? parsed : [parsed]
    const calendars = roots
      .map((root) => new library.Component(root as []))
      .filter(({ name }) => name === 'vcalendar')
    return calendars.length > 0 ? calendars : undefined
  } catch {
    return undefined
  }
}

/** The zones come first: the library keeps each value as it was when it was first asked for. */
function listCalendarEntries(
  library: IcalLibrary,
  root: ICAL.Component,
  timezone: string,
): CalendarEntry[] {
  const zones = assignTimeZones(library, root, timezone)
  const method = String(root.getFirstPropertyValue('method')).toUpperCase()
  const calendar = { ...zones, isCancelled: method === 'CANCEL' }
  return root.getAllSubcomponents('vevent').map((component) => ({ component, calendar }))
}

/** The library reads all or nothing: of a malformed calendar each entry is read by itself. */
export function readCalendarEntries(
  library: IcalLibrary,
  text: string,
  timezone: string,
): CalendarEntries | undefined {
  const unreadable: CalendarEntry[] = []
  let isTold = true
  let roots = tryParseCalendars(library, text)
  if (!roots) {
    const rest = removeEntries(text, (lines) => {
      if (tryParseCalendars(library, wrapInCalendar(lines))) return false
      const found = parseEssentials(library, lines).flatMap((root) =>
        listCalendarEntries(library, root, timezone),
      )
      if (found.length === 0) isTold = false
      unreadable.push(...found)
      return true
    })
    roots = tryParseCalendars(library, rest)
    if (!roots) return undefined
  }
  const events = roots.flatMap((root) => listCalendarEntries(library, root, timezone))
  return {
    events: events.slice(0, mostEntries),
    unreadable,
    isComplete: isTold && events.length <= mostEntries,
  }
}

function wrapInCalendar(lines: string[]): string {
  return ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

function removeEntries(text: string, isLeftOut: (lines: string[]) => boolean): string {
  const kept: string[] = []
  let entry: string[] | undefined
  for (const line of text.split(/\r?\n/)) {
    if (/^begin:vevent\s*$/i.test(line) && !entry) entry = []
    if (!entry) {
      kept.push(line)
      continue
    }
    entry.push(line)
    if (!/^end:vevent\s*$/i.test(line)) continue
    if (!isLeftOut(entry)) kept.push(...entry)
    entry = undefined
  }
  return [...kept, ...(entry ?? [])].join('\r\n')
}

function parseEssentials(library: IcalLibrary, lines: string[]): ICAL.Component[] {
  for (const linePattern of [identifyingLine, timelessLine]) {
    const kept = lines.filter((line) => linePattern.test(line))
    const found = tryParseCalendars(
      library,
      wrapInCalendar(['BEGIN:VEVENT', ...kept, 'END:VEVENT']),
    )
    if (found) return found
  }
  return []
}
