import { describe, expect, test } from 'vitest'
import { computeNextDeliveryState } from './next-state.ts'

const minute = 60_000
const now = Date.UTC(2027, 0)
const tried = (attempts: number, deadlineAt: number | null = null) => ({
  attempts,
  now,
  createdAt: now - minute,
  deadlineAt,
})
const failed = { kind: 'retry', reason: 'service_failed', error: 'answered 500' } as const

describe('after a try', () => {
  test('that arrived, the delivery is sent', () => {
    const verdict = computeNextDeliveryState({ kind: 'sent' }, tried(1))
    expect(verdict).toEqual({ status: 'sent', nextAt: now, attempts: 1, reason: null, error: null })
  })

  test.each([
    [1, 1],
    [2, 5],
    [3, 30],
    [4, 120],
    [5, 360],
  ])('%i that failed, the next comes in %i minutes', (attempts, minutes) => {
    const nextAt = now + minutes * minute
    expect(computeNextDeliveryState(failed, tried(attempts))).toEqual({
      status: 'pending',
      nextAt,
      attempts,
      reason: failed.reason,
      error: failed.error,
    })
  })

  test('that failed after the last wait, the delivery is dead', () => {
    expect(computeNextDeliveryState(failed, tried(6))).toMatchObject({
      status: 'dead',
      reason: failed.reason,
      error: failed.error,
    })
  })

  test('the other side’s wish to wait longer is honoured, a shorter one is not', () => {
    const asked = (afterMs: number) =>
      computeNextDeliveryState({ ...failed, afterMs }, tried(1)).nextAt
    expect(asked(10 * minute)).toBe(now + 10 * minute)
    expect(asked(1000)).toBe(now + minute)
  })

  test('that was put off by the other side, the try does not count', () => {
    const wait = {
      kind: 'wait',
      reason: 'rate_limited',
      error: 'answered 429',
      afterMs: 90_000,
    } as const
    expect(computeNextDeliveryState(wait, tried(6))).toMatchObject({
      status: 'pending',
      nextAt: now + 90_000,
      attempts: 5,
    })
  })

  test('that is put off for the second day, it counts like any other', () => {
    const wait = { kind: 'wait', reason: 'rate_limited', error: 'answered 429' } as const
    const old = (attempts: number) => ({ ...tried(attempts), createdAt: now - 24 * 60 * minute })
    expect(computeNextDeliveryState(wait, old(2))).toMatchObject({
      status: 'pending',
      nextAt: now + 5 * minute,
      attempts: 2,
    })
    expect(computeNextDeliveryState(wait, old(6)).status).toBe('dead')
  })

  test('none follows at or after the deadline', () => {
    expect(computeNextDeliveryState(failed, tried(1, now + minute)).status).toBe('dead')
    expect(computeNextDeliveryState(failed, tried(1, now + minute + 1)).status).toBe('pending')
  })

  test.each([
    ['refused', 'dead'],
    ['gone', 'dead'],
    ['unknown', 'unknown'],
  ] as const)('that was %s, it ends as %s and is never sent again', (kind, status) => {
    expect(computeNextDeliveryState({ kind, reason: 'rejected', error: 'why' }, tried(1))).toEqual({
      status,
      nextAt: now,
      attempts: 1,
      reason: 'rejected',
      error: 'why',
    })
  })
})
