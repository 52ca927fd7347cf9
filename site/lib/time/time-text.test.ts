import { describe, expect, it } from 'vitest'
import {
  splitCountdown,
  dateText,
  dayRangeText,
  formatDayDistance,
  dayName,
  formatDistance,
  localDay,
  timeText,
  type TimeContext,
} from './time-text.ts'

/** Spaces differ between versions of the language data. */
const plain = (text: string | undefined) => text?.replace(/\s/g, ' ')
const now = Date.parse('2026-11-20T18:30:00Z')
const paris: TimeContext = { tag: 'fr-FR', timeZone: 'Europe/Paris', now }
const york: TimeContext = { tag: 'en-US', timeZone: 'America/New_York', now }
const london: TimeContext = { tag: 'en-GB', timeZone: 'Europe/London', now }

it('puts half past eleven at night UTC on the next day in Paris', () => {
  const at = Date.parse('2026-11-20T23:30:00Z')
  expect(localDay(at, paris)).toBe('2026-11-21')
  expect(localDay(at, york)).toBe('2026-11-20')
  expect(timeText('time', at, paris)).toBe('00:30')
})

it('writes hours as the reader’s language and region do', () => {
  const at = Date.parse('2026-11-21T08:05:00Z')
  expect(plain(timeText('time', at, york))).toBe('3:05 AM')
  expect(timeText('time', at, london)).toBe('08:05')
  expect(timeText('time', at, { ...london, tag: 'es-ES' })).toBe('08:05')
})

it('writes tickets with weekday and day, and with the month when they are far', () => {
  const at = Date.parse('2026-11-27T20:00:00Z')
  expect(plain(timeText('ticket', at, paris))).toBe('ven. 27 · 21:00')
  expect(plain(timeText('ticket', at, york))).toBe('Fri 27 · 3:00 PM')
  expect(plain(timeText('ticket', at + 60 * 86_400_000, london))).toBe('26 Jan · 20:00')
})

it('writes a range of days, of one day its weekday', () => {
  expect(plain(dayRangeText('2026-12-01', '2026-12-02', paris))).toBe('1–2 déc.')
  expect(plain(dayRangeText('2026-12-01', '2026-12-12', york))).toBe('Dec 1–12')
  expect(plain(dayRangeText('2026-11-30', '2026-12-01', paris))).toBe('30 nov. – 1er déc.')
  expect(plain(dayRangeText('2026-12-01', '2026-12-01', london))).toBe('Tue 1 Dec')
})

it('names days', () => {
  expect(dayName('2026-11-20', paris)).toBe('Aujourd’hui')
  expect(dayName('2026-11-21', london)).toBe('Tomorrow')
  expect(dayName('2026-11-24', paris)).toBe('Mardi')
  expect(formatDayDistance('2026-12-02', london)).toBe('In 12 days')
})

it('writes a day with its weekday in full', () => {
  const at = Date.parse('2026-12-06T20:00:00Z')
  expect(timeText('weekday-date', at, paris)).toBe('Dimanche 6 décembre')
  expect(timeText('weekday-date', at, york)).toBe('Sunday, December 6')
})

it('says the year only beyond 300 days', () => {
  expect(dateText('2027-09-16', london)).toBe('16 September')
  expect(dateText('2027-09-17', paris)).toBe('17 septembre 2027')
  expect(dateText('2026-01-24', london)).toBe('24 January')
  expect(dateText('2026-01-23', london)).toBe('23 January 2026')
})

it('writes the first of a month as French does', () => {
  expect(dateText('2026-12-01', paris)).toBe('1er décembre')
  expect(dateText('2026-12-21', paris)).toBe('21 décembre')
  expect(plain(timeText('when', Date.parse('2026-12-01T20:00:00Z'), paris))).toBe(
    'mar. 1er déc., 21:00',
  )
  expect(timeText('date', Date.parse('2026-12-01T20:00:00Z'), london)).toBe('1 Dec')
})

it('gives the distance within a day only', () => {
  expect(plain(formatDistance(now + 40 * 60_000, paris))).toBe('dans 40 min')
  expect(plain(formatDistance(now + 3 * 3_600_000, london))).toMatch(/^in 3 ?hr?$/)
  expect(formatDistance(now + 24 * 3_600_000, paris)).toBeUndefined()
})

