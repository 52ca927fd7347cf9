import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isAnalyticsDisabled, markAnalytics } from './analytics-mark.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    },
  })
})
afterEach(() => void vi.unstubAllGlobals())

test.each([
  [['user', 'moderator'], true],
  [['user', 'moderator', 'admin'], true],
  [['user', 'streamer'], false],
  [[], false],
] as const)('the clicks of %j are left out: %s', (scopes, isDisabled) => {
  markAnalytics(scopes)
  expect(isAnalyticsDisabled()).toBe(isDisabled)
  expect(kept.has('analytics-disabled')).toBe(isDisabled)
})

test('the mark goes with the role', () => {
  markAnalytics(['user', 'admin'])
  markAnalytics(['user'])
  expect(isAnalyticsDisabled()).toBe(false)
})
