import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/fake-storage.ts'
import { isAnalyticsDisabled, markAnalytics } from './analytics-mark.ts'

let kept: Record<string, string>
beforeEach(() => {
  kept = {}
  vi.stubGlobal('window', { localStorage: createFakeStorage(kept) })
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
  expect('analytics-disabled' in kept).toBe(isDisabled)
})

test('the mark goes with the role', () => {
  markAnalytics(['user', 'admin'])
  markAnalytics(['user'])
  expect(isAnalyticsDisabled()).toBe(false)
})
