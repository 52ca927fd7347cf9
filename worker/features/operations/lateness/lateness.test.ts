import { expect, test } from 'vitest'
import { latenessBounds, latenessClasses } from '#worker/contracts/lateness.ts'
import { percentileOf } from './lateness.ts'

function histogram(counts: Record<number, number>): number[] {
  return Array.from({ length: latenessClasses }, (_, index) => counts[index] ?? 0)
}

test('a percentile is the upper bound of its class, among those that arrived alone', () => {
  const counts = histogram({ 3: 50, 4: 49, 11: 1, 13: 900, 14: 900 })
  expect(percentileOf(counts, 0.5)).toBe(10_000)
  expect(percentileOf(counts, 0.9)).toBe(30_000)
  expect(percentileOf(counts, 0.99)).toBe(30_000)
  expect(percentileOf(counts, 1)).toBe(6 * 3_600_000)
})

test('a percentile beyond the last bound has none', () => {
  expect(percentileOf(histogram({ [latenessBounds.length]: 1 }), 0.5)).toBeNull()
})

test('one that is early has a bound before the promised time', () => {
  expect(percentileOf(histogram({ 1: 1 }), 0.5)).toBe(-60_000)
})
