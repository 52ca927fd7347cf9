import { getLocale } from '#messages/runtime'
import { api } from '#site/lib/api.ts'
import { paths } from '#site/lib/paths.ts'
import type { NotificationView } from '#worker/features/notifications/contract.ts'

/** Found when it is needed: islands are rendered without a document. */
const findLine = () => document.querySelector<HTMLElement>('[data-announcement]')
let shown: NotificationView | null = null

/** The newest unread one; null hides the line. */
export function showAnnouncement(announcement: NotificationView | null): void {
  shown = announcement
  const line = findLine()
  if (!line) return
  line.hidden = announcement === null
  if (!announcement) return
  line.querySelector('p')?.replaceChildren(announcement.title)
  line.querySelector('a')?.setAttribute('href', paths.inLocale(getLocale(), announcement.path))
}

/** Also takes note of the terms that it announced. A call that fails leaves it unread. */
export function onAnnouncementRead(reload: () => Promise<void>): void {
  async function markRead(): Promise<void> {
    if (!shown) return
    const ids = [shown.id]
    showAnnouncement(null)
    await api.put('users/me/notifications/read', { body: { ids } }).catch(() => undefined)
    await reload().catch(() => undefined)
  }
  findLine()
    ?.querySelector('button')
    ?.addEventListener('click', () => void markRead())
}
