import { describe, expect, test } from 'vitest'
import { toTimeWindow } from './ranges.ts'

const wednesday = Date.parse('2027-03-24T12:00:00Z')

function range(name: 'today' | 'week' | 'month', tz: string, now = wednesday) {
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
