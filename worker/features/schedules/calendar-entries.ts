import type ICAL from 'ical.js'
import { UpstreamFault } from '#worker/platform/upstream.ts'

export type Library = typeof ICAL
type Entries = {
  events: ICAL.Component[]
  /** With what could be read of them. */
  unreadable: ICAL.Component[]
}

/** Properties that tell what an entry is and when, even where its rule cannot be. */
const telling = /^(uid|summary|class|dtstart)[;:]/i
const timeless = /^(uid|summary|class)[;:]/i

function parse(library: Library, text: string): ICAL.Component[] {
  const calendar = new library.Component(library.parse(text) as [])
  if (calendar.name !== 'vcalendar') throw new Error('no calendar')
  return calendar.getAllSubcomponents('vevent')
}

function tryParse(library: Library, text: string): ICAL.Component[] | undefined {
  try {
    return parse(library, text)
  } catch {
    return undefined
  }
}

/**
 * The entries of a calendar. The library reads all or nothing: where one is malformed, each is read
 * by itself.
 * @throws UpstreamFault where it is no calendar
 */
export function readEntries(library: Library, text: string): Entries {
  const whole = tryParse(library, text)
  if (whole) return { events: whole, unreadable: [] }
  const unreadable: ICAL.Component[] = []
  const rest = withoutEntries(text, (lines) => {
    if (tryParse(library, calendarOf(lines))) return false
    unreadable.push(...gist(library, lines))
    return true
  })
  const events = tryParse(library, rest)
  if (!events) throw new UpstreamFault('malformed')
  return { events, unreadable }
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
function gist(library: Library, lines: string[]): ICAL.Component[] {
  const unfolded = lines
    .join('\n')
    .replaceAll(/\n[ \t]/g, '')
    .split('\n')
  for (const wanted of [telling, timeless]) {
    const kept = unfolded.filter((line) => wanted.test(line))
    const found = tryParse(library, calendarOf(['BEGIN:VEVENT', ...kept, 'END:VEVENT']))
    if (found) return found
  }
  return []
}
