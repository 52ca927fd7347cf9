import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createReadingTracker } from './reading-tracker.store.ts'

const earned = { xp_earned: 2 }

function start({ ticket = '7.sign' as string | null, slug = 'a-read' } = {}) {
  const post = vi.fn(async (_path: string): Promise<unknown> => ({ ticket, least_seconds: 40 }))
  const put = vi.fn(async (_path: string, _body?: unknown): Promise<unknown> => {
    return { gamification_info: { gamification: earned } }
  })
  const onEarned = vi.fn()
  const reading = createReadingTracker({ api: fakeApi({ post, put }), slug, onEarned })
  return { reading, post, put, onEarned }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('an article', () => {
  test('is read when its end is reached after the least time, once', async () => {
    const { reading, post, put, onEarned } = start()
    await reading.start()
    expect(post).toHaveBeenCalledExactlyOnceWith('articles/a-read/reading')
    await vi.advanceTimersByTimeAsync(40_000)
    expect(put).not.toHaveBeenCalled()
    reading.showEnd(true)
    await vi.advanceTimersByTimeAsync(0)
    reading.showEnd(false)
    reading.showEnd(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(put).toHaveBeenCalledExactlyOnceWith('articles/a-read/reading', { ticket: '7.sign' })
    expect(onEarned).toHaveBeenCalledExactlyOnceWith(earned)
  })

  test('waits for the least time at its end, and not elsewhere', async () => {
    const { reading, put } = start()
    await reading.start()
    reading.showEnd(true)
    await vi.advanceTimersByTimeAsync(39_999)
    expect(put).not.toHaveBeenCalled()
    reading.showEnd(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(put).not.toHaveBeenCalled()
    reading.showEnd(true)
    expect(put).toHaveBeenCalledOnce()
  })

  test('asks no more where nothing is to be earned', async () => {
    const { reading, put } = start({ ticket: null })
    await reading.start()
    reading.showEnd(true)
    await vi.advanceTimersByTimeAsync(100_000)
    expect(put).not.toHaveBeenCalled()
  })

  test('is tried again at the next look at its end when that failed', async () => {
    const { reading, put, onEarned } = start()
    put.mockRejectedValueOnce(new ApiError({ status: 503, msg: 'Later' }))
    await reading.start()
    reading.showEnd(true)
    await vi.advanceTimersByTimeAsync(40_000)
    expect([put.mock.calls.length, onEarned.mock.calls.length]).toEqual([1, 0])
    reading.showEnd(true)
    await vi.advanceTimersByTimeAsync(0)
    expect([put.mock.calls.length, onEarned.mock.calls.length]).toEqual([2, 1])
  })
})
