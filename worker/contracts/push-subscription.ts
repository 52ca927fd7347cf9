import * as v from 'valibot'

/** The push services of the browsers: the server calls no other address. */
const endpoint = new RegExp(
  [
    '^https://(?:fcm\\.googleapis\\.com',
    '(?:[a-z0-9-]+\\.)?push\\.services\\.mozilla\\.com',
    '(?:[a-z0-9-]+\\.)?push\\.apple\\.com',
    '[a-z0-9-]+(?:\\.[a-z0-9-]+)?\\.notify\\.windows\\.com)/[!"$-~]+$',
  ].join('|'),
)

export const PushEndpoint = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.regex(endpoint, 'push_subscription'),
)

export function isPushEndpoint(address: string): boolean {
  return v.is(PushEndpoint, address)
}

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
