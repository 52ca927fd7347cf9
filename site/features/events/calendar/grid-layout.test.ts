import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  countFittingEvents,
  gridHeights,
  layOutGrid,
  layOutWeekLines,
  maxLinesPerWeek,
} from './grid-layout.ts'
import type { KeyedDaySpan } from './entries.ts'
import { listMonthGridDays } from './month.ts'

function entry(key: string, firstDay: string, lastDay = firstDay, startAt = 0): KeyedDaySpan {
  return { key, firstDay, lastDay, startAt }
}
function many(count: number, firstDay: string, lastDay = firstDay): KeyedDaySpan[] {
  return Array.from({ length: count }, (_, index) =>
    entry(`${firstDay} ${index}`, firstDay, lastDay, index),
  )
}
const november = listMonthGridDays('2026-11', 1)
const day = '2026-11-18'

describe('long events', () => {
  it('are one line for all days of a week, and one in each week they cross', () => {
    const layout = layOutGrid(november, [entry('major', '2026-11-25', '2026-12-02')])
    expect([...layout.values()].flatMap(({ lines }) => lines)).toEqual([
      { key: 'major', day: '2026-11-25', span: 5, lane: 0, isContinued: false, goesOn: true },
      { key: 'major', day: '2026-11-30', span: 3, lane: 0, isContinued: true, goesOn: false },
    ])
  })

  it('of sixty days run through every week, flat at both ends', () => {
    const layout = layOutGrid(november, [entry('long', '2026-10-10', '2026-12-08')])
    const lines = [...layout.values()].flatMap(({ lines: found }) => found)
    expect(lines.map(({ span }) => span)).toEqual([7, 7, 7, 7, 7, 7])
    expect(lines.every(({ isContinued, goesOn }) => isContinued && goesOn)).toBe(true)
  })

  it('are left out where they lie outside of the weeks', () => {
    const outside = [
      entry('before', '2026-10-20', '2026-10-25'),
      entry('after', '2026-12-07', '2026-12-09'),
    ]
    expect([...layOutGrid(november, outside).values()].flatMap(({ lines }) => lines)).toEqual([])
  })

  it('share a line where one ends before the other begins', () => {
    const { lines } = layOutWeekLines(november.slice(21, 28), [
      entry('first', '2026-11-16', '2026-11-17'),
      entry('second', '2026-11-18', '2026-11-19'),
    ])
    expect(lines.map(({ lane }) => lane)).toEqual([0, 0])
  })

  it('fill three lines, and with a fourth give the last to their count', () => {
    const week = november.slice(21, 28)
    const three = many(3, '2026-11-17', '2026-11-19')
    expect(layOutWeekLines(week, three).hidden).toBeUndefined()
    const { lines, hidden } = layOutWeekLines(week, [
      ...three,
      entry('fourth', '2026-11-18', '2026-11-21'),
    ])
    expect(lines.map(({ lane }) => lane)).toEqual([0, 1])
    expect(hidden).toEqual({ day: '2026-11-17', span: 5, keys: ['2026-11-17 2', 'fourth'] })
  })
})

describe('the events of a day', () => {
  it.each([0, 1, 2, 3, 9])('are shown whatever runs above them: %i long events', (count) => {
    const long = many(count, '2026-11-17', '2026-11-20')
    const found = layOutGrid(november, [...long, ...many(4, day)]).get(day)
    expect(found?.shown).toHaveLength(4)
    expect([found?.linesAbove, found?.more]).toEqual([Math.min(count, maxLinesPerWeek), 0])
  })

  it('are shown by start', () => {
    const found = layOutGrid(november, [entry('b', day, day, 20), entry('a', day, day, 9)]).get(day)
    expect(found?.shown).toEqual(['a', 'b'])
  })

  it('go up to the top on a day without long events', () => {
    const layout = layOutGrid(november, [
      entry('long', '2026-11-17', '2026-11-18'),
      ...many(1, '2026-11-19'),
    ])
    expect(layout.get('2026-11-18')?.linesAbove).toBe(1)
    expect(layout.get('2026-11-19')?.linesAbove).toBe(0)
  })

  it('fill a day to its last place; only those without one are counted', () => {
    const room = countFittingEvents(0, false)
    expect(layOutGrid(november, many(room, day)).get(day)).toMatchObject({ more: 0 })
    const crowded = layOutGrid(november, many(room + 3, day)).get(day)
    expect(crowded?.shown).toHaveLength(countFittingEvents(0, true))
    expect(crowded?.more).toBe(room + 3 - countFittingEvents(0, true))
  })

  it('are at least four beside three lines and a count', () => {
    expect(countFittingEvents(maxLinesPerWeek, true)).toBeGreaterThanOrEqual(4)
  })
})

it('counts with the heights of the style sheet', () => {
  const css = readFileSync(new URL('calendar-grid.css', import.meta.url), 'utf8')
  const eighths = (name: string) =>
    Number(new RegExp(`--${name}-height: ([\\d.]+)rem`).exec(css)?.[1]) * 8
  expect(Object.keys(gridHeights).map((name) => [name, eighths(name)])).toEqual(
    Object.entries(gridHeights),
  )
})
