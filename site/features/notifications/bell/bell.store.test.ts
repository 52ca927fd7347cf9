import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { NotificationsView } from '#worker/features/notifications/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createBellStore } from './bell.store.ts'

function part(...ids: number[]): NotificationsView {
  const items = ids.map((id) => ({ id, is_read: false })) as NotificationsView['items']
  return { items, unread_count: ids.length, next_cursor: null, announcement: null }
}

function start() {
  const get = vi.fn(async (_path: string): Promise<unknown> => part(2, 1))
  const callbacks = { onUnreadCount: vi.fn(), showError: vi.fn() }
  const bell = createBellStore({ api: fakeApi({ get, put: vi.fn() }), ...callbacks })
  const ids = () =>
    bell.$bell
      .get()
      .notices?.$list.get()
      .items.map(({ id }) => id)
  return { bell, get, ids, ...callbacks }
}

test('the newest come each time it is opened, and the badge with them', async () => {
  const { bell, get, ids, onUnreadCount } = start()
  await bell.refresh()
  expect(ids()).toEqual([2, 1])
  get.mockResolvedValueOnce(part(3, 2, 1))
  await bell.refresh()
  expect(ids()).toEqual([3, 2, 1])
  expect(onUnreadCount).toHaveBeenLastCalledWith(3)
})

test('a failure says so, leaves what stood, and goes with the next success', async () => {
  const { bell, get, ids } = start()
  get.mockRejectedValueOnce(new ApiError({ status: 503, msg: 'Later' }))
  await bell.refresh()
  expect(bell.$bell.get()).toMatchObject({ failure: 'Later', isLoading: false })
  await bell.refresh()
  expect(bell.$bell.get().failure).toBe('')
  get.mockRejectedValueOnce(new ApiError({ status: 503, msg: 'Later' }))
  await bell.refresh()
  expect(ids()).toEqual([2, 1])
})

test('opening it twice at once asks once', async () => {
  const { bell, get } = start()
  await Promise.all([bell.refresh(), bell.refresh()])
  expect(get).toHaveBeenCalledExactlyOnceWith('users/me/notifications?limit=10')
})
