import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { isAnalyticsDisabled, setAnalyticsOptOut } from './analytics-opt-out.ts'

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
  setAnalyticsOptOut(scopes)
  expect(isAnalyticsDisabled()).toBe(isDisabled)
  expect('analytics-disabled' in kept).toBe(isDisabled)
})

test('the mark goes with the role', () => {
  setAnalyticsOptOut(['user', 'admin'])
  setAnalyticsOptOut(['user'])
  expect(isAnalyticsDisabled()).toBe(false)
})
