import type { Locale } from '#worker/contracts/locale.ts'
import { formatDateTime, type ChannelFormatter } from './formatter.ts'
import type { NotificationEvent, NotificationText } from './notification.ts'

export type EventCopyOptions = { locale: Locale }
export type NotificationCopy = Pick<
  NotificationText,
  'title' | 'text' | 'shows' | 'watch' | 'isStarting'
>
/** `name` is as the channel writes it. */
export type EventCopyContext<Payload> = {
  payload: Payload
  event: NotificationEvent
  name: string
  formatter: ChannelFormatter
  options: EventCopyOptions
}

export function formatEventStart(
  { event, formatter }: EventCopyContext<unknown>,
  isToCome: boolean,
): string {
  const { startAt, certainty, timeZone } = event
  return formatDateTime(formatter, { at: startAt, certainty, timeZone, isToCome })
}
