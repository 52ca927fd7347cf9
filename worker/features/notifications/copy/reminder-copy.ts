import { m } from '#messages'
import { isUrgentReminder } from '#worker/contracts/reminder-marks.ts'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import { formatEventStart, type EventCopyContext, type NotificationCopy } from './event-words.ts'
import { formatChannelName, buildWatchLink } from './event-item.ts'

export function composeReminderCopy(
  input: EventCopyContext<NotificationPayloads['reminder']>,
): NotificationCopy {
  const { payload, event, name, formatter, options } = input
  const start = formatEventStart(input, true)
  const text = m.notification_reminder_text({ name, start }, options)
  const channel = formatChannelName(event, formatter)
  const short = formatter.shortTime(event.startAt)
  return {
    title:
      short === null
        ? m.notification_reminder_name({ name }, options)
        : m.notification_reminder_title({ name, start: short }, options),
    text: channel === null ? text : `${text}\n${channel}`,
    shows: { times: { start, before: null }, lead: '' },
    watch: buildWatchLink(event, options),
    isStarting: isUrgentReminder(payload.hours),
  }
}
