import { atom } from 'nanostores'
import { m } from '#site/lib/messages.ts'

/** None until the page heard one. */
export const $unreadCount = atom<number | undefined>(undefined)

/** The bell's number, wherever the page shows it. */
export function showUnreadCount(count: number): void {
  $unreadCount.set(count)
  for (const element of document.querySelectorAll<HTMLElement>('[data-unread-count]')) {
    element.textContent = count > 9 ? '9+' : String(count)
    element.hidden = count === 0
  }
  for (const bell of document.querySelectorAll('[data-bell]')) {
    bell.ariaLabel = count > 0 ? m.bell_unread({ count }) : m.notifications_title()
  }
}
