import ICAL from 'ical.js'
import { expect } from 'vitest'

/** What an independent reader makes of a calendar file, whose lines keep to the format. */
export function parsedCalendar(text: string): ICAL.Component {
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const calendar = new ICAL.Component(ICAL.parse(text) as [])
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect(calendar.getFirstPropertyValue('prodid')).toContain('Hypecal')
  return calendar
}

export function valueOf(entry: ICAL.Component | undefined, name: string): string {
  return String(entry?.getFirstPropertyValue(name))
}

export function namesOf(found: ICAL.Component[]): string[] {
  return found.map((entry) => valueOf(entry, 'summary'))
}
