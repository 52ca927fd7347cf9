import type { Locale } from '#worker/contracts/locale.ts'
import { localePath } from '#worker/locale/locale.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import type { PushMessage } from '#worker/integrations/web-push/push-sender.ts'
import {
  formatPlainBody,
  toNotification,
  type Notification,
  type NotificationRow,
  type NotificationText,
} from '#worker/features/notifications/copy/notification.ts'
import { notificationKinds } from '#worker/features/notifications/kinds.ts'
import { composeNotificationText } from '#worker/features/notifications/rules/kind-rules.ts'
import {
  createPlainTextFormatter,
  type TimeFormat,
} from '#worker/features/notifications/copy/formatter.ts'

const daySeconds = 86_400
/** The longest that push services keep anything. */
const longestSeconds = 28 * daySeconds

type PushDelivery = NotificationRow &
  TimeFormat & { locale: Locale; key: string; deadlineAt: number | null }

type PushExtras = Pick<PushMessage['notification'], 'actions' | 'image'>

/** More than a device shows; the services take 4,096 bytes in all. */
function truncateText(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}

export function renderPushMessage(
  delivery: PushDelivery,
  now: number,
  extrasOf: (notification: Notification, words: NotificationText) => PushExtras = () => ({}),
): PushMessage {
  const { locale, deadlineAt } = delivery
  const notification = toNotification(delivery)
  const formatter = createPlainTextFormatter(locale, delivery, now)
  const words = composeNotificationText(notification, formatter)
  const tag = toPushTag(notification, delivery)
  const leftSeconds = deadlineAt === null ? daySeconds : Math.floor((deadlineAt - now) / 1000)
  return {
    notification: {
      title: truncateText(words.title, 200),
      body: truncateText(formatPlainBody(words), 500),
      path: localePath(locale, words.path),
      tag,
      lang: locale,
      ...extrasOf(notification, words),
    },
    ttlSeconds: Math.min(Math.max(leftSeconds, 1), longestSeconds),
    urgency: findPushUrgency(notification),
    topic: sha256(tag).slice(0, 32),
  }
}

/** A newer message on the same subject replaces the one shown. */
function toPushTag({ kind, event }: Notification, { key }: PushDelivery): string {
  return event ? `${kind}:${event.slug}` : key
}

function findPushUrgency({ kind, payload }: Notification): 'normal' | 'high' {
  const { urgency } = notificationKinds[kind] as {
    urgency: (of: typeof payload) => 'normal' | 'high'
  }
  return urgency(payload)
}
