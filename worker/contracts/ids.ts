import * as v from 'valibot'

function id<const Name extends string>(name: Name) {
  return v.pipe(v.number(), v.integer(), v.minValue(1), v.brand(name))
}

export const UserId = id('UserId')
export type UserId = v.InferOutput<typeof UserId>
export const SessionId = id('SessionId')
export type SessionId = v.InferOutput<typeof SessionId>
export const EventId = id('EventId')
export type EventId = v.InferOutput<typeof EventId>
export const GroupId = id('GroupId')
export type GroupId = v.InferOutput<typeof GroupId>
export const GameId = id('GameId')
export type GameId = v.InferOutput<typeof GameId>
export const StreamerId = id('StreamerId')
export type StreamerId = v.InferOutput<typeof StreamerId>
export const StreamingAccountId = id('StreamingAccountId')
export type StreamingAccountId = v.InferOutput<typeof StreamingAccountId>
export const ArticleId = id('ArticleId')
export type ArticleId = v.InferOutput<typeof ArticleId>
export const DealId = id('DealId')
export type DealId = v.InferOutput<typeof DealId>
export const CampaignId = id('CampaignId')
export type CampaignId = v.InferOutput<typeof CampaignId>
export const ScheduleSourceId = id('ScheduleSourceId')
export type ScheduleSourceId = v.InferOutput<typeof ScheduleSourceId>
export const CalendarFeedId = id('CalendarFeedId')
export type CalendarFeedId = v.InferOutput<typeof CalendarFeedId>
export const PasskeyId = id('PasskeyId')
export type PasskeyId = v.InferOutput<typeof PasskeyId>
export const PushSubscriptionId = id('PushSubscriptionId')
export type PushSubscriptionId = v.InferOutput<typeof PushSubscriptionId>
export const DeliveryId = id('DeliveryId')
export type DeliveryId = v.InferOutput<typeof DeliveryId>
export const ReportId = id('ReportId')
export type ReportId = v.InferOutput<typeof ReportId>

export function idParam<const Schema extends v.GenericSchema<number, unknown>>(schema: Schema) {
  return v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/), v.transform(Number), schema)
}

export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/, 'idempotency_key'))

/** Incremented by each save, to detect conflicting saves. */
export const Revision = v.pipe(v.number(), v.integer(), v.minValue(0))