describe('a chosen date format', () => {
  const at = Date.parse('2026-12-04T20:00:00Z')

  it.each([
    ['dmy', 'Fri, 4 Dec, 21:00', '4 September 2028'],
    ['mdy', 'Fri, Dec 4, 21:00', 'September 4, 2028'],
    ['ymd', 'Fri, Dec 4, 21:00', '2028 September 4'],
  ])('%s keeps the weekday and the name of the month', (dateFormat, near, far) => {
    const reader = { ...paris, tag: 'en-US', dateFormat }
    expect(timeText('when', at, reader)).toBe(near)
    expect(dateText('2028-09-04', reader)).toBe(far)
  })

  it('has 24 hours unless a clock was chosen by itself', () => {
    const reader = { ...york, dateFormat: 'dmy' }
    expect(timeText('full', at, reader)).toBe('Friday, 4 December, 15:00 (New York time)')
    expect(plain(timeText('time', at, { ...reader, hourCycle: 'h12' }))).toBe('3:00 PM')
    expect(plain(timeText('time', at, york))).toBe('3:00 PM')
  })
})

describe('a chosen hour cycle', () => {
  const at = Date.parse('2026-12-04T20:00:00Z')
  const midnight = Date.parse('2026-12-04T23:00:00Z')

  it.each([
    ['h12', '9:00 PM', 'Sat 12:00 AM'],
    ['h23', '21:00', 'Sat 00:00'],
  ])('%s holds for the start and the end alike', (hourCycle, start, end) => {
    for (const dateFormat of [undefined, 'dmy']) {
      const reader = { ...paris, tag: 'en-US', hourCycle, dateFormat }
      expect(plain(timeText('time', at, reader))).toBe(start)
      expect(plain(timeText('end', midnight, reader, at))).toBe(end)
    }
  })
})

describe('an end', () => {
  const from = Date.parse('2026-12-04T17:00:00Z')

  it('is its hour on the day it began', () => {
    expect(timeText('end', from + 2 * 3_600_000, london, from)).toBe('19:00')
  })

  it('has its weekday on another', () => {
    expect(timeText('end', from + 30 * 3_600_000, london, from)).toBe('Sat 23:00')
  })

  it('has its date when it is far, and nothing else where room is short', () => {
    const far = from + 9 * 86_400_000
    expect(timeText('end', far, london, from)).toBe('Sun 13 Dec, 17:00')
    expect(timeText('ending', far, london, from)).toBe('13 Dec')
  })

  it.each([
    ['en', 'until 01:30', 'until Tue 8', 'until Dec 13'],
    ['fr', 'jusqu’à 01:30', 'jusqu’au mar. 8', 'jusqu’au 13 déc.'],
    ['es', 'hasta la 01:30', 'hasta el mar 8', 'hasta el 13 dic'],
  ])('is a part of a sentence in %s', (tag, clock, weekday, date) => {
    const reader = { ...paris, tag, hourCycle: 'h23', now: from }
    const until = (hours: number) => plain(timeText('until', from + hours * 3_600_000, reader))
    expect([until(7.5), until(94), until(9 * 24)]).toEqual([clock, weekday, date])
    expect(timeText('until', from + 5 * 3_600_000, { ...reader, tag: 'es' })).toBe(
      'hasta las 23:00',
    )
  })

  it('on the first of a month is its ordinal in French alone', () => {
    const now = Date.parse('2026-11-29T17:00:00Z')
    const until = (tag: string) =>
      plain(timeText('until', now + 48 * 3_600_000, { ...paris, tag, now }))
    expect(['en', 'fr', 'es'].map(until)).toEqual([
      'until Tue 1',
      'jusqu’au mar. 1er',
      'hasta el mar 1',
    ])
  })
})

describe('a weekly time', () => {
  it.each([
    ['en', 'Friday at 6:00 PM'],
    ['fr', 'vendredi à 18:00'],
    ['es', 'viernes a las 18:00'],
  ])('is a part of a sentence in %s', (tag, written) => {
    const at = Date.parse('2026-12-04T17:00:00Z')
    expect(plain(timeText('weekly', at, { ...paris, tag }))).toBe(written)
  })
})

it('counts down to zero and not beyond', () => {
  expect(splitCountdown(now + 90_061_000, now)).toEqual([1, 1, 1, 1])
  expect(splitCountdown(now - 5000, now)).toEqual([0, 0, 0, 0])
})
