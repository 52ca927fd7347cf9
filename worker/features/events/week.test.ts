import { expect, test } from 'vitest'
import { toWeekAhead } from './week.ts'

test.each([
  ['2027-03-22T00:00:00Z', '2027-03-22', '2027-03-29', false],
  ['2027-03-26T17:59:59Z', '2027-03-22', '2027-03-29', false],
  ['2027-03-26T18:00:00Z', '2027-03-26', '2027-04-02', true],
  ['2027-03-28T23:59:59Z', '2027-03-28', '2027-04-04', true],
  ['2027-03-29T00:00:00Z', '2027-03-29', '2027-04-05', false],
])('the week ahead at %s is from %s to %s', (now, from, to, isRolling) => {
  const week = toWeekAhead(Date.parse(now))
  expect(week).toEqual({ from: Date.parse(from), to: Date.parse(to), isRolling })
})
