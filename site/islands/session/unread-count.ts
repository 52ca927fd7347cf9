/** The bell's number, wherever the page shows it. */
export function showUnreadCount(count: number): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-unread-count]')) {
    element.textContent = count > 99 ? '99+' : String(count)
    element.hidden = count === 0
  }
}
