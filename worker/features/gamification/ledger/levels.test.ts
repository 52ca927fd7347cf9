import { describe, expect, test } from 'vitest'
import { computeLevel, levelThresholds, xpToNextLevel } from './levels.ts'

describe('levels', () => {
  test.each([
    [1, 100],
    [2, 255],
    [3, 441],
    [5, 878],
    [10, 2239],
    [50, 19_661],
  ])('level %i asks %i XP for the next', (level, xp) => {
    expect(xpToNextLevel(level)).toBe(xp)
  })

  test.each([
    [0, 1, 0, 0],
    [99, 1, 99, 99],
    [100, 2, 0, 0],
    [354, 2, 254, 99],
    [355, 3, 0, 0],
    [796, 4, 0, 0],
    [-5, 1, 0, 0],
  ])('%i XP in all is level %i with %i in it, at %i %%', (total, level, currentXp, percentage) => {
    expect(computeLevel(total)).toEqual({
      level,
      currentXp,
      percentage,
      nextLevelXp: xpToNextLevel(level),
    })
  })

  test('end at the last threshold, as they do in the database', () => {
    const last = levelThresholds.at(-1) ?? 0
    expect(computeLevel(last - 1).level).toBe(levelThresholds.length)
    expect(computeLevel(10 * last)).toMatchObject({ level: 100, percentage: 100 })
  })

  test('never go down as XP goes up', () => {
    let last = computeLevel(0)
    for (let total = 1; total < 20_000; total += 7) {
      const next = computeLevel(total)
      expect(next.level).toBeGreaterThanOrEqual(last.level)
      expect(next.percentage).toBeLessThan(100)
      last = next
    }
  })
})
