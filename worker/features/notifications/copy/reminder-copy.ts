import { m } from '#messages'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import { startOf, type EventCopy, type Words } from './event-words.ts'
import { channelName, watchLink } from './event-item.ts'

const hourMs = 3_600_000
/** How far from an hour before the start "in 1 hour" is still true. */
const toleranceMs = 600_000

function reminderTitle(input: EventCopy<NotificationPayloads['reminder']>): string {
  const { payload, event, name, formatter, options } = input
  const { readAt } = formatter
  const isInOneHour =
    payload.hours === 1 &&
    (readAt === null || Math.abs(event.startAt - hourMs - readAt) <= toleranceMs)
  return isInOneHour
    ? m.notification_reminder_1_title({ name }, options)
    : m.notification_reminder_title({ name, start: formatter.shortTime(event.startAt) }, options)
}

export function reminderWords(input: EventCopy<NotificationPayloads['reminder']>): Words {
  const { payload, event, name, formatter, options } = input
  const text = m.notification_reminder_text({ name, start: startOf(input, true) }, options)
  const channel = channelName(event, formatter)
  return {
    title: reminderTitle(input),
    text: channel === null ? text : `${text}\n${channel}`,
    watch: watchLink(event, options),
    isStarting: payload.hours === 1,
  }
}
