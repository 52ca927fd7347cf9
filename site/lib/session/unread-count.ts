import { atom } from 'nanostores'
import { showAnnouncement } from './announcement.ts'
import { m } from '#site/lib/messages.ts'
import { startApi } from './start.ts'

export const $unreadCount = atom<number | undefined>(undefined)

export function showUnreadCount(count: number): void {
  $unreadCount.set(count)
  for (const element of document.querySelectorAll<HTMLElement>('[data-unread-count]')) {
    element.textContent = count > 9 ? '9+' : String(count)
    element.hidden = count === 0
  }
  for (const bell of document.querySelectorAll('[data-bell]')) {
    bell.ariaLabel = count > 0 ? m.bell_unread({ count }) : m.notifications_title()
  }
  // Pushes set it, and no reading takes it back by itself.
  navigator.setAppBadge?.(count).catch(() => undefined)
}

export async function loadUnreadCount(): Promise<void> {
  const { unread_count, announcement } = await startApi.get('users/me/notifications', {
    query: { limit: 1 },
  })
  showUnreadCount(unread_count)
  showAnnouncement(announcement)
}
