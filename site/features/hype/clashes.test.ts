import { expect, test } from 'vitest'
import { findHypeClashes } from './clashes.ts'

type Event = Parameters<typeof findHypeClashes>[0][number]

function event(id: number, start: string, end: string, rest: Partial<Event> = {}): Event {
  return {
    id,
    name: `Event ${id}`,
    start: `2026-12-${start}:00Z`,
    end: `2026-12-${end}:00Z`,
    time_certainty: 'exact',
    phase: 'upcoming',
    cancelled_at: null,
    ...rest,
  }
}
const evening = event(1, '04T20:00', '04T23:00')

test('names the other of two that overlap, and not of two that follow one another', () => {
  const late = event(2, '04T22:00', '05T01:00')
  const next = event(3, '05T01:00', '05T02:00')
  expect([...findHypeClashes([evening, late, next])]).toEqual([
    [1, 'Event 2'],
    [2, 'Event 1'],
  ])
})

test.each([
  ['lasts for days', event(2, '01T00:00', '09T00:00')],
  ['has no hour', event(2, '04T00:00', '05T00:00', { time_certainty: 'date_only' })],
  ['is cancelled', event(2, '04T20:00', '04T23:00', { cancelled_at: '2026-12-01T00:00:00Z' })],
  ['is over', event(2, '04T20:00', '04T23:00', { phase: 'past' })],
])('leaves out what %s', (_, other) => {
  expect(findHypeClashes([evening, other]).size).toBe(0)
})
