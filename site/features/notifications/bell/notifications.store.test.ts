import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type {
  NotificationsView,
  NotificationView,
} from '#worker/features/notifications/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createNotificationsStore } from './notifications.store.ts'

function item(id: number, is_read = false) {
  return { id, is_read } as NotificationView
}

function start() {
  const first: NotificationsView = {
    items: [item(3), item(2), item(1, true)],
    unread_count: 5,
    next_cursor: 'a',
    announcement: null,
  }
  const put = vi.fn(async (_path: string, _body?: unknown): Promise<unknown> => ({
    unread_count: 4,
  }))
  const get = vi.fn(async (_path: string): Promise<unknown> => ({
    items: [item(0)],
    unread_count: 5,
    next_cursor: null,
  }))
  const callbacks = { onUnreadCount: vi.fn(), showError: vi.fn() }
  const store = createNotificationsStore({ api: fakeApi({ get, put }), first, ...callbacks })
  const unread = () =>
    store.$list
      .get()
      .items.filter(({ is_read }) => !is_read)
      .map(({ id }) => id)
  return { store, put, get, unread, ...callbacks }
}

test('one is marked at once, and the count follows the server', async () => {
  const { store, put, unread, onUnreadCount } = start()
  const done = store.markRead([3])
  expect(unread()).toEqual([2])
  await done
  expect(put).toHaveBeenCalledExactlyOnceWith('users/me/notifications/read', { ids: [3] })
  expect(onUnreadCount).toHaveBeenLastCalledWith(4)
})

test('all are marked in one call', async () => {
  const { store, put, unread } = start()
  put.mockResolvedValueOnce({ unread_count: 0 })
  await store.markRead()
  expect(unread()).toEqual([])
  expect(put.mock.calls[0]![1]).toEqual({ ids: undefined })
  expect(store.$list.get().unread_count).toBe(0)
})

test('one already read asks nothing', async () => {
  const { store, put } = start()
  await store.markRead([1])
  expect(put).not.toHaveBeenCalled()
})

test('a refusal puts the marks and the count back', async () => {
  const { store, put, unread, showError, onUnreadCount } = start()
  put.mockRejectedValueOnce(new ApiError({ status: 503, msg: 'Later' }))
  await store.markRead()
  expect(unread()).toEqual([3, 2])
  expect(onUnreadCount).toHaveBeenLastCalledWith(5)
  expect(showError).toHaveBeenCalledWith('Later')
})

test('older ones are added below, once', async () => {
  const { store, get } = start()
  await Promise.all([store.loadMore(), store.loadMore()])
  await store.loadMore()
  expect(get).toHaveBeenCalledExactlyOnceWith('users/me/notifications?cursor=a')
  expect(store.$list.get().items.map(({ id }) => id)).toEqual([3, 2, 1, 0])
})

test('older ones that come late add nothing to a list that came anew meanwhile', async () => {
  const { store } = start()
  const older = store.loadMore()
  const newest = {
    items: [item(4), item(3)],
    unread_count: 6,
    next_cursor: 'b',
    announcement: null,
  }
  store.$list.set({ ...newest, isLoading: false })
  await older
  expect(store.$list.get()).toEqual({ ...newest, isLoading: false })
})

test('a refusal that comes late takes back its marks alone', async () => {
  const { store, put, unread } = start()
  let refuse: (error: Error) => void = () => undefined
  put.mockReturnValueOnce(new Promise((_resolve, reject) => (refuse = reject)))
  const marked = store.markRead([3])
  await store.loadMore()
  refuse(new ApiError({ status: 503, msg: 'Later' }))
  await marked
  expect(store.$list.get().items.map(({ id }) => id)).toEqual([3, 2, 1, 0])
  expect(unread()).toEqual([3, 2, 0])
})
