import { map } from 'nanostores'
import type { Api } from '#site/lib/api.ts'
import { failureText } from '#site/lib/failure-text.ts'
import type {
  NotificationsView,
  NotificationView,
} from '#worker/features/notifications/contract.ts'

type NotificationsState = NotificationsView & { isLoading: boolean }

type Dependencies = {
  api: Pick<Api, 'get' | 'put'>
  first: NotificationsView
  onUnreadCount: (count: number) => void
  showError: (text: string) => void
}

/** Marking as read shows at once and goes back when refused. */
export function createNotificationsStore({ api, first, onUnreadCount, showError }: Dependencies) {
  const $list = map<NotificationsState>({ ...first, isLoading: false })

  function patch(change: Partial<NotificationsState>): void {
    $list.set({ ...$list.get(), ...change })
    onUnreadCount($list.get().unread_count)
  }

  /** The list as it stands, which may have grown or come anew since. */
  function withReadState(ids: ReadonlySet<number>, is_read: boolean): NotificationView[] {
    return $list.get().items.map((item) => (ids.has(item.id) ? { ...item, is_read } : item))
  }

  /** Without ids: everything. */
  async function markRead(ids?: number[]): Promise<void> {
    const { items, unread_count } = $list.get()
    const isMeant = (item: NotificationView) => !item.is_read && (!ids || ids.includes(item.id))
    const marked = new Set(items.filter(isMeant).map(({ id }) => id))
    if (ids && marked.size === 0) return
    patch({
      items: withReadState(marked, true),
      unread_count: ids ? unread_count - marked.size : 0,
    })
    try {
      patch(await api.put('users/me/notifications/read', { body: { ids } }))
    } catch (error) {
      patch({ items: withReadState(marked, false), unread_count })
      showError(failureText(error))
    }
  }

  async function loadMore(): Promise<void> {
    const { next_cursor, isLoading } = $list.get()
    if (!next_cursor || isLoading) return
    patch({ isLoading: true })
    try {
      const more = await api.get('users/me/notifications', { query: { cursor: next_cursor } })
      // A list that came anew meanwhile may no longer end where this part begins.
      if ($list.get().next_cursor !== next_cursor) return
      patch({ ...more, items: [...$list.get().items, ...more.items] })
    } catch (error) {
      showError(failureText(error))
    } finally {
      patch({ isLoading: false })
    }
  }

  return { $list, markRead, loadMore }
}
export type NotificationsStore = ReturnType<typeof createNotificationsStore>
