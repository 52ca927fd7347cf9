import { expect, test } from 'vitest'
import { createChance } from './chance.ts'
import { countDifference, pickKind, pickPopular } from './soak-traffic.ts'

test('one in twenty requests is a hype', () => {
  const chance = createChance(1)
  const kinds = Array.from({ length: 20_000 }, () => pickKind(chance))
  const hypes = kinds.filter((kind) => kind === 'hype').length
  expect(hypes).toBeGreaterThan(900)
  expect(hypes).toBeLessThan(1_100)
})

test('the first is asked for most, and the last too', () => {
  const chance = createChance(1)
  const items = Array.from({ length: 100 }, (_, index) => index)
  const counts = new Map<number, number>()
  for (let time = 0; time < 50_000; time += 1) {
    const picked = pickPopular(chance, items)
    counts.set(picked, (counts.get(picked) ?? 0) + 1)
  }
  const [first = 0, second = 0] = [counts.get(0), counts.get(1)]
  expect(first / second).toBeGreaterThan(1.4)
  expect(Math.max(...counts.keys())).toBeGreaterThan(90)
})

test('what is in one of two sets counts as different', () => {
  expect(countDifference(new Set([1, 2, 3]), new Set([2, 3, 4]))).toBe(2)
  expect(countDifference(new Set([1]), new Set([1]))).toBe(0)
})
