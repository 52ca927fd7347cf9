import { m } from '#messages'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import { formatEventStart, type EventCopyContext, type NotificationCopy } from './event-words.ts'
import { formatChannelName, buildWatchLink } from './event-item.ts'

export function composeReminderCopy(
  input: EventCopyContext<NotificationPayloads['reminder']>,
): NotificationCopy {
  const { payload, event, name, formatter, options } = input
  const text = m.notification_reminder_text({ name, start: formatEventStart(input, true) }, options)
  const channel = formatChannelName(event, formatter)
  return {
    title: m.notification_reminder_title(
      { name, start: formatter.shortTime(event.startAt) },
      options,
    ),
    text: channel === null ? text : `${text}\n${channel}`,
    watch: buildWatchLink(event, options),
    isStarting: payload.hours === 1,
  }
}
