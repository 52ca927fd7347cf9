import type { Ctx } from '#worker/context.ts'
import { accountToken } from '#worker/features/accounts/account-tokens.ts'
import { localePath } from '#worker/locale/locale.ts'
import { decrypt } from '#worker/auth/crypto.ts'
import type { Mail } from '#worker/integrations/mail/mailer.ts'
import type { Outcome } from '#worker/integrations/http/outbound.ts'
import type { CampaignPayload, CampaignText } from '#worker/features/campaigns/contract.ts'
import { accountText } from './account-texts.ts'
import { writeCampaignMail } from './campaign-mail.ts'
import {
  isAccountDelivery,
  isCampaignDelivery,
  type AccountDelivery,
  type CampaignDelivery,
  type Claimed,
  type NoticeDelivery,
} from './claimed.ts'
import { discordMessage } from './discord-message.ts'
import { writeMail } from './mail.ts'
import { toNotice } from './notice.ts'
import { pushMessageOf } from './push-message.ts'
import { noticeText } from './texts.ts'
import { marketingSubject, unsubscribeToken } from './unsubscribe.ts'
import { discordWriter, plainTextFormatter } from './writer.ts'

/** One try of one delivery; never throws for what the other side does. */
export async function sendOne(ctx: Ctx, delivery: Claimed): Promise<Outcome> {
  if (isAccountDelivery(delivery) || isCampaignDelivery(delivery) || delivery.channel === 'email') {
    return sendMail(ctx, delivery)
  }
  return delivery.channel === 'discord' ? sendToDiscord(ctx, delivery) : sendToDevice(ctx, delivery)
}

async function sendMail(ctx: Ctx, delivery: Claimed): Promise<Outcome> {
  const mail = mailOf(ctx, delivery)
  return mail
    ? ctx.mail.send(mail, `${delivery.key}:${delivery.userId}`)
    : { kind: 'refused', error: 'no address' }
}

function pageUrl(ctx: Ctx, delivery: Claimed, path: string): string {
  return ctx.config.SITE_URL + localePath(delivery.locale, path)
}

function mailOf(ctx: Ctx, delivery: Claimed): Mail | undefined {
  if (isAccountDelivery(delivery)) return accountMailOf(ctx, delivery)
  return isCampaignDelivery(delivery) ? campaignMailOf(ctx, delivery) : noticeMailOf(ctx, delivery)
}

/** In the language in which it was put in the outbox, so that each try says the same. */
function campaignMailOf(ctx: Ctx, delivery: CampaignDelivery): Mail | undefined {
  const { email: to, userId, campaignText, kind } = delivery
  if (to === null || campaignText === null) return undefined
  const { campaign, language } = JSON.parse(delivery.payload) as CampaignPayload
  const token = unsubscribeToken(ctx.config.JWT_SECRET, userId, marketingSubject(campaign))
  return writeCampaignMail({
    to,
    language,
    siteUrl: ctx.config.SITE_URL,
    text: JSON.parse(campaignText) as CampaignText,
    unsubscribeUrl: ctx.config.SITE_URL + localePath(language, `/unsubscribe/${token}`),
    isTest: kind === 'campaign_test',
  })
}

/** An account mail may go elsewhere than to the person's address, to prove a new one for instance. */
function accountMailOf(ctx: Ctx, delivery: AccountDelivery): Mail | undefined {
  const { locale, kind, username, email } = delivery
  const payload = JSON.parse(delivery.payload) as { token_id?: string; to?: string | null }
  const to = payload.to ?? email
  if (to === null) return undefined
  const token = accountToken(ctx.config.JWT_SECRET, String(payload.token_id))
  const words = accountText(kind, { username, token, locale, facts: payload })
  const { title, text, action, path } = words
  const url = pageUrl(ctx, delivery, path)
  return writeMail({ to, locale, title, text, action: { label: action, url } })
}

function noticeMailOf(ctx: Ctx, delivery: NoticeDelivery): Mail | undefined {
  const { locale, kind, userId, email: to } = delivery
  if (to === null) return undefined
  const {
    title,
    text,
    action,
    path,
    items = [],
  } = noticeText(toNotice(delivery), plainTextFormatter(locale, delivery))
  const token = unsubscribeToken(ctx.config.JWT_SECRET, userId, kind)
  return writeMail({
    to,
    locale,
    title,
    text,
    items: items.map((item) => ({ ...item, url: pageUrl(ctx, delivery, item.path) })),
    action: { label: action, url: pageUrl(ctx, delivery, path) },
    unsubscribeUrl: pageUrl(ctx, delivery, `/unsubscribe/${token}`),
  })
}

async function sendToDiscord(ctx: Ctx, delivery: NoticeDelivery): Promise<Outcome> {
  if (delivery.webhook === null) return { kind: 'refused', error: 'no webhook' }
  const words = noticeText(toNotice(delivery), discordWriter(delivery.locale))
  const content = discordMessage(words, (path) => pageUrl(ctx, delivery, path))
  return ctx.discord.send(decrypt(ctx.config.ENCRYPTION_KEY, delivery.webhook), content)
}

async function sendToDevice(ctx: Ctx, delivery: NoticeDelivery): Promise<Outcome> {
  const { endpoint, p256dh, auth } = delivery
  if (endpoint === null || p256dh === null || auth === null) {
    return { kind: 'refused', error: 'no device' }
  }
  const keys = { p256dh, auth: decrypt(ctx.config.ENCRYPTION_KEY, auth) }
  return ctx.push.send({ endpoint, keys }, pushMessageOf(delivery, ctx.now))
}
