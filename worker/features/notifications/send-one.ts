import type { Ctx } from '#worker/context.ts'
import { isAccountMail } from '#worker/features/accounts/account-mail.ts'
import { accountToken } from '#worker/features/accounts/account-tokens.ts'
import { decrypt } from '#worker/platform/crypto.ts'
import type { Outcome } from '#worker/platform/outbound.ts'
import { accountText } from './account-texts.ts'
import type { Claimed } from './claimed.ts'
import { writeMail } from './mail.ts'
import { noticeText, type Notice } from './texts.ts'
import { unsubscribeToken } from './unsubscribe.ts'

/** One try of one delivery; never throws for what the other side does. */
export async function sendOne(ctx: Ctx, delivery: Claimed): Promise<Outcome> {
  if (delivery.channel === 'discord') return sendToDiscord(ctx, delivery)
  const mail = mailOf(ctx, delivery)
  return mail
    ? ctx.mail.send(mail, `${delivery.key}:${delivery.userId}`)
    : { kind: 'refused', error: 'no address' }
}

function payloadOf(delivery: Claimed): Record<string, unknown> {
  return JSON.parse(delivery.payload) as Record<string, unknown>
}

function noticeOf(delivery: Claimed): Notice {
  const { kind, eventName, eventSlug, eventStartAt } = delivery
  const event =
    eventName !== null && eventSlug !== null && eventStartAt !== null
      ? { name: eventName, slug: eventSlug, startAt: eventStartAt }
      : undefined
  return { kind, payload: payloadOf(delivery), event }
}

function pageUrl(ctx: Ctx, delivery: Claimed, path: string): string {
  const prefix = delivery.locale === 'en' ? '' : `/${delivery.locale}`
  return `${ctx.config.SITE_URL}${prefix}${path}`
}

function mailOf(ctx: Ctx, delivery: Claimed) {
  const { locale, kind, username } = delivery
  const payload = payloadOf(delivery)
  const to = typeof payload['to'] === 'string' ? payload['to'] : delivery.email
  if (to === null) return undefined
  if (isAccountMail(kind)) {
    const token = accountToken(ctx.config.JWT_SECRET, String(payload['token_id']))
    const words = accountText(kind, { username, token, locale, facts: payload })
    const { title, text, action: label, path } = words
    const action = { label, url: pageUrl(ctx, delivery, path) }
    return writeMail({ to, locale, title, text, action })
  }
  const {
    title,
    text,
    path,
    action: label,
  } = noticeText(noticeOf(delivery), locale, delivery.timeZone)
  const token = unsubscribeToken(ctx.config.JWT_SECRET, delivery.userId, kind)
  return writeMail({
    to,
    locale,
    title,
    text,
    action: { label, url: pageUrl(ctx, delivery, path) },
    unsubscribeUrl: pageUrl(ctx, delivery, `/unsubscribe/${token}`),
  })
}

/** Markdown of a name must not become formatting or a link. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~|`>#[\]()<@:-]/g, '\\$&')
}

async function sendToDiscord(ctx: Ctx, delivery: Claimed): Promise<Outcome> {
  const notice = noticeOf(delivery)
  const { title, path } = noticeText(notice, delivery.locale, delivery.timeZone)
  if (delivery.webhook === null) return { kind: 'refused', error: 'no webhook' }
  const seconds = notice.event ? Math.floor(notice.event.startAt / 1000) : undefined
  const when = seconds === undefined ? [] : [`<t:${seconds}:F> (<t:${seconds}:R>)`]
  const lines = [`**${escapeMarkdown(title)}**`, ...when, pageUrl(ctx, delivery, path)]
  return ctx.discord.send(
    decrypt(ctx.config.ENCRYPTION_KEY, delivery.webhook),
    lines.join('\n').slice(0, 2000),
  )
}
