import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  listMonthGridDays,
  daysBetween,
  monthOfDay,
  toSameDayInMonth,
  dayOfWeek,
  listWeekDays,
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
    const days = listMonthGridDays(month, 1)
    expect([days[0], days.at(-1), days.length]).toEqual([first, last, count])
    expect([dayOfWeek(first, 1), dayOfWeek(last, 1)]).toEqual([0, 6])
    expect(new Set(days).size).toBe(count)
  })

  it.each([
    ['2026-11', '2026-11-01', '2026-12-05'],
    ['2026-05', '2026-04-26', '2026-06-06'],
    ['2026-02', '2026-02-01', '2026-02-28'],
  ])('of %s go from Sunday %s to Saturday %s where weeks begin so', (month, first, last) => {
    const days = listMonthGridDays(month, 7)
    expect([days[0], days.at(-1)]).toEqual([first, last])
  })

  it('are seven days each, on either side of its first', () => {
    expect(listWeekDays('2026-11-22', 7)[0]).toBe('2026-11-22')
    expect(listWeekDays('2026-11-22', 1)).toEqual(
      ['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`),
    )
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
    expect(toSameDayInMonth('2026-12', '2026-11-20')).toBe('2026-12-20')
    expect(toSameDayInMonth('2027-02', '2027-01-31')).toBe('2027-02-28')
    expect(toSameDayInMonth('2028-02', '2028-03-31')).toBe('2028-02-29')
  })
})
