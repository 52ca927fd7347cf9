import { describe, expect, it } from 'vitest'
import {
  findOverlaps,
  maxLanes,
  layOutGrid,
  daySpanOf,
  mergeDaySpans,
  type KeyedDaySpan,
} from './layout.ts'
import { monthGridDays } from './month.ts'

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

  it('of a group go from its first to its last', () => {
    const days = [
      { firstDay: '2026-11-09', lastDay: '2026-11-09' },
      { firstDay: '2026-11-03', lastDay: '2026-11-04' },
    ] as const
    expect(mergeDaySpans([...days])).toEqual({ firstDay: '2026-11-03', lastDay: '2026-11-09' })
  })
})

function entry(key: string, firstDay: string, lastDay = firstDay, startAt = 0): KeyedDaySpan {
  return { key, firstDay, lastDay, startAt }
}
const november = monthGridDays('2026-11')

describe('the grid', () => {
  it('draws one bar for all days of a week, and one in each week it crosses', () => {
    const { segments } = layOutGrid(november, [entry('major', '2026-11-25', '2026-12-02')])
    expect(segments).toEqual([
      {
        key: 'major',
        day: '2026-11-25',
        span: 5,
        lane: 0,
        isContinued: false,
        goesOn: true,
      },
      {
        key: 'major',
        day: '2026-11-30',
        span: 3,
        lane: 0,
        isContinued: true,
        goesOn: false,
      },
    ])
  })

  it('runs sixty days through every week, flat at both ends', () => {
    const { segments } = layOutGrid(november, [entry('long', '2026-10-10', '2026-12-08')])
    expect(segments.map(({ span: days }) => days)).toEqual([7, 7, 7, 7, 7, 7])
    expect(segments.every(({ isContinued, goesOn }) => isContinued && goesOn)).toBe(true)
  })

  it('leaves out what lies outside its weeks', () => {
    const outside = [entry('before', '2026-10-25'), entry('after', '2026-12-07')]
    expect(layOutGrid(november, outside).segments).toEqual([])
  })

  it('keeps bars over one another apart, the long above the short, then by time', () => {
    const { segments } = layOutGrid(november, [
      entry('late', '2026-11-18', '2026-11-18', 20),
      entry('early', '2026-11-18', '2026-11-18', 9),
      entry('days', '2026-11-17', '2026-11-19', 30),
    ])
    expect(segments.map(({ key, lane }) => [key, lane])).toEqual([
      ['days', 0],
      ['early', 1],
      ['late', 2],
    ])
  })

  it('uses a lane again once it is free', () => {
    const { segments } = layOutGrid(november, [
      entry('first', '2026-11-16', '2026-11-17'),
      entry('second', '2026-11-18', '2026-11-19'),
    ])
    expect(segments.map(({ lane }) => lane)).toEqual([0, 0])
  })

  it('puts the short beside the long where that leaves a day free', () => {
    const { segments } = layOutGrid(november, [
      entry('days', '2026-11-18', '2026-11-22'),
      entry('before', '2026-11-17'),
    ])
    expect(segments.map(({ key, lane }) => [key, lane])).toEqual([
      ['days', 0],
      ['before', 0],
    ])
  })

  it('fills a day to its last lane', () => {
    const full = Array.from({ length: maxLanes }, (_, index) => entry(`e${index}`, '2026-11-18'))
    const { segments, hidden } = layOutGrid(november, full)
    expect([segments.length, hidden.size]).toEqual([maxLanes, 0])
  })

  it('gives the last lane to the count of what has no room', () => {
    const many = Array.from({ length: maxLanes + 3 }, (_, index) =>
      entry(`e${index}`, '2026-11-18', '2026-11-18', index),
    )
    const { segments, hidden } = layOutGrid(november, many)
    expect(segments.map(({ key }) => key)).toEqual(['e0', 'e1', 'e2', 'e3'])
    expect([...hidden]).toEqual([['2026-11-18', 4]])
  })

  it('counts a bar that gave way on each of its days', () => {
    const bars = Array.from({ length: maxLanes }, (_, index) =>
      entry(`bar${index}`, '2026-11-17', '2026-11-18'),
    )
    const { segments, hidden } = layOutGrid(november, [...bars, entry('one', '2026-11-18')])
    expect(segments.map(({ key }) => key)).toEqual(['bar0', 'bar1', 'bar2', 'bar3'])
    expect([...hidden]).toEqual([
      ['2026-11-17', 1],
      ['2026-11-18', 2],
    ])
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
