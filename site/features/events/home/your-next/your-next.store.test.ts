import { expect, test, vi } from 'vitest'
import type { NextEvent } from '#worker/features/events/next/contract.ts'
import { createYourNextEventsStore } from './your-next.store.ts'

function next(id: number, is_hyped: boolean): NextEvent {
  const event = {
    id,
    name: `Event ${id}`,
    start: '2026-12-04T20:00:00Z',
    end: '2026-12-04T22:00:00Z',
    time_certainty: 'exact',
    phase: 'upcoming',
    cancelled_at: null,
  }
  return { event, is_hyped } as NextEvent
}

test('marks the clashes of what is hyped, as it is hyped and no more', async () => {
  const get = vi.fn().mockResolvedValue({ items: [next(1, true), next(2, false)] })
  const store = createYourNextEventsStore({ get })
  await store.load()
  expect([...store.$clashes.get().keys()]).toEqual([])
  store.setHyped(2, true)
  expect([...store.$clashes.get().keys()]).toEqual([1, 2])
  store.setHyped(1, false)
  expect([...store.$clashes.get().keys()]).toEqual([])
  expect([store.isMissing(2), store.isMissing(3)]).toEqual([false, true])
})

test('keeps what it shows when a later load fails, and asks once at a time', async () => {
  const get = vi.fn().mockResolvedValueOnce({ items: [next(1, true)] })
  const store = createYourNextEventsStore({ get })
  await Promise.all([store.load(), store.load()])
  expect(get).toHaveBeenCalledTimes(1)
  get.mockRejectedValueOnce(new TypeError('offline'))
  await store.load()
  expect(store.$next.get()).toMatchObject({ items: [next(1, true)], hasFailed: true })
})
