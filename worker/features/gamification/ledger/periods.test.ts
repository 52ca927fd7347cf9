import { expect, test } from 'vitest'
import { oldestStoredPeriod, formatPeriodKey } from './periods.ts'

test.each([
  ['all', Date.UTC(2026, 10, 23), 'all'],
  ['month', Date.UTC(2026, 11, 31, 23, 59), 'month-2026-12'],
  ['week', Date.UTC(2026, 10, 23), 'week-2026-11-23'],
  ['week', Date.UTC(2026, 10, 29, 23, 59), 'week-2026-11-23'],
  ['week', Date.UTC(2027, 0, 1), 'week-2026-12-28'],
] as const)('the %s of %i is %s', (period, at, key) => {
  expect(formatPeriodKey(period, at)).toBe(key)
})

test.each([
  ['month', Date.UTC(2026, 10, 23), 'month-2026-10'],
  ['month', Date.UTC(2027, 0, 31), 'month-2026-12'],
  ['week', Date.UTC(2026, 10, 29, 23, 59), 'week-2026-11-16'],
] as const)('the oldest %s kept at %i is %s', (period, now, key) => {
  expect(oldestStoredPeriod(period, now)).toBe(key)
})
