import * as v from 'valibot'

/** The server calls no other address. */
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

export const PushSubscriptionInput = v.object({
  endpoint: PushEndpoint,
  keys: v.object({
    /** 65 bytes; the first one marks an uncompressed point. */
    p256dh: v.pipe(v.string(), v.regex(/^B[A-P][\w-]{85}$/, 'push_subscription')),
    auth: v.pipe(v.string(), v.regex(/^[\w-]{21}[AQgw]$/, 'push_subscription')),
  }),
})
export type PushSubscriptionInput = v.InferOutput<typeof PushSubscriptionInput>
