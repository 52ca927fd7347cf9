import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { HypedEventsView } from '#worker/features/notifications/planned/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createHypedEventsStore } from './hyped-events.store.ts'

function part(next_cursor: string | null, ...ids: number[]): HypedEventsView {
  return {
    items: ids.map((id) => ({ event: { id } })) as HypedEventsView['items'],
    next_cursor,
  }
}

function start() {
  const get = vi.fn(async (_path: string): Promise<unknown> => part(null, 3))
  const store = createHypedEventsStore(fakeApi({ get }), part('a', 1, 2))
  const ids = () => store.$hyped.get().items.map(({ event }) => event.id)
  return { store, get, ids }
}

test('more follow what stands, once', async () => {
  const { store, get, ids } = start()
  await Promise.all([store.loadMore(), store.loadMore()])
  await store.loadMore()
  expect(get).toHaveBeenCalledExactlyOnceWith(
    'users/me/hyped_events?cursor=a&limit=10&period=upcoming',
  )
  expect(ids()).toEqual([1, 2, 3])
})

test('another period begins anew, and an answer that comes after it is dropped', async () => {
  const { store, get, ids } = start()
  let answerLate: (answer: unknown) => void = () => undefined
  get.mockReturnValueOnce(new Promise((resolve) => (answerLate = resolve)))
  const past = store.load('past')
  await store.load('upcoming')
  answerLate(part(null, 9))
  await past
  expect(ids()).toEqual([3])
})

test('a failure keeps what stands, and trying again goes on from there', async () => {
  const { store, get, ids } = start()
  get.mockRejectedValueOnce(new ApiError({ status: 503, msg: 'Later' }))
  await store.loadMore()
  expect(store.$hyped.get().failure).toBe('Later')
  expect(ids()).toEqual([1, 2])
  await store.retry()
  expect(ids()).toEqual([1, 2, 3])
  expect(store.$hyped.get().failure).toBe('')
})
