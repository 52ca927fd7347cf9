import { api } from '#site/lib/api.ts'
import type { NotificationsView } from '#worker/features/notifications/contract.ts'
import { session } from './session.store.ts'
import { showUnreadCount } from './unread-count.ts'

/** What every page does for a signed-in person: name, unread count, log-out buttons, time preferences. */

async function loadUnreadCount(): Promise<void> {
  const { unread_count } = await api.get<NotificationsView>('users/me/notifications?limit=1')
  showUnreadCount(unread_count)
}

function showName(name: string | undefined): void {
  if (!name) return
  for (const element of document.querySelectorAll('[data-account-name]')) element.textContent = name
}

async function logoutAndLeave(): Promise<void> {
  await session.logout()
  const prefix = /^\/(?:en|es|fr)(?=\/|$)/.exec(location.pathname)?.[0]
  location.assign(prefix ?? '/')
}

document.addEventListener('click', (event) => {
  const isLogout = event.target instanceof Element && event.target.closest('[data-logout]')
  if (!isLogout) return
  event.preventDefault()
  void logoutAndLeave()
})

session.$settings.subscribe((settings) => showName(settings?.profile.username))

if (session.$isSignedIn.get()) {
  // A page stays readable without them; api.ts has already dealt with a session that ended.
  void Promise.allSettled([session.loadSettings(), loadUnreadCount()])
}
