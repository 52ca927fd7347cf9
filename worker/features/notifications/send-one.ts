import type { Ctx } from '#worker/context.ts'
import { accountToken } from '#worker/features/accounts/account-tokens.ts'
import { localePath } from '#worker/http/locale.ts'
import { decrypt } from '#worker/platform/crypto.ts'
import type { Mail } from '#worker/platform/mail.ts'
import type { Outcome } from '#worker/platform/outbound.ts'
import { accountText } from './account-texts.ts'
import {
  isAccountDelivery,
  type AccountDelivery,
  type Claimed,
  type NoticeDelivery,
} from './claimed.ts'
import { discordMessage } from './discord-message.ts'
import { writeMail } from './mail.ts'
import { toNotice } from './notice.ts'
import { pushMessageOf } from './push-message.ts'
import { noticeText } from './texts.ts'
import { unsubscribeToken } from './unsubscribe.ts'
import { discordWriter, plainWriter } from './writer.ts'

/** One try of one delivery; never throws for what the other side does. */
export async function sendOne(ctx: Ctx, delivery: Claimed): Promise<Outcome> {
  if (delivery.channel === 'discord' && !isAccountDelivery(delivery)) {
    return sendToDiscord(ctx, delivery)
  }
  if (delivery.channel === 'push' && !isAccountDelivery(delivery)) {
    return sendToDevice(ctx, delivery)
  }
  const mail = mailOf(ctx, delivery)
  return mail
    ? ctx.mail.send(mail, `${delivery.key}:${delivery.userId}`)
    : { kind: 'refused', error: 'no address' }
}

function pageUrl(ctx: Ctx, delivery: Claimed, path: string): string {
  return ctx.config.SITE_URL + localePath(delivery.locale, path)
}

function mailOf(ctx: Ctx, delivery: Claimed): Mail | undefined {
  return isAccountDelivery(delivery) ? accountMailOf(ctx, delivery) : noticeMailOf(ctx, delivery)
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
  } = noticeText(toNotice(delivery), plainWriter(locale, delivery))
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
