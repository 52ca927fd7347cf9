import '#site/features/notifications/bell/bell.css'
import { createRoot } from 'react-dom/client'
import { showError } from '#site/ui/toasts/toasts.ts'
import { showUnreadCount } from '#site/lib/session/unread-count.ts'
import { api } from '#site/lib/api.ts'
import { createBell } from './bell.store.ts'
import { BellList } from './BellList.tsx'

let store: ReturnType<typeof createBell> | undefined

/** Fills the list, or brings it up to date; the skeleton stands until there is something to show. */
export async function showBell(root: HTMLElement): Promise<void> {
  if (store) return store.refresh()
  store = createBell({ api, onUnreadCount: showUnreadCount, showError })
  await store.refresh()
  createRoot(root).render(<BellList store={store} />)
}
