import { m } from '#messages'
import type { Ctx } from '#worker/context.ts'
import { eventCalendarPath } from '#worker/features/events/feeds/contract.ts'
import { workerMediaUrl } from '#worker/contracts/media-url.ts'
import type { MailContent } from '#worker/features/notifications/channels/mail-content.ts'
import type {
  Notification,
  NotificationEvent,
  NotificationText,
} from '#worker/features/notifications/copy/notification.ts'
import type { PushMessage } from '#worker/integrations/web-push/push-sender.ts'
import { localePath } from '#worker/locale/locale.ts'
import type { ClaimedDelivery, NotificationDelivery } from './claim.ts'
import { eventCardKey, kindsWithHypeLinks } from './event-cards.ts'
import { createUnhypeToken } from '#worker/auth/unhype-token.ts'

export function buildPageUrl(ctx: Ctx, { locale }: ClaimedDelivery, path: string): string {
  return ctx.config.SITE_URL + localePath(locale, path)
}

type NotificationToSend = {
  delivery: NotificationDelivery
  notification: Notification
  words: NotificationText
}

export function buildNotificationLinks(
  ctx: Ctx,
  { delivery, notification, words }: NotificationToSend,
): Pick<MailContent, 'action' | 'links' | 'picture' | 'footer'> {
  const { kind, event } = notification
  const { watch, isStarting } = words
  const page = { label: words.action, url: buildPageUrl(ctx, delivery, words.path) }
  if (!kindsWithHypeLinks.includes(kind) || event?.status !== 'approved') return { action: page }
  const choices = watch ? (isStarting ? [watch, page] : [page, watch]) : [page]
  const [action = page, ...others] = choices
  return {
    ...(delivery.hasCard && {
      picture: {
        url: ctx.config.SITE_URL + buildEventCardPath(delivery, event),
        text: event.name,
        href: page.url,
      },
    }),
    footer: m.mail_footer_hype({}, { locale: delivery.locale }),
    action,
    links: [
      ...others,
      buildCalendarLink(ctx, delivery, event),
      buildUnhypeLink(ctx, delivery, event),
    ],
  }
}

export function buildPushExtras(
  ctx: Ctx,
  delivery: NotificationDelivery,
  { kind, event }: Notification,
  { watch }: NotificationText,
): Pick<PushMessage['notification'], 'actions' | 'image'> {
  if (!kindsWithHypeLinks.includes(kind) || event?.status !== 'approved') return {}
  const unhype = buildUnhypeLink(ctx, delivery, event)
  return {
    ...(delivery.hasCard && { image: buildEventCardPath(delivery, event) }),
    actions: watch ? [watch, unhype] : [buildCalendarLink(ctx, delivery, event), unhype],
  }
}

function buildEventCardPath({ locale }: NotificationDelivery, { id }: NotificationEvent): string {
  return workerMediaUrl(eventCardKey(id, locale))
}

function buildCalendarLink(
  { config }: Ctx,
  { locale }: NotificationDelivery,
  event: NotificationEvent,
) {
  return {
    label: m.notification_add_to_calendar({}, { locale }),
    url: config.SITE_URL + eventCalendarPath(event, locale),
  }
}

function buildUnhypeLink(ctx: Ctx, delivery: NotificationDelivery, { id }: NotificationEvent) {
  const { userId, locale } = delivery
  const token = createUnhypeToken(ctx.config.JWT_SECRET, { userId, eventId: id })
  return {
    label: m.unhype_button({}, { locale }),
    url: buildPageUrl(ctx, delivery, `/unhype/${token}`),
  }
}
