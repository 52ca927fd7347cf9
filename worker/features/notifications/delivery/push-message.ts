import type { Ctx } from '#worker/context.ts'
import { localePath } from '#worker/locale/locale.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import type { PushMessage, PushPayload } from '#worker/integrations/web-push/push-sender.ts'
import {
  formatPlainBody,
  toNotification,
  type Notification,
} from '#worker/features/notifications/copy/notification.ts'
import { notificationKinds } from '#worker/features/notifications/kinds.ts'
import { composeNotificationText } from '#worker/features/notifications/rules/kind-rules.ts'
import { createPlainTextFormatter } from '#worker/features/notifications/copy/formatter.ts'
import { createReceiptToken } from '#worker/features/notifications/push/receipts.ts'
import type { NotificationDelivery } from './claim.ts'
import { buildPageUrl, buildPushExtras } from './links.ts'

const daySeconds = 86_400
/** The longest that push services keep anything. */
const longestSeconds = 28 * daySeconds

/** Length of the JSON: the services take 4,096 bytes, encrypted. */
const maxPayloadBytes = 3000

/** More than a device shows. */
function truncateText(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}

const countBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

/** All but the body has a limit of its own. */
function fitBody(payload: PushPayload): PushPayload {
  const { notification } = payload
  let excess = countBytes(payload) - maxPayloadBytes
  if (excess <= 0) return payload
  const characters = [...notification.body]
  for (excess += countBytes('…') - 2; excess > 0 && characters.length > 0;)
    excess -= countBytes(characters.pop()) - 2
  return { ...payload, notification: { ...notification, body: `${characters.join('')}…` } }
}

export function renderPushMessage(ctx: Ctx, delivery: NotificationDelivery): PushMessage {
  const { id, locale, deadlineAt, unread, isReported } = delivery
  const notification = toNotification(delivery)
  const formatter = createPlainTextFormatter(locale, delivery, ctx.now)
  const words = composeNotificationText(notification, formatter)
  const tag = toPushTag(notification, delivery)
  const [title, body] = [truncateText(words.title, 200), formatPlainBody(words)]
  const leftSeconds = deadlineAt === null ? daySeconds : Math.floor((deadlineAt - ctx.now) / 1000)
  return {
    payload: fitBody({
      web_push: 8030,
      app_badge: unread,
      ...(isReported && { receipt: createReceiptToken(ctx.config.JWT_SECRET, id) }),
      title: truncateText(title, 80),
      body: truncateText(body, 60),
      path: localePath(locale, words.path),
      notification: {
        title,
        navigate: buildPageUrl(ctx, delivery, words.path),
        body: truncateText(body, 500),
        lang: locale,
        tag,
        renotify: true,
        icon: `${ctx.config.SITE_URL}/icons/icon-192.png`,
        app_badge: unread,
        ...buildPushExtras(ctx, delivery, notification, words),
      },
    }),
    ttlSeconds: Math.min(Math.max(leftSeconds, 1), longestSeconds),
    urgency: findPushUrgency(notification),
    topic: sha256(tag).slice(0, 32),
  }
}

/** A newer message on the same subject replaces the one shown. */
function toPushTag({ kind, event }: Notification, { key }: NotificationDelivery): string {
  return event ? `${kind}:${event.slug}` : key
}

function findPushUrgency({ kind, payload }: Notification): 'normal' | 'high' {
  const { urgency } = notificationKinds[kind] as {
    urgency: (of: typeof payload) => 'normal' | 'high'
  }
  return urgency(payload)
}
