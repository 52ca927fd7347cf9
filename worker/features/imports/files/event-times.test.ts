import { describe, expect, it } from 'vitest'
import { readEventTimes } from './event-times.ts'

type Case = [
  title: string,
  start: string,
  end: string | null,
  zone: string | null,
  from: string,
  to: string,
  certainty: string,
]

const paris = 'Europe/Paris'

describe('times of an imported event', () => {
  it.each<Case>([
    [
      'a date alone is the whole day',
      '2026-03-10',
      null,
      paris,
      '2026-03-09T23:00Z',
      '2026-03-10T23:00Z',
      'date_only',
    ],
    [
      'without a zone the day is UTC',
      '2026-03-10',
      null,
      null,
      '2026-03-10T00:00Z',
      '2026-03-11T00:00Z',
      'date_only',
    ],
    [
      'the last day counts until 24:00',
      '2026-03-10',
      '2026-03-12',
      paris,
      '2026-03-09T23:00Z',
      '2026-03-12T23:00Z',
      'date_only',
    ],
    [
      'a day of 23 hours ends at 24:00',
      '2026-03-29',
      null,
      paris,
      '2026-03-28T23:00Z',
      '2026-03-29T22:00Z',
      'date_only',
    ],
    [
      'a day of 25 hours ends at 24:00',
      '2026-10-25',
      null,
      paris,
      '2026-10-24T22:00Z',
      '2026-10-25T23:00Z',
      'date_only',
    ],
    [
      'a day without midnight starts at 01:00',
      '2026-09-06',
      null,
      'America/Santiago',
      '2026-09-06T04:00Z',
      '2026-09-07T03:00Z',
      'date_only',
    ],
    [
      'an exact start with a last day goes on until 24:00',
      '2026-03-10T18:00:00+01:00',
      '2026-03-10',
      paris,
      '2026-03-10T17:00Z',
      '2026-03-10T23:00Z',
      'exact',
    ],
    [
      'an exact start alone lasts four hours',
      '2026-03-10T18:00:00+01:00',
      null,
      paris,
      '2026-03-10T17:00Z',
      '2026-03-10T21:00Z',
      'exact',
    ],
    [
      'four hours are four hours over a clock change',
      '2026-03-29T01:00:00+01:00',
      null,
      paris,
      '2026-03-29T00:00Z',
      '2026-03-29T04:00Z',
      'exact',
    ],
    [
      'two exact times stay',
      '2026-03-10T18:00Z',
      '2026-03-12T01:30:00Z',
      null,
      '2026-03-10T18:00Z',
      '2026-03-12T01:30Z',
      'exact',
    ],
    [
      'a date with an exact end lasts until that day ends',
      '2026-03-10',
      '2026-03-11T05:00:00+01:00',
      paris,
      '2026-03-09T23:00Z',
      '2026-03-11T23:00Z',
      'date_only',
    ],
    [
      '60 days are allowed',
      '2026-03-01',
      '2026-04-29',
      paris,
      '2026-02-28T23:00Z',
      '2026-04-29T22:00Z',
      'date_only',
    ],
  ])('%s', (_, start, end, timezone, from, to, timeCertainty) => {
    expect(readEventTimes({ start, end, timezone })).toEqual({
      startAt: Date.parse(from),
      endAt: Date.parse(to),
      timezone: timezone ?? 'UTC',
      timeCertainty,
    })
  })

  it.each([
    ['2026-02-30', null, 'start', 'is not in the calendar'],
    ['2026-03-10', '2026-13-01', 'end', 'is not in the calendar'],
    ['2026-03-10T18:00:00Z', '2026-03-10T18:00:00Z', 'end', 'is not after the start'],
    ['2026-03-10', '2026-03-09', 'end', 'is not after the start'],
    ['2026-03-01', '2026-04-30', 'end', 'is more than 60 days after the start'],
    ['1999-03-01', null, 'start', 'is not between 2000 and 2100'],
  ])('refuses %s to %s', (start, end, field, reason) => {
    expect(readEventTimes({ start, end, timezone: paris })).toEqual({ field, reason })
  })
})
