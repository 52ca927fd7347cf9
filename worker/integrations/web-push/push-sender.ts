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

export type PushMessage = {
  notification: {
    title: string
    body: string
    path: string
    tag: string
    lang: string
    image?: string
    actions?: { label: string; url: string }[]
  }
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
    async send(device, { notification, ttlSeconds, urgency, topic }) {
      const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = config
      if (!publicKey || !privateKey) return refusedOutcome('push_off')
      if (!isPushEndpoint(device.endpoint)) {
        return refusedOutcome('unknown_push_service')
      }
      const { headers, body } = await buildPushPayload(
        { data: notification, options: { ttl: ttlSeconds, urgency, topic } },
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
