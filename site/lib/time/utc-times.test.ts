import { expect, it } from 'vitest'
import type { EventSummary } from '#worker/features/events/contract.ts'
import { allDayDate, groupByDay, utcTimeContext, formatReminderTimes } from './utc-times.ts'

const reader = utcTimeContext('en', Date.parse('2026-11-20T12:00:00Z'))

function event(start: string, certainty: EventSummary['time_certainty'] = 'exact'): EventSummary {
  return { start, time_certainty: certainty, timezone: 'Europe/Paris' } as EventSummary
}

it('groups by the day in UTC', () => {
  const days = groupByDay([event('2026-11-20T22:00:00Z'), event('2026-11-21T01:00:00Z')], reader)
  expect(days.map(({ day, events }) => [day, events.length])).toEqual([
    ['2026-11-20', 1],
    ['2026-11-21', 1],
  ])
})

it('groups by the day of the reader’s zone', () => {
  const list = [
    event('2026-11-20T23:30:00Z'),
    event('2026-11-21T12:00:00Z'),
    event('2026-11-21T23:00:00Z', 'date_only'),
  ]
  const days = (timeZone: string) =>
    groupByDay(list, { ...reader, timeZone }).map(({ day, events }) => [
      day,
      events.map(({ start }) => start.slice(8, 13)),
    ])
  expect(days('UTC')).toEqual([
    ['2026-11-20', ['20T23']],
    ['2026-11-21', ['21T12']],
    ['2026-11-22', ['21T23']],
  ])
  expect(days('Europe/Paris')).toEqual([
    ['2026-11-21', ['20T23', '21T12']],
    ['2026-11-22', ['21T23']],
  ])
})

it('puts what has no hour first in its day, and the days in order', () => {
  const list = [
    event('2026-11-20T23:00:00Z', 'date_only'),
    event('2026-11-20T23:30:00Z'),
    event('2026-11-21T08:00:00Z'),
    event('2026-11-20T23:00:00Z', 'tba'),
  ]
  const starts = (order: 'up' | 'down') =>
    groupByDay(list, reader, order).map(({ events }) =>
      events.map(({ start }) => start.slice(8, 16)),
    )
  const first = ['20T23:30']
  const second = ['20T23:00', '20T23:00', '21T08:00']
  expect(starts('up')).toEqual([first, second])
  expect(starts('down')).toEqual([second, first])
})

it('keeps an event without an hour on its day in the organiser’s zone', () => {
  const allDay = event('2026-11-20T23:00:00Z', 'date_only')
  expect(allDayDate(allDay, reader)).toBe('2026-11-21')
  expect(allDayDate(event('2026-11-20T23:00:00Z'), reader)).toBeUndefined()
})

it('reminds a day and an hour before', () => {
  expect(formatReminderTimes(event('2026-12-04T18:00:00Z'))).toEqual({
    day: '2026-12-03T18:00:00.000Z',
    hour: '2026-12-04T17:00:00.000Z',
  })
})
