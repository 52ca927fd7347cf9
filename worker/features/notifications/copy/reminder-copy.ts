import { m } from '#messages'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import { startOf, type EventCopy, type Words } from './event-words.ts'
import { channelName, watchLink } from './event-item.ts'

export function reminderWords(input: EventCopy<NotificationPayloads['reminder']>): Words {
  const { payload, event, name, formatter, options } = input
  const text = m.notification_reminder_text({ name, start: startOf(input, true) }, options)
  const channel = channelName(event, formatter)
  return {
    title: m.notification_reminder_title(
      { name, start: formatter.shortTime(event.startAt) },
      options,
    ),
    text: channel === null ? text : `${text}\n${channel}`,
    watch: watchLink(event, options),
    isStarting: payload.hours === 1,
  }
}
