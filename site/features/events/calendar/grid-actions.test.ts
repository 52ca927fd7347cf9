import { expect, it } from 'vitest'
import { findKeyboardTargetDay, leavesShownMonth } from './grid-actions.ts'
import { listMonthGridDays } from './month.ts'

it.each([
  ['ArrowLeft', '2026-11-01', '2026-10-31'],
  ['ArrowRight', '2026-12-31', '2027-01-01'],
  ['ArrowUp', '2026-11-20', '2026-11-13'],
  ['ArrowDown', '2026-11-20', '2026-11-27'],
  ['Home', '2026-11-20', '2026-11-16'],
  ['Home', '2026-11-16', '2026-11-16'],
  ['End', '2026-11-20', '2026-11-22'],
  ['End', '2026-11-22', '2026-11-22'],
  ['PageUp', '2026-03-31', '2026-02-28'],
  ['PageDown', '2026-11-20', '2026-12-20'],
])('%s leads from %s to %s', (key, from, to) => {
  expect(findKeyboardTargetDay(key, from, 1)).toBe(to)
})

it('knows the ends of a week that begins on Sunday', () => {
  expect(findKeyboardTargetDay('Home', '2026-11-20', 7)).toBe('2026-11-15')
  expect(findKeyboardTargetDay('End', '2026-11-15', 7)).toBe('2026-11-21')
})

it('leaves other keys alone', () => {
  expect(
    ['a', 'Tab', 'Enter', 'constructor'].map((key) => findKeyboardTargetDay(key, '2026-11-20', 1)),
  ).toEqual([undefined, undefined, undefined, undefined])
})

it('changes the month for a day that is not shown, and always by page', () => {
  const days = listMonthGridDays('2026-11', 1)
  expect(leavesShownMonth('ArrowRight', '2026-12-01', days)).toBe(false)
  expect(leavesShownMonth('ArrowRight', '2026-12-07', days)).toBe(true)
  expect(leavesShownMonth('PageDown', '2026-12-01', days)).toBe(true)
})
