import * as v from 'valibot'
import { Category } from '#worker/contracts/enumerations.ts'
import { GameId, GroupId, StreamerId } from '#worker/contracts/ids.ts'
import { pageQueryEntries } from '#worker/contracts/pagination.ts'
import { mostOwnMarks, ownReminderMarks } from '#worker/contracts/reminder-marks.ts'
import { Instant } from '#worker/contracts/time.ts'
import { InboxKind, SwitchableKind, DeliveryChannel } from './kinds.ts'

/** Named in the API's document, where several answers have it. */
export { DeliveryKind } from './kinds.ts'

export const DeliveryStatusReason = v.picklist([
  'quiet_hours',
  'quiet_hours_too_long',
  'no_longer_relevant',
  'superseded',
  'event_cancelled',
  'account_deactivated',
  'too_late',
  'interrupted',
  'no_address',
  'no_webhook',
  'no_device',
  'push_off',
  'unknown_push_service',
  'unwritable',
  'malformed',
  'unknown_channel',
  'rejected',
  'service_failed',
  'service_paused',
  'changed_since',
  'rate_limited',
  'recipient_gone',
  'no_answer',
  'address_suppressed',
])
export type DeliveryStatusReason = v.InferOutput<typeof DeliveryStatusReason>

export const NotificationView = v.object({
  id: v.number(),
  kind: InboxKind,
  title: v.string(),
  text: v.string(),
  /** Unprefixed path on this site. */
  path: v.string(),
  at: Instant,
  is_read: v.boolean(),
})
export type NotificationView = v.InferOutput<typeof NotificationView>

export const NotificationsView = v.object({
  items: v.array(NotificationView),
  next_cursor: v.nullable(v.string()),
  unread_count: v.number(),
  /** The newest unread one, which stands above each page until it is read. */
  announcement: v.nullable(NotificationView),
})
export type NotificationsView = v.InferOutput<typeof NotificationsView>

export const NotificationsQuery = v.object(pageQueryEntries)
export type NotificationsQuery = v.InferOutput<typeof NotificationsQuery>

/** Without ids: everything. */
export const MarkReadInput = v.object({
  ids: v.optional(v.pipe(v.array(v.pipe(v.number(), v.integer())), v.maxLength(100))),
})
export type MarkReadInput = v.InferOutput<typeof MarkReadInput>

/** Delivery of new events: each by itself, or together at 08:00 in the person’s zone. */
export const DigestFrequency = v.picklist(['off', 'daily', 'weekly'])
export type DigestFrequency = v.InferOutput<typeof DigestFrequency>

export const DigestInput = v.object({ digest: DigestFrequency })
export type DigestInput = v.InferOutput<typeof DigestInput>

const TimeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time_of_day'))

/** Between these times of day nothing that can wait is sent; both null for none. */
export const QuietHoursView = v.object({
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
})
export type QuietHoursView = v.InferOutput<typeof QuietHoursView>

export const QuietHoursInput = v.pipe(
  v.object({ from: v.nullable(TimeOfDay), to: v.nullable(TimeOfDay) }),
  v.forward(
    v.partialCheck(
      [['from'], ['to']],
      ({ from, to }) => (from === null) === (to === null),
      'quiet_hours_half',
    ),
    ['to'],
  ),
  v.forward(
    v.partialCheck(
      [['from'], ['to']],
      ({ from, to }) => from === null || from !== to,
      'quiet_hours_same',
    ),
    ['to'],
  ),
)
export type QuietHoursInput = v.InferOutput<typeof QuietHoursInput>

/** `bounce`: nobody has the address. `complaint`: its owner called a mail of ours spam. */
export const MailProblemReason = v.picklist(['bounce', 'complaint'])
export type MailProblemReason = v.InferOutput<typeof MailProblemReason>

export const MailProblemView = v.object({ reason: MailProblemReason, at: Instant })
export type MailProblemView = v.InferOutput<typeof MailProblemView>

export const OwnMark = v.picklist(ownReminderMarks)

/** Marks of reminders beside those of 24 h and 1 h; `evening`: 20:00 on the day before, in the member’s zone. */
export const OwnMarks = v.object({
  marks: v.pipe(
    v.array(OwnMark),
    v.maxLength(mostOwnMarks),
    v.check((marks) => new Set(marks).size === marks.length, 'own_marks_twice'),
  ),
})
export type OwnMarks = v.InferOutput<typeof OwnMarks>

export const NotificationSettingsView = v.object({
  digest: DigestFrequency,
  quiet_hours: QuietHoursView,
  own_marks: v.array(OwnMark),
  mail_problem: v.nullable(MailProblemView),
  /** E-mail needs a verified address that takes mails, Discord a working webhook, push a device. */
  channels: v.array(v.object({ channel: DeliveryChannel, is_usable: v.boolean() })),
  kinds: v.array(
    v.object({
      kind: SwitchableKind,
      channels: v.array(v.object({ channel: DeliveryChannel, is_enabled: v.boolean() })),
    }),
  ),
  streamers: v.array(
    v.object({
      id: StreamerId,
      display_name: v.string(),
      avatar_path: v.string(),
      is_enabled: v.boolean(),
    }),
  ),
  games: v.array(
    v.object({
      id: GameId,
      slug: v.string(),
      name: v.string(),
      thumbnail_path: v.string(),
      thumbnail_url: v.string(),
      is_enabled: v.boolean(),
    }),
  ),
  groups: v.array(
    v.object({
      id: GroupId,
      slug: v.string(),
      name: v.string(),
      category: v.nullable(Category),
      thumbnail_path: v.string(),
      is_enabled: v.boolean(),
    }),
  ),
})
export type NotificationSettingsView = v.InferOutput<typeof NotificationSettingsView>

type ReminderReach = Pick<NotificationSettingsView, 'channels' | 'kinds'>

/** Marks under an hour need a device or a webhook, with reminders on. */
export function takesNearMarks({ channels, kinds }: ReminderReach): boolean {
  const reminders = kinds.find(({ kind }) => kind === 'reminder')?.channels ?? []
  return reminders.some(
    ({ channel, is_enabled }) =>
      is_enabled &&
      (channel === 'push' || channel === 'discord') &&
      channels.some((one) => one.channel === channel && one.is_usable),
  )
}

export const PreferenceSwitchInput = v.object({ is_enabled: v.boolean() })
export const PreferenceSwitchView = v.object({ is_enabled: v.boolean() })
export type PreferenceSwitchView = v.InferOutput<typeof PreferenceSwitchView>

export const ChannelPreferenceParams = v.object({
  kind: SwitchableKind,
  channel: DeliveryChannel,
})
