import { m } from '#messages'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import type { ChannelFormatter } from './formatter.ts'
import type { NotificationText } from './notification.ts'

export function composeDeviceLostText(
  { browser, system }: NotificationPayloads['device_lost'],
  { locale }: ChannelFormatter,
): NotificationText {
  const options = { locale }
  const device =
    browser && system
      ? m.devices_name({ browser, system }, options)
      : (browser ?? system ?? m.devices_unknown({}, options))
  return {
    title: m.notification_device_lost_title({ device }, options),
    text: m.notification_device_lost_text({}, options),
    path: '/profile/notifications',
    action: m.notification_see_devices({}, options),
  }
}
