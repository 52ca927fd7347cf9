import { describe, expect, it } from 'vitest'
import { listWeekDays } from './month.ts'
import { layOutWeek, minuteOfDay } from './week-layout.ts'

function layOut(
  day: string,
  events: Record<string, readonly [string, string]>,
  { timeZone = 'UTC', maxColumns = 3 } = {},
) {
  const reader = { tag: 'en', timeZone, now: 0 }
  const ranges = Object.entries(events).map(([key, [start, end]]) => ({
    key,
    startAt: Date.parse(`${start}Z`),
    endAt: Date.parse(`${end}Z`),
  }))
  return layOutWeek(listWeekDays(day, 1), ranges, { reader, maxColumns })
}

describe('events', () => {
  it('stand at their hours of the reader’s day', () => {
    const night = { night: ['2026-11-20T18:00', '2026-11-20T20:30'] } as const
    const at = (timeZone: string) =>
      [...layOut('2026-11-20', night, { timeZone })].flatMap(([day, { blocks }]) =>
        blocks.map(({ top, bottom }) => [day, top / 60, bottom / 60]),
      )
    expect(at('UTC')).toEqual([['2026-11-20', 18, 20.5]])
    expect(at('America/Mexico_City')).toEqual([['2026-11-20', 12, 14.5]])
    expect(at('Asia/Kolkata')).toEqual([
      ['2026-11-20', 23.5, 24],
      ['2026-11-21', 0, 2],
    ])
    expect(at('Pacific/Apia')).toEqual([['2026-11-21', 7, 9.5]])
  })

  it('go on into the next day, flat where they are cut', () => {
    const found = layOut('2026-11-20', { night: ['2026-11-20T22:00', '2026-11-21T04:00'] })
    expect(found.get('2026-11-20')?.blocks).toMatchObject([
      { top: 1320, bottom: 1440, isContinued: false, goesOn: true },
    ])
    expect(found.get('2026-11-21')?.blocks).toMatchObject([
      { top: 0, bottom: 240, isContinued: true, goesOn: false },
    ])
  })

  it('that end at midnight have no piece in the next day', () => {
    const found = layOut('2026-11-20', { late: ['2026-11-20T22:00', '2026-11-21T00:00'] })
    expect(found.get('2026-11-20')?.blocks).toMatchObject([{ top: 1320, bottom: 1440 }])
    expect(found.get('2026-11-21')?.blocks).toEqual([])
  })

  it('at the same time stand side by side, the others have the whole width', () => {
    const found = layOut('2026-11-20', {
      a: ['2026-11-20T10:00', '2026-11-20T12:00'],
      b: ['2026-11-20T11:00', '2026-11-20T13:00'],
      c: ['2026-11-20T12:00', '2026-11-20T14:00'],
      alone: ['2026-11-20T14:00', '2026-11-20T15:00'],
    })
    const blocks = found.get('2026-11-20')?.blocks ?? []
    expect(blocks.map(({ key, column, columns }) => [key, column, columns])).toEqual([
      ['a', 0, 2],
      ['b', 1, 2],
      ['c', 0, 2],
      ['alone', 0, 1],
    ])
  })

  it('are counted where there is no column left', () => {
    const meanwhile = ['2026-11-20T10:00', '2026-11-20T12:00'] as const
    const events = { a: meanwhile, b: meanwhile, c: meanwhile, d: meanwhile }
    const { blocks, more } = layOut('2026-11-20', events).get('2026-11-20')!
    expect([blocks.length, more]).toEqual([3, 1])
    const narrow = layOut('2026-11-20', events, { maxColumns: 2 }).get('2026-11-20')!
    expect([narrow.blocks.length, narrow.more]).toEqual([2, 2])
  })

  it('of a few minutes are tall enough for a name, also at the end of a day', () => {
    const found = layOut('2026-11-20', {
      short: ['2026-11-20T10:00', '2026-11-20T10:05'],
      last: ['2026-11-20T23:50', '2026-11-21T00:00'],
    })
    expect(found.get('2026-11-20')?.blocks.map(({ top, bottom }) => [top, bottom])).toEqual([
      [600, 630],
      [1410, 1440],
    ])
  })
})

describe('the weeks in which clocks change', () => {
  const timeZone = 'Europe/Paris'

  it('keep events at the hours of the clock', () => {
    const spring = layOut(
      '2026-03-29',
      {
        before: ['2026-03-29T00:00', '2026-03-29T02:00'],
        evening: ['2026-03-29T18:00', '2026-03-29T20:00'],
      },
      { timeZone },
    )
    // An hour is skipped from 02:00 on: 01:00 to 04:00 takes two.
    expect(
      spring.get('2026-03-29')?.blocks.map(({ top, bottom }) => [top / 60, bottom / 60]),
    ).toEqual([
      [1, 4],
      [20, 22],
    ])
    const autumn = layOut(
      '2026-10-25',
      {
        repeated: ['2026-10-25T00:30', '2026-10-25T01:30'],
        evening: ['2026-10-25T18:00', '2026-10-25T20:00'],
      },
      { timeZone },
    )
    // 02:30 comes twice: what runs from one to the other still has room.
    expect(
      autumn.get('2026-10-25')?.blocks.map(({ top, bottom }) => [top / 60, bottom / 60]),
    ).toEqual([
      [2.5, 3],
      [19, 21],
    ])
  })

  it('have seven days with 24 rows, and the minute of now on the clock', () => {
    expect([...layOut('2026-03-29', {}, { timeZone }).keys()]).toEqual(
      listWeekDays('2026-03-29', 1),
    )
    expect(minuteOfDay(Date.parse('2026-03-29T10:15Z'), { timeZone })).toBe(12 * 60 + 15)
    expect(minuteOfDay(Date.parse('2026-10-25T23:00Z'), { timeZone })).toBe(0)
  })
})
