import type ICAL from 'ical.js'
import { UpstreamError } from '#worker/integrations/http/upstream.ts'
import { boundTimeZoneRule } from './calendar-rules.ts'

export type IcalLibrary = typeof ICAL
type Entries = {
  events: ICAL.Component[]
  /** With what could be read of them. */
  unreadable: ICAL.Component[]
  /** False where something was passed over that nothing is known of. */
  isComplete: boolean
  /** Names of zones that can't be worked out. */
  unknownZones: Set<string>
}

const mostEntries = 5000
const mostZoneParts = 500

/** Properties that tell what an entry is and when, even where its rule cannot be. */
const telling = /^(uid|summary|class|dtstart)[;:]/i
const timeless = /^(uid|summary|class)[;:]/i

function tryParse(library: IcalLibrary, text: string): ICAL.Component | undefined {
  try {
    const calendar = new library.Component(library.parse(text) as [])
    return calendar.name === 'vcalendar' ? calendar : undefined
  } catch {
    return undefined
  }
}

/** Takes the zones out whose rules the library would follow without end. */
function dropZones(calendar: ICAL.Component): Set<string> {
  const dropped = new Set<string>()
  let left = mostZoneParts
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    const parts = zone.getAllSubcomponents()
    left -= parts.reduce((sum, part) => sum + (part.hasProperty('rrule') ? 3 : 1), 0)
    if (left >= 0 && parts.every(boundTimeZoneRule)) continue
    dropped.add(String(zone.getFirstPropertyValue('tzid')))
    calendar.removeSubcomponent(zone)
  }
  return dropped
}

function entriesOf(
  calendar: ICAL.Component,
): Pick<Entries, 'events' | 'isComplete' | 'unknownZones'> {
  const unknownZones = dropZones(calendar)
  const events = calendar.getAllSubcomponents('vevent')
  return {
    events: events.slice(0, mostEntries),
    isComplete: events.length <= mostEntries,
    unknownZones,
  }
}

/**
 * The entries of a calendar. The library reads all or nothing: where one is malformed, each is read
 * by itself.
 * @throws UpstreamError where it is no calendar
 */
export function readEntries(library: IcalLibrary, text: string): Entries {
  const whole = tryParse(library, text)
  if (whole) return { ...entriesOf(whole), unreadable: [] }
  const unreadable: ICAL.Component[] = []
  let isTold = true
  const rest = withoutEntries(text, (lines) => {
    if (tryParse(library, calendarOf(lines))) return false
    const found = gist(library, lines)
    if (found.length === 0) isTold = false
    unreadable.push(...found)
    return true
  })
  const calendar = tryParse(library, rest)
  if (!calendar) throw new UpstreamError('malformed')
  const entries = entriesOf(calendar)
  return { ...entries, unreadable, isComplete: entries.isComplete && isTold }
}

function calendarOf(lines: string[]): string {
  return ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

/** The text without the entries that `isLeftOut` names. */
function withoutEntries(text: string, isLeftOut: (lines: string[]) => boolean): string {
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

/** What can be read of an entry that cannot be; nothing where not even that is. */
function gist(library: IcalLibrary, lines: string[]): ICAL.Component[] {
  const unfolded = lines
    .join('\n')
    .replaceAll(/\n[ \t]/g, '')
    .split('\n')
  for (const wanted of [telling, timeless]) {
    const kept = unfolded.filter((line) => wanted.test(line))
    const found = tryParse(library, calendarOf(['BEGIN:VEVENT', ...kept, 'END:VEVENT']))
    if (found) return found.getAllSubcomponents('vevent')
  }
  return []
}
