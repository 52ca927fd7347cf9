import { map } from 'nanostores'
import type { Api } from '#site/lib/api.ts'
import { failureText } from '#site/islands/forms/failure-text.ts'
import type { NotificationsView } from '#worker/features/notifications/contract.ts'

type State = NotificationsView & { isLoading: boolean }

type Surroundings = {
  api: Pick<Api, 'get' | 'put'>
  first: NotificationsView
  onUnreadCount: (count: number) => void
  sayError: (text: string) => void
}

/** The bell's list: marking as read shows at once and goes back when refused. */
export function createNotifications({ api, first, onUnreadCount, sayError }: Surroundings) {
  const $list = map<State>({ ...first, isLoading: false })

  function patch(change: Partial<State>): void {
    $list.set({ ...$list.get(), ...change })
    onUnreadCount($list.get().unread_count)
  }

  /** Without ids: everything. */
  async function markRead(ids?: number[]): Promise<void> {
    const { items, unread_count } = $list.get()
    const isMeant = (id: number) => !ids || ids.includes(id)
    const marked = items.filter(({ id, is_read }) => !is_read && isMeant(id)).length
    if (ids && marked === 0) return
    patch({
      items: items.map((item) => (isMeant(item.id) ? { ...item, is_read: true } : item)),
      unread_count: ids ? unread_count - marked : 0,
    })
    try {
      patch(await api.put<{ unread_count: number }>('users/me/notifications/read', { ids }))
    } catch (error) {
      patch({ items, unread_count })
      sayError(failureText(error))
    }
  }

  async function loadMore(): Promise<void> {
    const { next_cursor, isLoading, items } = $list.get()
    if (!next_cursor || isLoading) return
    patch({ isLoading: true })
    try {
      const cursor = encodeURIComponent(next_cursor)
      const more = await api.get<NotificationsView>(`users/me/notifications?cursor=${cursor}`)
      patch({ ...more, items: [...items, ...more.items] })
    } catch (error) {
      sayError(failureText(error))
    } finally {
      patch({ isLoading: false })
    }
  }

  return { $list, markRead, loadMore }
}
