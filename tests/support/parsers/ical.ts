import { strict as assert } from 'node:assert'
import ICAL from 'ical.js'

/** An independent reader parses the file, whose lines have to keep to the format. */
export function parsedCalendar(text: string): ICAL.Component {
  assert.match(text, /END:VCALENDAR\r\n$/)
  assert.doesNotMatch(text.replaceAll('\r\n', ''), /[\r\n]/)
  for (const line of text.split('\r\n')) assert(Buffer.byteLength(line) <= 75, line)
  const calendar = new ICAL.Component(ICAL.parse(text) as [])
  assert.equal(valueOf(calendar, 'version'), '2.0')
  assert.match(valueOf(calendar, 'prodid'), /Hypecal/)
  return calendar
}

export function valueOf(entry: ICAL.Component | undefined, name: string): string {
  return String(entry?.getFirstPropertyValue(name))
}

export function namesOf(found: ICAL.Component[]): string[] {
  return found.map((entry) => valueOf(entry, 'summary'))
}
