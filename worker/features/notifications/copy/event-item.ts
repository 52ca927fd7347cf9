import { m } from '#messages'
import { accountKey, platforms } from '#worker/contracts/platforms.ts'
import { capitalize } from '#worker/locale/date-words.ts'
import type { EventCopyOptions } from './event-words.ts'
import { formatDateTime, type ChannelFormatter } from './formatter.ts'
import type { ListedEvent, NotificationItem } from './notification.ts'

/** "Luna on Twitch"; null while the channel is to be announced. */
export function formatChannelName(
  { platform, accountName, streamerName }: ListedEvent,
  { locale, quote }: ChannelFormatter,
): string | null {
  if (!accountName) return null
  const channel = quote(streamerName ?? accountName)
  const names = { channel, platform: platforms[platform].name }
  return m.notification_channel(names, { locale })
}

export function buildWatchLink({ platform, accountName }: ListedEvent, options: EventCopyOptions) {
  if (!accountName) return undefined
  const { name, watchUrl } = platforms[platform]
  return {
    label: m.event_watch_on({ platform: name }, options),
    url: watchUrl(accountKey(accountName)),
  }
}

export function toNotificationItem(
  event: ListedEvent,
  formatter: ChannelFormatter,
): NotificationItem {
  const { name, slug, startAt, certainty, timeZone } = event
  const start = formatDateTime(formatter, { at: startAt, certainty, timeZone, isToCome: true })
  const isExact = certainty === 'exact'
  return {
    name: formatter.quote(name),
    start,
    day: capitalize(
      certainty === 'tba' ? start : formatter.day(startAt, isExact ? undefined : timeZone),
    ),
    time: isExact ? formatter.timeOfDay(startAt) : null,
    channel: formatChannelName(event, formatter),
    path: `/events/${slug}`,
  }
}
