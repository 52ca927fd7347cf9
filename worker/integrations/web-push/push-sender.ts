import { buildPushPayload } from '@block65/webcrypto-web-push'
import { decodeBase64urlIgnorePadding } from '@oslojs/encoding'
import type { Config } from '#worker/env.ts'
import { formatMailtoSender } from '../mail/sender-address.ts'
import { isPushEndpoint, type PushSubscriptionInput } from '#worker/contracts/push-subscription.ts'
import {
  sendRequest,
  readOutcome,
  type FailureReason,
  type RequestOutcome,
} from '../http/outbound.ts'

/** Declarative Web Push (draft of the Push API): engines that know it show it without a service worker. */
export type PushPayload = {
  web_push: 8030
  /** Badge of the app's icon; Safari 18.4 reads it in the notification. */
  app_badge?: number
  /** Ours: with it the service worker reports that it showed the message. */
  receipt?: string
  /** For a service worker of before the declarative form, which shows one message before it is replaced. */
  title?: string
  body?: string
  path?: string
  notification: {
    title: string
    /** A whole address, as those of the pictures and actions. */
    navigate: string
    body: string
    lang: string
    tag: string
    renotify: true
    icon: string
    app_badge?: number
    image?: string
    actions?: { action: string; title: string; navigate: string }[]
  }
}

export type PushMessage = {
  payload: PushPayload
  ttlSeconds: number
  urgency: 'normal' | 'high'
  /** A later notification of the topic replaces a waiting one. */
  topic: string
}
export type PushSender = {
  send(device: PushSubscriptionInput, message: PushMessage): Promise<RequestOutcome>
}

/** Encrypts by RFC 8291, signs by RFC 8292. Only known push services are called. */
export function createPushSender(config: Config): PushSender {
  return {
    async send(device, { payload, ttlSeconds, urgency, topic }) {
      const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = config
      if (!publicKey || !privateKey) return refusedOutcome('push_off')
      if (!isPushEndpoint(device.endpoint)) {
        return refusedOutcome('unknown_push_service')
      }
      const { headers, body } = await buildPushPayload(
        { data: payload, options: { ttl: ttlSeconds, urgency, topic } },
        { ...device, expirationTime: null },
        { subject: vapidSubject(config), publicKey, privateKey },
      )
      const answer = await sendRequest(buildEndpointUrl(config, device), {
        method: 'POST',
        headers,
        body,
      })
      return readOutcome(answer, { who: 'the push service', gone: [404, 410] })
    },
  }
}

function refusedOutcome(reason: FailureReason): RequestOutcome {
  return { kind: 'refused', reason, error: null }
}

function vapidSubject(config: Config): string {
  return config.VAPID_SUBJECT ?? formatMailtoSender(config)
}

function buildEndpointUrl({ PUSH_URL }: Config, { endpoint }: PushSubscriptionInput): string {
  const { pathname, search, href } = new URL(endpoint)
  return PUSH_URL ? `${PUSH_URL}${pathname}${search}` : href
}

/** True if a key of the right length is a point of the curve: encryption fails otherwise. */
export async function isP256Point(key: string): Promise<boolean> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  try {
    const bytes = Uint8Array.from(decodeBase64urlIgnorePadding(key))
    await crypto.subtle.importKey('raw', bytes, algorithm, false, [])
    return true
  } catch {
    return false
  }
}
