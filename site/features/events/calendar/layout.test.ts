import { describe, expect, it } from 'vitest'
import { daySpanOf, findOverlaps } from './layout.ts'

function span(start: string, end: string, timeZone: string) {
  const reader = { tag: 'en', timeZone, now: 0 }
  const { firstDay, lastDay } = daySpanOf(
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

describe('overlaps', () => {
  const moment = (key: string, startAt: number, endAt: number) => ({ key, startAt, endAt })

  it('pair what runs at the same time, in either order', () => {
    const found = findOverlaps([moment('b', 2, 5), moment('a', 0, 3), moment('c', 9, 10)])
    expect([...found].toSorted()).toEqual([
      ['a', 'b'],
      ['b', 'a'],
    ])
  })

  it('do not pair one that begins as the other ends', () => {
    expect(findOverlaps([moment('a', 0, 3), moment('b', 3, 5)]).size).toBe(0)
  })

  it('see the short within the long, also behind another', () => {
    const found = findOverlaps([moment('long', 0, 100), moment('x', 1, 2), moment('y', 50, 60)])
    expect(Object.fromEntries(found)).toEqual({ long: 'x', x: 'long', y: 'long' })
  })
})
