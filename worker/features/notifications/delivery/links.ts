import { m } from '#messages'
import type { Ctx } from '#worker/context.ts'
import { eventCalendarPath } from '#worker/features/events/feeds/contract.ts'
import { toReadablePath } from '#worker/features/notifications/copy/decision-path.ts'
import type { MailContent, MailLink } from '#worker/features/notifications/channels/mail-content.ts'
import type {
  Notification,
  NotificationEvent,
  NotificationText,
} from '#worker/features/notifications/copy/notification.ts'
import type { NotificationKind } from '#worker/features/notifications/kinds.ts'
import { buildCardUrl } from '#worker/features/notifications/shown-events/event-content.ts'
import type { PushPayload } from '#worker/integrations/web-push/push-sender.ts'
import { localePath } from '#worker/locale/locale.ts'
import type { ClaimedDelivery, NotificationDelivery } from './claim.ts'
import { createUnhypeToken } from '#worker/auth/unhype-token.ts'

export const kindsToHypers: readonly NotificationKind[] = ['reminder', 'event_changed']

export function buildPageUrl(ctx: Ctx, { locale }: ClaimedDelivery, path: string): string {
  return ctx.config.SITE_URL + localePath(locale, path)
}

type NotificationToSend = {
  delivery: NotificationDelivery
  notification: Notification
  words: NotificationText
}

type MailLinks = Pick<MailContent, 'action' | 'links' | 'quote' | 'footer'>

export function buildNotificationLinks(ctx: Ctx, sent: NotificationToSend): MailLinks {
  const { delivery, notification, words } = sent
  const { kind, event } = notification
  const path = toReadablePath(ctx, notification, words.path)
  const page = { label: words.action, url: buildPageUrl(ctx, delivery, path) }
  if (!words.shows || event?.status !== 'approved') return { action: page }
  if (kind === 'proposal_decision') return buildNextSteps(ctx, sent, page, event)
  if (!kindsToHypers.includes(kind)) return { action: page }
  const { watch, isStarting } = words
  const choices = watch ? (isStarting ? [watch, page] : [page, watch]) : [page]
  const [action = page, ...others] = choices
  return {
    footer: m.mail_footer_hype({}, { locale: delivery.locale }),
    action,
    links: [
      ...others,
      buildCalendarLink(ctx, delivery, event),
      buildUnhypeLink(ctx, delivery, event),
    ],
  }
}

/** For the proposer of an event that was approved. */
function buildNextSteps(
  ctx: Ctx,
  { delivery, words }: NotificationToSend,
  page: MailLink,
  event: NotificationEvent,
): MailLinks {
  const { locale, shownEvents } = delivery
  const [shown] = shownEvents
  const image = shown ? buildCardUrl(ctx, shown, locale) : null
  const start = words.shows?.times.start
  return {
    action: page,
    quote: {
      label: m.mail_share_text({}, { locale }),
      text: [[event.name, start].filter(Boolean).join(' · '), page.url].join('\n'),
    },
    links: [
      ...(image === null ? [] : [{ label: m.mail_share_image({}, { locale }), url: image }]),
      buildCalendarLink(ctx, delivery, event),
      ...(words.watch ? [words.watch] : []),
    ],
  }
}

export function buildPushExtras(
  ctx: Ctx,
  delivery: NotificationDelivery,
  { kind, event }: Notification,
  { watch }: NotificationText,
): Pick<PushPayload['notification'], 'actions' | 'image'> {
  if (!kindsToHypers.includes(kind) || event?.status !== 'approved') return {}
  const [shown] = delivery.shownEvents
  const image = shown ? buildCardUrl(ctx, shown, delivery.locale) : null
  const links = [
    watch ?? buildCalendarLink(ctx, delivery, event),
    buildUnhypeLink(ctx, delivery, event),
  ]
  return {
    ...(image !== null && { image }),
    actions: links.map(({ label, url }, index) => ({
      action: String(index),
      title: label,
      navigate: url,
    })),
  }
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
