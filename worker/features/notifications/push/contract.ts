import * as v from 'valibot'
import { PushSubscriptionInput } from '#worker/contracts/push-subscription.ts'
import { PushSubscriptionId } from '#worker/contracts/ids.ts'
import { Instant } from '#worker/contracts/time.ts'

const Endpoint = v.pipe(v.string(), v.maxLength(1000))

export const DeviceInput = v.object({
  /** Only compared: nothing is sent to it. */
  endpoint: Endpoint,
  /** The browser no longer has it, and could not replace it. */
  is_lost: v.optional(v.boolean()),
})
export type DeviceInput = v.InferOutput<typeof DeviceInput>

export const NewDeviceInput = v.object({
  ...PushSubscriptionInput.entries,
  /** The subscription that the browser had before. */
  replaces: v.optional(Endpoint),
})
export type NewDeviceInput = v.InferOutput<typeof NewDeviceInput>

export const DeviceComparisonView = v.object({
  is_known: v.boolean(),
  public_key: v.nullable(v.string()),
})
export type DeviceComparisonView = v.InferOutput<typeof DeviceComparisonView>

export const PushReceiptInput = v.object({
  token: v.pipe(v.string(), v.regex(/^\d{1,15}-[\w-]{43}$/)),
})
export type PushReceiptInput = v.InferOutput<typeof PushReceiptInput>

export const PushDeviceView = v.object({
  id: PushSubscriptionId,
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  /** SHA-256 of the endpoint, base64url: by it a browser knows itself. */
  fingerprint: v.string(),
  created_at: Instant,
  /** When the member was last seen at it, to the day. */
  last_used_at: Instant,
  /** When it last reported that it showed a push. */
  last_shown_at: v.nullable(Instant),
  /** Several pushes since then can no longer arrive. */
  is_losing: v.boolean(),
  /** Its engine may show pushes by itself, without a word to us. */
  is_silent: v.boolean(),
})
export type PushDeviceView = v.InferOutput<typeof PushDeviceView>

export const PushDevicesView = v.object({
  /** Null where push is not offered. */
  public_key: v.nullable(v.string()),
  items: v.array(PushDeviceView),
})
export type PushDevicesView = v.InferOutput<typeof PushDevicesView>
