import { map } from 'nanostores'
import { failureText } from '#site/lib/failure-text.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { createNotificationsStore, type NotificationsStore } from './notifications.store.ts'

type Dependencies = {
  api: Pick<Api, 'get' | 'put'>
  onUnreadCount: (count: number) => void
  showError: (text: string) => void
}

type BellState = {
  /** Undefined until the newest were read once. */
  notices: NotificationsStore | undefined
  failure: string
  isLoading: boolean
}

export function createBellStore(dependencies: Dependencies) {
  const { api, onUnreadCount } = dependencies
  const $bell = map<BellState>({ notices: undefined, failure: '', isLoading: false })

  async function refresh(): Promise<void> {
    if ($bell.get().isLoading) return
    $bell.setKey('isLoading', true)
    try {
      const newest = await api.get('users/me/notifications', { query: { limit: 10 } })
      const notices =
        $bell.get().notices ?? createNotificationsStore({ ...dependencies, first: newest })
      notices.$list.set({ ...newest, isLoading: false })
      onUnreadCount(newest.unread_count)
      $bell.set({ notices, failure: '', isLoading: false })
    } catch (error) {
      const failure = failureText(error, m.bell_failed)
      $bell.set({ ...$bell.get(), failure, isLoading: false })
    }
  }

  return { $bell, refresh }
}
export type BellStore = ReturnType<typeof createBellStore>
