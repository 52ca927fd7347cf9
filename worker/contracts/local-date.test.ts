import { expect, test } from 'vitest'
import { formatLocalDate } from './local-date.ts'

test.each([
  ['UTC', '2026-12-03'],
  ['Pacific/Kiritimati', '2026-12-04'],
  ['America/Los_Angeles', '2026-12-03'],
  ['UTC', '2026-12-03'],
])('the date in %s is %s', (zone, date) => {
  expect(formatLocalDate(Date.UTC(2026, 11, 3, 12), zone)).toBe(date)
})

test('a zone that does not exist is an error each time', () => {
  for (let n = 0; n < 2; n += 1) expect(() => formatLocalDate(0, 'No/Where')).toThrow(RangeError)
})
