import * as v from 'valibot'
import { PageQuery, pageOf } from '#worker/contracts/pagination.ts'
import { Instant } from '#worker/contracts/time.ts'
import { EventSummary } from '#worker/features/events/contract.ts'
import { ServedChannel } from '#worker/features/notifications/contract.ts'

/** What a hype has sent to the person, beside news of followed streamers and games. */
export const PromisedKind = v.picklist([
  'reminder',
  'event_changed',
  'event_cancelled',
  'new_event_followed',
])
export type PromisedKind = v.InferOutput<typeof PromisedKind>

export const MessageState = v.picklist([
  'planned',
  'sent',
  'waiting',
  'failed',
  'skipped',
  'stopped',
  'unknown',
])
export type MessageState = v.InferOutput<typeof MessageState>

export const MessageReason = v.picklist([
  'hyped_late',
  'switched_off',
  'unusable',
  'webhook_gone',
  'quiet_hours',
  'unreachable_then',
  'overtaken',
  'undeliverable',
])
export type MessageReason = v.InferOutput<typeof MessageReason>

/** One message by one channel; by push there is one for each device. */
export const PromisedMessage = v.object({
  channel: ServedChannel,
  state: MessageState,
  /** When it leaves, left or is tried again; null where it does not, or nobody knows yet. */
  at: v.nullable(Instant),
  reason: v.nullable(MessageReason),
})
export type PromisedMessage = v.InferOutput<typeof PromisedMessage>

/** A fact that the person is told, by as many channels as they have. */
export const PromisedNotice = v.object({
  kind: PromisedKind,
  /** Of a reminder: how long before the start. */
  hours: v.nullable(v.picklist([24, 1])),
  /** Null: at once, should it happen. */
  due: v.nullable(Instant),
  messages: v.array(PromisedMessage),
})
export type PromisedNotice = v.InferOutput<typeof PromisedNotice>

/** A hyped event, with what was sent about it and what will be. */
export const HypedEventView = v.object({
  event: v.pick(EventSummary, [
    'id',
    'slug',
    'name',
    'start',
    'end',
    'timezone',
    'time_certainty',
    'phase',
    'cancelled_at',
  ]),
  hyped_at: Instant,
  notices: v.array(PromisedNotice),
})
export type HypedEventView = v.InferOutput<typeof HypedEventView>

export const HypedPeriod = v.picklist(['upcoming', 'past'])
export type HypedPeriod = v.InferOutput<typeof HypedPeriod>

/** Upcoming by start, past the latest first. */
export const HypedEventsQuery = v.object({
  ...PageQuery,
  period: v.optional(HypedPeriod, 'upcoming'),
})
export type HypedEventsQuery = v.InferOutput<typeof HypedEventsQuery>

export const HypedEventsView = pageOf(HypedEventView)
export type HypedEventsView = v.InferOutput<typeof HypedEventsView>
