import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import { signAccountToken } from '#worker/auth/mailed-tokens.ts'
import { composeCampaignMail } from '#worker/features/notifications/campaigns/campaign-mail.ts'
import type { WrittenCampaign } from '#worker/features/notifications/campaigns/contract.ts'
import { composeMail } from '#worker/features/notifications/channels/mail.ts'
import { composeAccountMailText } from '#worker/features/notifications/copy/account-copy.ts'
import { createPlainTextFormatter } from '#worker/features/notifications/copy/formatter.ts'
import { toNotification } from '#worker/features/notifications/copy/notification.ts'
import { SwitchableKind, type CampaignPayload } from '#worker/features/notifications/kinds.ts'
import {
  marketingTokenSubject,
  createUnsubscribeToken,
} from '#worker/features/notifications/preferences/unsubscribe.ts'
import { composeNotificationText } from '#worker/features/notifications/rules/kind-rules.ts'
import {
  composeEventBlocks,
  composeMailEvent,
} from '#worker/features/notifications/shown-events/event-content.ts'
import { localePath } from '#worker/locale/locale.ts'
import { findSigningSecret } from '#worker/auth/keys.ts'
import type { Mail } from '#worker/integrations/mail/mailer.ts'
import {
  isAccountDelivery,
  isCampaignDelivery,
  type AccountDelivery,
  type CampaignDelivery,
  type ClaimedDelivery,
  type NotificationDelivery,
} from './claim.ts'
import { buildNotificationLinks, buildPageUrl, kindsToHypers } from './links.ts'

export function renderMail(ctx: Ctx, delivery: ClaimedDelivery): Mail | undefined {
  if (isAccountDelivery(delivery)) return renderAccountMail(ctx, delivery)
  return isCampaignDelivery(delivery)
    ? renderCampaignMail(ctx, delivery)
    : renderNotificationMail(ctx, delivery)
}

/** In the language in which it was put in the outbox, so that each try says the same. */
function renderCampaignMail(ctx: Ctx, delivery: CampaignDelivery): Mail | undefined {
  const { email: to, userId, campaignText, kind } = delivery
  if (to === null || campaignText === null) return undefined
  const { campaign, language } = JSON.parse(delivery.payload) as CampaignPayload
  const token = createUnsubscribeToken(
    ctx.config.JWT_SECRET,
    userId,
    marketingTokenSubject(campaign),
  )
  return composeCampaignMail({
    to,
    language,
    siteUrl: ctx.config.SITE_URL,
    text: JSON.parse(campaignText) as WrittenCampaign,
    events: composeEventBlocks(
      ctx,
      delivery.shownEvents,
      createPlainTextFormatter(language, delivery, ctx.now),
    ),
    unsubscribeUrl: ctx.config.SITE_URL + localePath(language, `/unsubscribe/${token}`),
    isTest: kind === 'campaign_test',
  })
}

/** May go elsewhere than to the person's address, to prove a new one for instance. */
function renderAccountMail(ctx: Ctx, delivery: AccountDelivery): Mail | undefined {
  const { locale, kind, username, email } = delivery
  const payload = JSON.parse(delivery.payload) as {
    token_id?: string
    key?: string
    to?: string | null
  }
  const to = payload.to ?? email
  if (to === null) return undefined
  const token = signAccountToken(
    findSigningSecret(ctx.config, payload.key),
    String(payload.token_id),
  )
  const { title, text, action, path } = composeAccountMailText(kind, {
    username,
    token,
    locale,
    facts: payload,
  })
  const url = buildPageUrl(ctx, delivery, path)
  const siteUrl = ctx.config.SITE_URL
  return composeMail({ to, kind, locale, siteUrl, title, text, action: { label: action, url } })
}

function renderNotificationMail(ctx: Ctx, delivery: NotificationDelivery): Mail | undefined {
  const { locale, kind, userId, email: to } = delivery
  const [shown] = delivery.shownEvents
  if (to === null) return undefined
  const notification = toNotification(delivery)
  const formatter = createPlainTextFormatter(locale, delivery, ctx.now)
  const words = composeNotificationText(notification, formatter)
  const token = createUnsubscribeToken(ctx.config.JWT_SECRET, userId, kind)
  const isToHyper = kindsToHypers.includes(kind)
  return composeMail({
    to,
    kind,
    locale,
    siteUrl: ctx.config.SITE_URL,
    title: words.title,
    text: words.shows?.lead ?? words.text,
    preview: words.text,
    event:
      shown &&
      words.shows &&
      composeMailEvent(ctx, { shown, formatter, ...words.shows, userId, isToHyper }),
    items: words.items?.map((item) => ({ ...item, url: buildPageUrl(ctx, delivery, item.path) })),
    note: words.note,
    ...buildNotificationLinks(ctx, { delivery, notification, words }),
    ...(v.is(SwitchableKind, kind) && {
      unsubscribeUrl: buildPageUrl(ctx, delivery, `/unsubscribe/${token}`),
    }),
  })
}
