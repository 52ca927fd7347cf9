import * as v from 'valibot'
import { fixedReminders, reminderMarkNames } from '#worker/contracts/reminder-marks.ts'
import { Instant } from '#worker/contracts/time.ts'
import { OwnMark } from '#worker/features/notifications/contract.ts'
import { EventSummary } from '#worker/features/events/contract.ts'
import { PlannedNotificationKind, DeliveryChannel } from '#worker/features/notifications/kinds.ts'

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

export const MessageStateReason = v.picklist([
  'hyped_late',
  'chosen_late',
  'switched_off',
  'unusable',
  'webhook_gone',
  'quiet_hours',
  'unreachable_then',
  'overtaken',
  'undeliverable',
])
export type MessageStateReason = v.InferOutput<typeof MessageStateReason>

/** By push there is one for each device. */
export const PlannedChannelMessage = v.object({
  channel: DeliveryChannel,
  state: MessageState,
  /** When it leaves, left or is tried again; null where it does not, or nobody knows yet. */
  at: v.nullable(Instant),
  reason: v.nullable(MessageStateReason),
})
export type PlannedChannelMessage = v.InferOutput<typeof PlannedChannelMessage>

export const PlannedNotification = v.object({
  kind: PlannedNotificationKind,
  /** Null but for a reminder. */
  mark: v.nullable(v.picklist(reminderMarkNames)),
  /** Hours before the start, for a reminder that each hype has. */
  hours: v.nullable(v.picklist(fixedReminders.map(({ code }) => code))),
  /** Null: at once, should it happen. */
  due: v.nullable(Instant),
  messages: v.array(PlannedChannelMessage),
})
export type PlannedNotification = v.InferOutput<typeof PlannedNotification>

export const HypedEventView = v.object({
  event: EventSummary,
  hyped_at: Instant,
  /** That hold for this event, beside 24 h and 1 h. */
  own_marks: v.array(OwnMark),
  takes_near_marks: v.boolean(),
  notices: v.array(PlannedNotification),
})
export type HypedEventView = v.InferOutput<typeof HypedEventView>

export type MyWeekEvent = {
  event: EventSummary
  is_hyped: boolean
  notices: PlannedNotification[]
}

export type MyWeek = {
  /** The first of its seven days, in the member's zone. */
  day: string
  is_current: boolean
  /** By start; of the current week also what began before and is still on. */
  events: MyWeekEvent[]
  /** The day of the first hyped event after the week. */
  next_day: string | undefined
}
