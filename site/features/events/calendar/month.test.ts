import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  monthGridDays,
  daysBetween,
  monthOfDay,
  sameDayIn,
  weekday,
} from './month.ts'

describe('the weeks around a month', () => {
  it.each([
    ['2026-11', '2026-10-26', '2026-12-06', 42],
    ['2026-12', '2026-11-30', '2027-01-03', 35],
    ['2027-02', '2027-02-01', '2027-02-28', 28],
    ['2027-01', '2026-12-28', '2027-01-31', 35],
    ['2028-02', '2028-01-31', '2028-03-05', 35],
    ['2026-03', '2026-02-23', '2026-04-05', 42],
  ])('of %s go from Monday %s to Sunday %s', (month, first, last, count) => {
    const days = monthGridDays(month)
    expect([days[0], days.at(-1), days.length]).toEqual([first, last, count])
    expect([weekday(first), weekday(last)]).toEqual([0, 6])
    expect(new Set(days).size).toBe(count)
  })
})

describe('days and months', () => {
  it('cross the boundary of years in both directions', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
    expect(addMonths('2026-12', 1)).toBe('2027-01')
    expect(addMonths('2027-01', -1)).toBe('2026-12')
    expect(monthOfDay('2027-01-01')).toBe('2027-01')
  })

  it('count one for each, also where a clock skips or repeats an hour', () => {
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
    expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
  })

  it('keep the day of the month where the other month has it, else take its last', () => {
    expect(sameDayIn('2026-12', '2026-11-20')).toBe('2026-12-20')
    expect(sameDayIn('2027-02', '2027-01-31')).toBe('2027-02-28')
    expect(sameDayIn('2028-02', '2028-03-31')).toBe('2028-02-29')
  })
})
