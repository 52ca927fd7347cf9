import * as v from 'valibot'
import { Instant, PushSubscriptionId } from '#worker/contract.ts'

/** The push services of the browsers: the server calls no other address. */
const endpoint = new RegExp(
  [
    '^https://(?:fcm\\.googleapis\\.com',
    '(?:[a-z0-9-]+\\.)?push\\.services\\.mozilla\\.com',
    '(?:[a-z0-9-]+\\.)?push\\.apple\\.com',
    '[a-z0-9-]+(?:\\.[a-z0-9-]+)?\\.notify\\.windows\\.com)/[!"$-~]+$',
  ].join('|'),
)

const PushEndpoint = v.pipe(v.string(), v.maxLength(1000), v.regex(endpoint, 'push_subscription'))

export function isPushEndpoint(address: string): boolean {
  return v.is(PushEndpoint, address)
}

/** By which a browser is known. */
export const DeviceInput = v.object({ endpoint: PushEndpoint })
export type DeviceInput = v.InferOutput<typeof DeviceInput>

/** What a browser says of its subscription. */
export const PushSubscriptionInput = v.object({
  endpoint: PushEndpoint,
  keys: v.object({
    /** 65 bytes, the first of which says that the point is not compressed. */
    p256dh: v.pipe(v.string(), v.regex(/^B[A-P][\w-]{85}$/, 'push_subscription')),
    /** 16 bytes. */
    auth: v.pipe(v.string(), v.regex(/^[\w-]{21}[AQgw]$/, 'push_subscription')),
  }),
})
export type PushSubscriptionInput = v.InferOutput<typeof PushSubscriptionInput>

export const PushDeviceView = v.object({
  id: PushSubscriptionId,
  /** As far as it says what it is. */
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  /** SHA-256 of the endpoint, base64url: by it a browser knows itself. */
  fingerprint: v.string(),
  created_at: Instant,
  /** When the member was last seen at it, to the day. */
  last_used_at: Instant,
})
export type PushDeviceView = v.InferOutput<typeof PushDeviceView>

export const PushDevicesView = v.object({
  /** What a browser subscribes with; null where push is not offered. */
  public_key: v.nullable(v.string()),
  items: v.array(PushDeviceView),
})
export type PushDevicesView = v.InferOutput<typeof PushDevicesView>
