import { describe, expect, test } from 'vitest'
import { toTimeWindow } from './ranges.ts'

const wednesday = Date.parse('2027-03-24T12:00:00Z')

function range(name: 'tonight' | 'today' | 'week' | 'month', tz: string, now = wednesday) {
  const { from = 0, to = 0 } = toTimeWindow(
    { range: name, tz, from: undefined, to: undefined },
    now,
  )
  return [from, to].map((at) => new Date(at).toISOString().slice(0, 16))
}

describe('a range', () => {
  test.each([
    ['today', 'UTC', '2027-03-24T00:00', '2027-03-25T00:00'],
    ['today', 'America/Lima', '2027-03-24T05:00', '2027-03-25T05:00'],
    ['today', 'Pacific/Auckland', '2027-03-24T11:00', '2027-03-25T11:00'],
    ['week', 'UTC', '2027-03-22T00:00', '2027-03-29T00:00'],
    ['week', 'Europe/Paris', '2027-03-21T23:00', '2027-03-28T22:00'],
    ['month', 'Europe/Paris', '2027-02-28T23:00', '2027-03-31T22:00'],
  ] as const)('of %s in %s is from %s to %s', (name, tz, from, to) => {
    expect(range(name, tz)).toEqual([from, to])
  })

  test('of a week begun on Sunday is the one that ends with it', () => {
    const sunday = Date.parse('2027-03-28T12:00:00Z')
    expect(range('week', 'UTC', sunday)).toEqual(['2027-03-22T00:00', '2027-03-29T00:00'])
  })

  test('of a day starts at one where midnight is skipped', () => {
    const skipped = Date.parse('2027-04-23T12:00:00Z')
    const [from] = range('today', 'Africa/Cairo', Date.parse('2026-04-24T12:00:00Z'))
    expect(from).toBe('2026-04-23T22:00')
    expect(range('today', 'UTC', skipped)[0]).toBe('2027-04-23T00:00')
  })

  test('of a day begins with the local day, also at its first and last instant', () => {
    const first = Date.parse('2027-03-27T23:00:00.000Z')
    expect(range('today', 'Europe/Paris', first)).toEqual(['2027-03-27T23:00', '2027-03-28T22:00'])
    expect(range('today', 'Europe/Paris', first - 1)[1]).toBe('2027-03-27T23:00')
  })
})

describe('tonight', () => {
  test.each([
    // The same instant is an afternoon, a late morning, an evening and a night under way.
    ['2027-03-24T16:00Z', 'Europe/Paris', '2027-03-25T04:00'],
    ['2027-03-24T16:00Z', 'America/Mexico_City', '2027-03-25T11:00'],
    ['2027-03-24T16:00Z', 'Asia/Kolkata', '2027-03-24T23:30'],
    ['2027-03-24T15:00Z', 'Pacific/Auckland', '2027-03-24T16:00'],
    // At midnight, a moment before 05:00 and at 05:00.
    ['2027-03-24T23:00Z', 'Europe/Paris', '2027-03-25T04:00'],
    ['2027-03-25T03:59:59.999Z', 'Europe/Paris', '2027-03-25T04:00'],
    ['2027-03-25T04:00Z', 'Europe/Paris', '2027-03-26T04:00'],
    // The clocks go forward, and back, in the night.
    ['2027-03-27T20:00Z', 'Europe/Paris', '2027-03-28T03:00'],
    ['2027-03-28T02:59Z', 'Europe/Paris', '2027-03-28T03:00'],
    ['2027-03-28T03:00Z', 'Europe/Paris', '2027-03-29T03:00'],
    ['2027-10-30T20:00Z', 'Europe/Paris', '2027-10-31T04:00'],
    ['2027-10-31T03:59Z', 'Europe/Paris', '2027-10-31T04:00'],
    ['2027-03-14T02:00Z', 'America/New_York', '2027-03-14T09:00'],
    ['2027-11-07T09:00Z', 'America/New_York', '2027-11-07T10:00'],
    ['2027-04-03T12:00Z', 'Australia/Lord_Howe', '2027-04-03T18:30'],
    // The day after 29 December 2011 never was in Samoa.
    ['2011-12-30T08:00Z', 'Pacific/Apia', '2011-12-30T15:00'],
  ])('at %s in %s is from then to %s', (at, tz, to) => {
    expect(range('tonight', tz, Date.parse(at))).toEqual([at.slice(0, 16), to])
  })

  test('ends at 05:00 of the reader’s clock within a day, all through a year', () => {
    for (const tz of ['Europe/Paris', 'America/Mexico_City', 'Pacific/Auckland']) {
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: tz, timeStyle: 'short' })
      for (let at = wednesday; at < wednesday + 365 * 86_400_000; at += 97 * 60_000) {
        const { from = 0, to = 0 } = toTimeWindow({ range: 'tonight', tz }, at)
        const isWithinADay = at < to && to <= at + 25 * 3_600_000
        expect([from, clock.format(to), isWithinADay]).toEqual([at, '05:00', true])
      }
    }
  })
})

describe('from and to', () => {
  test('narrow a range, and stand alone without one', () => {
    const query = { range: 'today', tz: 'UTC', from: wednesday, to: wednesday + 1 } as const
    expect(toTimeWindow(query, wednesday)).toEqual({ from: wednesday, to: wednesday + 1 })
    const wide = { range: 'today', tz: 'UTC', from: 0, to: 9e12 } as const
    const day = { range: 'today', tz: 'UTC', from: undefined, to: undefined } as const
    expect(toTimeWindow(wide, wednesday)).toEqual(toTimeWindow(day, wednesday))
    const open = { range: 'all', tz: 'UTC', from: 5, to: undefined } as const
    expect(toTimeWindow(open, wednesday)).toEqual({ from: 5, to: undefined })
  })
})
