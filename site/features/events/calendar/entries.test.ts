import { describe, expect, it } from 'vitest'
import type { EventSummary } from '#worker/features/events/contract.ts'
import {
  buildGridEntries,
  toDaySpan,
  toItemDaySpan,
  listItemsOnDay,
  toCalendarItem,
} from './entries.ts'
import { listMonthGridDays } from './month.ts'

const days = listMonthGridDays('2026-11', 1)
const utc = { tag: 'en', timeZone: 'UTC', now: 0 }
let id = 0

function event(start: string, end: string, facts: Partial<EventSummary> = {}): EventSummary {
  id += 1
  return {
    id,
    slug: `event-${id}`,
    name: `Event ${id}`,
    category: 'other',
    start,
    end,
    timezone: 'Europe/Paris',
    time_certainty: 'exact',
    cancelled_at: null,
    group: null,
    participants: [],
    ...facts,
  } as EventSummary
}

describe('an event without an hour', () => {
  const day = event('2026-11-19T23:00:00Z', '2026-11-21T23:00:00Z', { time_certainty: 'date_only' })

  it.each(['UTC', 'Pacific/Apia', 'America/Mexico_City'])(
    'keeps the organiser’s days for a reader in %s',
    (timeZone) => {
      expect(toItemDaySpan(toCalendarItem(day), { ...utc, timeZone })).toEqual({
        firstDay: '2026-11-20',
        lastDay: '2026-11-21',
      })
    },
  )
})

describe('the entries', () => {
  const group = { id: 2, slug: 'cup', name: 'The Cup' }
  const items = [
    event('2026-11-02T18:00:00Z', '2026-11-02T20:00:00Z', { group }),
    event('2026-11-05T18:00:00Z', '2026-11-05T20:00:00Z'),
    event('2026-11-09T18:00:00Z', '2026-11-11T20:00:00Z', { group }),
    event('2026-11-12T18:00:00Z', '2026-11-12T20:00:00Z', {
      group: { id: 1, slug: 'alone', name: '' },
    }),
  ].map(toCalendarItem)

  it('are one for each event when ungrouped', () => {
    const entries = buildGridEntries(items, { days, isGrouped: false, reader: utc })
    expect(entries.map(({ items: held }) => held.length)).toEqual([1, 1, 1, 1])
  })

  it('stand for a group on the days that have an event of it, but not for a single one', () => {
    const entries = buildGridEntries(items, { days, isGrouped: true, reader: utc })
    expect(entries.map(({ key, firstDay, lastDay }) => [key, firstDay, lastDay])).toEqual([
      ['group-cup-2026-11-02', '2026-11-02', '2026-11-02'],
      ['group-cup-2026-11-09', '2026-11-09', '2026-11-11'],
      [`event-${items[1]?.id}`, '2026-11-05', '2026-11-05'],
      [`event-${items[3]?.id}`, '2026-11-12', '2026-11-12'],
    ])
  })

  it('join a group’s events of one day and of successive days', () => {
    const evening = (day: string) =>
      event(`2026-11-${day}T18:00:00Z`, `2026-11-${day}T20:00:00Z`, { group })
    const found = ['03', '05', '03', '04'].map(evening).map(toCalendarItem)
    const [entry, ...others] = buildGridEntries(found, { days, isGrouped: true, reader: utc })
    expect(entry).toMatchObject({ firstDay: '2026-11-03', lastDay: '2026-11-05' })
    expect([entry?.items.length, others]).toEqual([4, []])
    expect(listItemsOnDay('2026-11-03', [entry!], utc)).toHaveLength(2)
    expect(listItemsOnDay('2026-11-06', [entry!], utc)).toHaveLength(0)
  })

  it('leave out what falls outside the weeks for this reader', () => {
    const edge = [toCalendarItem(event('2026-12-06T23:30:00Z', '2026-12-07T01:00:00Z'))]
    const count = (timeZone: string) =>
      buildGridEntries(edge, { days, isGrouped: false, reader: { ...utc, timeZone } }).length
    expect([count('UTC'), count('Europe/Paris'), count('America/Mexico_City')]).toEqual([1, 0, 1])
  })
})

function span(start: string, end: string, timeZone: string) {
  const reader = { tag: 'en', timeZone, now: 0 }
  const { firstDay, lastDay } = toDaySpan(
    { startAt: Date.parse(start), endAt: Date.parse(end) },
    reader,
  )
  return firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`
}

describe('the days of an event', () => {
  it.each([
    ['UTC', '2026-11-20'],
    ['Europe/Paris', '2026-11-21'],
    ['America/Mexico_City', '2026-11-20'],
    ['Asia/Kolkata', '2026-11-21'],
    ['Pacific/Apia', '2026-11-21'],
  ])('are those of the reader in %s', (zone, day) => {
    expect(span('2026-11-20T23:30:00Z', '2026-11-21T02:00:00Z', zone)).toBe(day)
  })

  it('may be a month or a year further for some readers', () => {
    const [start, end] = ['2026-12-31T23:00:00Z', '2027-01-01T01:00:00Z']
    expect(span(start, end, 'Europe/Paris')).toBe('2027-01-01')
    expect(span(start, end, 'America/Mexico_City')).toBe('2026-12-31')
  })

  it('are the first alone for a night that crosses midnight', () => {
    expect(span('2026-11-20T22:00:00Z', '2026-11-21T04:00:00Z', 'UTC')).toBe('2026-11-20')
  })

  it('are the first alone for whatever lasts a day at most', () => {
    expect(span('2026-11-20T12:00:00Z', '2026-11-21T12:00:00Z', 'UTC')).toBe('2026-11-20')
    expect(span('2026-11-20T12:00:00Z', '2026-11-21T12:01:00Z', 'UTC')).toBe(
      '2026-11-20 to 2026-11-21',
    )
  })

  it('do not hold the midnight on which it ends', () => {
    expect(span('2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', 'UTC')).toBe('2026-11-20')
    expect(span('2026-11-20T00:00:00Z', '2026-11-22T00:00:00Z', 'UTC')).toBe(
      '2026-11-20 to 2026-11-21',
    )
    expect(span('2026-11-19T23:00:00Z', '2026-11-21T23:00:00Z', 'Europe/Paris')).toBe(
      '2026-11-20 to 2026-11-21',
    )
  })

  it('follow the clock on the days of 23 and of 25 hours', () => {
    const [spring, autumn] = ['2026-03-29', '2026-10-25']
    expect(span('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 'Europe/Paris')).toBe(spring)
    expect(span('2026-03-29T21:59:00Z', '2026-03-29T23:00:00Z', 'Europe/Paris')).toBe(spring)
    expect(span('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'Europe/Paris')).toBe(autumn)
    expect(span('2026-10-25T22:59:00Z', '2026-10-26T01:00:00Z', 'Europe/Paris')).toBe(autumn)
    expect(span('2026-10-25T23:00:00Z', '2026-10-26T01:00:00Z', 'Europe/Paris')).toBe('2026-10-26')
  })
})
