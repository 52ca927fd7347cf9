import { m } from '#messages'
import type { DigestPayload } from '#worker/features/notifications/kinds.ts'
import { toNotificationItem } from './event-item.ts'
import type { ChannelFormatter } from './formatter.ts'
import type { ListedEvent, NotificationText } from './notification.ts'

export function composeDigestText(
  listed: ListedEvent[],
  { more }: DigestPayload,
  formatter: ChannelFormatter,
): NotificationText {
  const { locale, zone } = formatter
  const options = { locale }
  const [only] = listed
  const count = listed.length + more
  const title =
    count === 1 && only
      ? m.notification_new_title({ name: formatter.quote(only.name) }, options)
      : m.notification_digest_title({ count }, options)
  const text =
    more > 0
      ? m.notification_digest_more({ count: more }, options)
      : m.notification_digest_text({}, options)
  return {
    title: count === 0 ? m.notification_digest_gone({}, options) : title,
    text: count === 0 ? '' : text,
    path: '/events',
    action: m.notification_see_events({}, options),
    items: listed.map((event) => toNotificationItem(event, formatter)),
    ...(zone && listed.some(({ certainty }) => certainty === 'exact')
      ? { note: m.notification_time_zone({ timeZone: zone }, options) }
      : {}),
  }
}
