import { parsePushMessage } from '#site/features/notifications/push/notice.ts'
import { apiUrl } from '#site/lib/api-base.ts'
import type { ApiResponseData, PathOf } from '#site/lib/api-calls.ts'
import { readPathLocale } from '#site/lib/paths.ts'

/** Keeps no page, and answers nothing but pages that cannot be reached. */

/** The used part of a service worker's types, which contradict a page's. */
type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = ExtendableEvent & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
type PushEvent = ExtendableEvent & { data: { text: () => string } | null }
/** `action` names the button that was pressed; empty for the notification itself. */
type NotificationClickEvent = ExtendableEvent & { notification: Notification; action: string }
type SubscriptionChangeEvent = ExtendableEvent & {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}
type WindowClient = { url: string; focus: () => Promise<unknown> }
type ServiceWorkerScope = {
  registration: ServiceWorkerRegistration
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<WindowClient[]>
    openWindow: (path: string) => Promise<unknown>
  }
  skipWaiting: () => Promise<void>
}
/** A worker's global scope is always one. */
const scope = globalThis as unknown as ServiceWorkerScope

function listen<Kind extends Event>(name: string, handle: (event: Kind) => void): void {
  addEventListener(name, (event) => handle(event as Kind))
}

listen<ExtendableEvent>('install', (event) => event.waitUntil(scope.skipWaiting()))
listen<ExtendableEvent>('activate', (event) => event.waitUntil(activateWorker()))
listen<FetchEvent>('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetchPageOrOffline(event))
})
listen<PushEvent>('push', (event) => event.waitUntil(showPushNotification(event)))
listen<NotificationClickEvent>('notificationclick', (event) =>
  event.waitUntil(openNotificationTarget(event)),
)
listen<SubscriptionChangeEvent>('pushsubscriptionchange', (event) =>
  event.waitUntil(handleSubscriptionChange(event)),
)

async function activateWorker(): Promise<void> {
  // The page is asked for while the worker starts, so that it costs no time.
  await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
}

async function fetchPageOrOffline({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    const page = OFFLINE.pages[readPathLocale(new URL(request.url).pathname)]
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': OFFLINE.policy,
    }
    return new Response(page, { status: 503, headers })
  }
}

async function showPushNotification({ data }: PushEvent): Promise<void> {
  const { title, path, badge, receipt, ...notice } = parsePushMessage(data?.text(), location.origin)
  const options = { ...notice, data: path, icon: '/icons/icon-192.png', renotify: true }
  await scope.registration.showNotification(title, options)
  await Promise.allSettled([
    badge !== undefined && navigator.setAppBadge?.(badge),
    receipt && postJson('push_receipts', { token: receipt }),
  ])
}

/** A button's address is its name. */
async function openNotificationTarget({
  notification,
  action,
}: NotificationClickEvent): Promise<void> {
  notification.close()
  if (action) {
    await scope.clients.openWindow(action)
    return
  }
  const path = String(notification.data)
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find(({ url }) => new URL(url).pathname === path)
  await (open ? open.focus() : scope.clients.openWindow(path))
}

const apiPostUrl = (path: PathOf<'post'>) => apiUrl(path)

function postJson(path: PathOf<'post'>, body: object, headers = {}): Promise<Response> {
  return fetch(apiPostUrl(path), {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function handleSubscriptionChange(event: SubscriptionChangeEvent): Promise<void> {
  const subscription = event.newSubscription ?? (await renewPushSubscription(event.oldSubscription))
  if (!subscription) return
  // One at a time, as in a page, or the session would count as stolen.
  const token = await navigator.locks.request('token-refresh', refreshAccessToken)
  if (!token) return
  // The keys are behind its toJSON.
  const fields = JSON.parse(JSON.stringify(subscription)) as object
  const body = { ...fields, replaces: event.oldSubscription?.endpoint }
  await postJson('users/me/push_subscriptions', body, { Authorization: `Bearer ${token}` })
}

/** For the same server; some browsers do not tell for whom it was. */
async function renewPushSubscription(
  old: SubscriptionChangeEvent['oldSubscription'],
): Promise<PushSubscription | undefined> {
  const applicationServerKey = old?.options.applicationServerKey
  if (!applicationServerKey) return undefined
  return scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

async function refreshAccessToken(): Promise<string | undefined> {
  const answer = await fetch(apiPostUrl('auth/refresh_access_token'), { method: 'POST' })
  if (!answer.ok) return undefined
  const tokens = (await answer.json()) as ApiResponseData<'post', 'auth/refresh_access_token'>
  return tokens.access_token
}
