import { describe, expect, test } from 'vitest'
import { eventsOf } from '#tests/support/factories/views.ts'
import { withLocale } from '#worker/locale/locale.ts'
import { dateBlock } from './date-block.ts'
import { eventRow } from './event-row.ts'
import type { EventView } from '#worker/features/events/contract.ts'

const start = '2027-01-03T00:00:00.000Z'
const [any] = eventsOf('text')
const page = { locale: 'en', ctx: { now: Date.parse(start) - 1 } } as const

function eventOf(end: string, certainty: EventView['time_certainty']) {
  if (!any) throw new Error('no event')
  return { ...any, start, end, timezone: 'UTC', time_certainty: certainty }
}

function valuesOf(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value)
}

describe('what templates write of the times of an event', () => {
  const end = '2027-01-03T02:00:00.000Z'

  test('a row begins when the event does', () => {
    const row = withLocale('en', () => String(eventRow(page, { event: eventOf(end, 'exact') })))
    expect(valuesOf(row, 'data-start')).toEqual([start])
    expect(valuesOf(row, 'datetime')[0]).toBe(start)
  })

  test('its date goes from the start to the end', () => {
    const block = withLocale('en', () => String(dateBlock(page, eventOf(end, 'exact'))))
    expect(valuesOf(block, 'datetime')).toEqual([start, start, end])
    expect(valuesOf(block, 'data-from')).toEqual([start])
    expect(valuesOf(block, 'data-time-format')).toEqual(['weekday-date', 'time', 'end', 'zone'])
  })

  test.each([
    ['2027-01-04T00:00:00.000Z', false],
    ['2027-01-05T00:00:00.000Z', true],
  ])('whole days that end at %s name their last one', (last, isNamed) => {
    const block = withLocale('en', () => String(dateBlock(page, eventOf(last, 'date_only'))))
    expect(block.includes('Jan 4')).toBe(isNamed)
    expect(block).not.toContain('Jan 5')
  })

  test.each([
    ['date_only', 'Time to be confirmed'],
    ['tba', 'Likely date'],
  ] as const)('%s is told in one way by the row and by the page', (certainty, text) => {
    const event = eventOf('2027-01-04T00:00:00.000Z', certainty)
    const written = withLocale('en', () => [eventRow(page, { event }), dateBlock(page, event)])
    for (const part of written) expect(String(part)).toContain(text)
    const past = { ...event, phase: 'past' } as const
    const after = withLocale('en', () => [eventRow(page, { event: past }), dateBlock(page, past)])
    for (const part of after) expect(String(part)).toContain('Time unknown')
  })
})
