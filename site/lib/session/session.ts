import { readBrowserZone } from '#site/lib/time/wall-clock.ts'
import { onAnnouncementRead, showAnnouncement } from './announcement.ts'
import { api, readAccessToken } from '#site/lib/api.ts'
import {
  gamification,
  refreshGamificationProgress,
  syncProgressFromOtherTabs,
} from './gamification.ts'
import { onRewardsChoiceChange, syncRewardsChoice } from './rewards-choice.ts'
import { reportTimeZone } from './report-time-zone.ts'
import { session } from './session.store.ts'
import { $unreadCount, loadUnreadCount } from './unread-count.ts'
import { localePrefix } from '#worker/locale/locales.ts'

const minRecountIntervalMs = 15_000
let countedAt = 0

async function loadSessionState(): Promise<void> {
  await session.load()
  gamification.announce().catch(() => undefined)
  const isReported = await reportTimeZone(api, session.$settings.get(), readBrowserZone())
  if (isReported) await session.loadSettings()
}

function refreshUnreadCount(): Promise<void> {
  countedAt = Date.now()
  return loadUnreadCount()
}

async function refreshPushSubscription(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const pushes = await import('#site/features/notifications/push/push-session.ts')
  await pushes.compareWithServer()
}

function showAccountName(name: string | undefined): void {
  if (!name) return
  for (const element of document.querySelectorAll('[data-account-name]')) element.textContent = name
}

/** Leaves the page as `before-paint.ts` does for a guest. */
function markSignedOut(): void {
  delete document.documentElement.dataset.signedIn
  delete document.documentElement.dataset.scopes
  showAnnouncement(null)
}

/** After a sign-in that did not leave the page; the session loads settings and progress itself. */
function markSignedIn(): void {
  document.documentElement.dataset.signedIn = ''
  document.documentElement.dataset.scopes = session.$scopes.get().join(' ')
  void Promise.allSettled([refreshUnreadCount(), refreshPushSubscription()])
}

/** Personal data is loaded after the page's own content. */
function runWhenLoaded(run: () => void): void {
  if (document.readyState === 'complete') run()
  else addEventListener('load', run, { once: true })
}

async function logoutAndLeave(): Promise<void> {
  await session.logout()
  location.assign(localePrefix(location.pathname) || '/')
}

document.addEventListener('click', (event) => {
  const isLogout = event.target instanceof Element && event.target.closest('[data-logout]')
  if (!isLogout) return
  event.preventDefault()
  void logoutAndLeave()
})

syncProgressFromOtherTabs()
syncRewardsChoice()

onRewardsChoiceChange((areOn) => {
  refreshUnreadCount().catch(() => undefined)
  if (areOn) void refreshGamificationProgress()
  else gamification.clear()
})

session.$settings.subscribe((settings) => showAccountName(settings?.profile.username))

// New notifications may announce a level or an achievement.
$unreadCount.listen((count, before) => {
  if (before !== undefined && count !== undefined && count > before)
    void refreshGamificationProgress()
})

session.$isSignedIn.listen((isSignedIn) => {
  if (isSignedIn) markSignedIn()
  else markSignedOut()
})

if (session.$isSignedIn.get()) {
  // A page stays readable without them; api.ts has already dealt with a session that ended.
  void Promise.allSettled([refreshUnreadCount(), refreshPushSubscription()])
  runWhenLoaded(() => void loadSessionState().catch(() => undefined))
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible' || !session.$isSignedIn.get()) return
  // Logged out in another tab: no more personal calls here.
  if (!readAccessToken()) session.clear()
  else if (Date.now() - countedAt > minRecountIntervalMs)
    refreshUnreadCount().catch(() => undefined)
})

// A page that Back brings as it was left may be that of somebody who has gone, or come, since.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  if (Boolean(readAccessToken()) !== session.$isSignedIn.get()) location.reload()
  else if (session.$isSignedIn.get()) refreshUnreadCount().catch(() => undefined)
})

/** Another may wait behind it. */
onAnnouncementRead(loadUnreadCount)
