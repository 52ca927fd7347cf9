import type { Locale } from '#worker/contracts/locale.ts'
import { formatDateTime, type ChannelFormatter } from './formatter.ts'
import type { NotificationEvent, NotificationText } from './notification.ts'

export type EventCopyOptions = { locale: Locale }
export type NotificationWords = Pick<NotificationText, 'title' | 'text' | 'watch' | 'isStarting'>
/** `name` is as the channel writes it. */
export type EventCopy<Payload> = {
  payload: Payload
  event: NotificationEvent
  name: string
  formatter: ChannelFormatter
  options: EventCopyOptions
}

export function formatStart({ event, formatter }: EventCopy<unknown>, isToCome: boolean): string {
  const { startAt, certainty, timeZone } = event
  return formatDateTime(formatter, { at: startAt, certainty, timeZone, isToCome })
}
