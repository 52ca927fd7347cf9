import { m } from '#messages'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import { formatStart, type EventCopy, type NotificationWords } from './event-words.ts'
import { formatChannelName, watchLink } from './event-item.ts'

export function reminderWords(
  input: EventCopy<NotificationPayloads['reminder']>,
): NotificationWords {
  const { payload, event, name, formatter, options } = input
  const text = m.notification_reminder_text({ name, start: formatStart(input, true) }, options)
  const channel = formatChannelName(event, formatter)
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
