import { describe, expect, test } from 'vitest'
import {
  isWithinQuota,
  findNextQuotaDayStart,
  computePollInterval,
  formatQuotaDay,
} from './quota.ts'

const minute = 60_000
const hour = 60 * minute

describe('the day of the quota', () => {
  test('begins at midnight of the Pacific coast, in summer and in winter', () => {
    expect(new Date(findNextQuotaDayStart(Date.UTC(2027, 6, 1, 12))).toISOString()).toBe(
      '2027-07-02T07:00:00.000Z',
    )
    expect(new Date(findNextQuotaDayStart(Date.UTC(2027, 0, 1, 12))).toISOString()).toBe(
      '2027-01-02T08:00:00.000Z',
    )
    expect(formatQuotaDay(Date.UTC(2027, 0, 1, 7, 59))).toBe('2026-12-31')
  })

  test.each([
    ['has 23 hours when clocks go forward', Date.UTC(2027, 2, 14, 8), 23],
    ['has 25 hours when they go back', Date.UTC(2027, 10, 7, 7), 25],
  ])('%s', (_, midnight, hours) => {
    expect(findNextQuotaDayStart(midnight) - midnight).toBe(hours * hour)
  })
})

describe('YouTube channels are asked after', () => {
  const midnight = Date.UTC(2027, 0, 1, 8)

  test('every minute while the day’s units allow it', () => {
    const now = midnight + 20 * hour
    expect(computePollInterval('youtube', { now, used: 1000, channels: 10 })).toBe(minute)
  })

  test.each([1, 7, 50, 400])(
    'so seldom that a whole day of %i channels stays within the units for it',
    (channels) => {
      let now = midnight
      let used = 0
      while (
        now < midnight + 24 * hour &&
        isWithinQuota('youtube', 'polls', { now, used, channels })
      ) {
        used += channels + Math.ceil((channels * 5) / 50)
        now += computePollInterval('youtube', { now, used, channels })
      }
      expect(used).toBeLessThanOrEqual(9000)
    },
  )

  test('in the evening too, when any number was looked up before', () => {
    const now = midnight + 20 * hour
    let used = 0
    while (isWithinQuota('youtube', 'checks', { now, used, channels: 50 })) used += 107
    expect(used).toBeGreaterThan(7000)
    expect(9000 - used).toBeGreaterThanOrEqual(1500)
    expect(isWithinQuota('youtube', 'checks', { now: midnight + 1, used: 0, channels: 50 })).toBe(
      true,
    )
  })

  test('no more until the next day when nothing is left', () => {
    const now = midnight + 2 * hour
    expect(computePollInterval('youtube', { now, used: 9000, channels: 1 })).toBe(22 * hour)
  })
})

test('Twitch channels are asked after every minute, and more seldom past what Helix takes', () => {
  const need = { now: 0, used: 0 }
  expect(computePollInterval('twitch', { ...need, channels: 40_000 })).toBe(minute)
  expect(computePollInterval('twitch', { ...need, channels: 40_001 })).toBe(2 * minute)
})
