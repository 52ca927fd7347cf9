import * as v from 'valibot'

function idSchema<const Name extends string>(name: Name) {
  return v.pipe(v.number(), v.integer(), v.minValue(1), v.brand(name))
}

export const UserId = idSchema('UserId')
export type UserId = v.InferOutput<typeof UserId>
export const SessionId = idSchema('SessionId')
export type SessionId = v.InferOutput<typeof SessionId>
export const EventId = idSchema('EventId')
export type EventId = v.InferOutput<typeof EventId>
export const GroupId = idSchema('GroupId')
export type GroupId = v.InferOutput<typeof GroupId>
export const GameId = idSchema('GameId')
export type GameId = v.InferOutput<typeof GameId>
export const StreamerId = idSchema('StreamerId')
export type StreamerId = v.InferOutput<typeof StreamerId>
export const StreamingAccountId = idSchema('StreamingAccountId')
export type StreamingAccountId = v.InferOutput<typeof StreamingAccountId>
export const OptOutId = idSchema('OptOutId')
export type OptOutId = v.InferOutput<typeof OptOutId>
export const ArticleId = idSchema('ArticleId')
export type ArticleId = v.InferOutput<typeof ArticleId>
export const DealId = idSchema('DealId')
export type DealId = v.InferOutput<typeof DealId>
export const CampaignId = idSchema('CampaignId')
export type CampaignId = v.InferOutput<typeof CampaignId>
export const ScheduleSourceId = idSchema('ScheduleSourceId')
export type ScheduleSourceId = v.InferOutput<typeof ScheduleSourceId>
export const CalendarFeedId = idSchema('CalendarFeedId')
export type CalendarFeedId = v.InferOutput<typeof CalendarFeedId>
export const PasskeyId = idSchema('PasskeyId')
export type PasskeyId = v.InferOutput<typeof PasskeyId>
export const PushSubscriptionId = idSchema('PushSubscriptionId')
export type PushSubscriptionId = v.InferOutput<typeof PushSubscriptionId>
export const DeliveryId = idSchema('DeliveryId')
export type DeliveryId = v.InferOutput<typeof DeliveryId>
export const IncidentId = idSchema('IncidentId')
export type IncidentId = v.InferOutput<typeof IncidentId>
export const ReportId = idSchema('ReportId')
export type ReportId = v.InferOutput<typeof ReportId>
export const AuditEntryId = idSchema('AuditEntryId')
export type AuditEntryId = v.InferOutput<typeof AuditEntryId>

export function idParam<const Schema extends v.GenericSchema<number, unknown>>(schema: Schema) {
  return v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/), v.transform(Number), schema)
}

export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/, 'idempotency_key'))

/** Incremented by each save, to detect conflicting saves. */
export const Revision = v.pipe(v.number(), v.integer(), v.minValue(0))
