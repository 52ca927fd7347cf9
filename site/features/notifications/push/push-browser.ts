import { encodeBase64urlNoPadding } from '@oslojs/encoding'
import type { PushSubscriptionInput } from '#worker/contracts/push-subscription.ts'
import { openStorage } from '#site/lib/storage.ts'
import { pushEndpointKey } from '#site/lib/storage-keys.ts'
import { registerServiceWorker } from './register.ts'

export type PushSupport = 'ready' | 'blocked' | 'home_screen' | 'unsupported'

function isApplePhoneOrTablet({ userAgent, maxTouchPoints }: Navigator): boolean {
  // An iPad says that it is a Mac; no Mac has a touch screen.
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

function detectPushSupport(): PushSupport {
  const isAble = ['serviceWorker' in navigator, 'PushManager' in window, 'Notification' in window]
  if (isAble.includes(false)) {
    return isApplePhoneOrTablet(navigator) ? 'home_screen' : 'unsupported'
  }
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

function toBase64Url(bytes: ArrayBuffer): string {
  return encodeBase64urlNoPadding(new Uint8Array(bytes))
}

async function findSubscription(): Promise<PushSubscription | null> {
  if (detectPushSupport() !== 'ready') return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function findPushEndpoint(): Promise<string | undefined> {
  return (await findSubscription())?.endpoint
}

/** The server's list names this browser by it. */
async function hashPushEndpoint(): Promise<string | undefined> {
  const address = await findPushEndpoint()
  if (address === undefined) return undefined
  return toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address)))
}

/** Asks the person, so only to be called on their click; undefined when they refuse. */
async function subscribe(publicKey: string): Promise<PushSubscriptionInput | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  await registerServiceWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const previousSubscription = await pushManager.getSubscription()
  const key = previousSubscription?.options.applicationServerKey
  if (key && toBase64Url(key) !== publicKey) await previousSubscription.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const { endpoint = '', keys = {} } = (await pushManager.subscribe(options)).toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

/** On purpose: a later visit need not say that it stopped. */
async function unsubscribe(): Promise<void> {
  openStorage('localStorage').removeItem(pushEndpointKey)
  await (await findSubscription())?.unsubscribe()
}

export const pushBrowser = {
  support: detectPushSupport,
  endpoint: findPushEndpoint,
  fingerprint: hashPushEndpoint,
  subscribe,
  unsubscribe,
}
export type PushBrowser = typeof pushBrowser
