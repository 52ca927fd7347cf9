import pLimit from 'p-limit'
import type { Ctx, System } from '#worker/context.ts'
import { accountToken } from '#worker/features/accounts/account-tokens.ts'
import { writeCampaignMail } from '#worker/features/notifications/campaigns/campaign-mail.ts'
import type { CampaignText } from '#worker/features/notifications/campaigns/contract.ts'
import { discordMessage } from '#worker/features/notifications/channels/discord-message.ts'
import { writeMail } from '#worker/features/notifications/channels/mail.ts'
import type { DeliveryStatusReason } from '#worker/features/notifications/contract.ts'
import { accountText } from '#worker/features/notifications/copy/account-copy.ts'
import {
  discordFormatter,
  plainTextFormatter,
} from '#worker/features/notifications/copy/formatter.ts'
import { firstTriedAt, toNotification } from '#worker/features/notifications/copy/notification.ts'
import type { CampaignPayload } from '#worker/features/notifications/kinds.ts'
import {
  marketingTokenSubject,
  unsubscribeToken,
} from '#worker/features/notifications/preferences/unsubscribe.ts'
import { notificationText } from '#worker/features/notifications/rules/kind-rules.ts'
import { localePath } from '#worker/locale/locale.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { decrypt } from '#worker/auth/crypto.ts'
import { encryptionKeys, signingSecretOf } from '#worker/auth/keys.ts'
import type { Mail } from '#worker/integrations/mail/mailer.ts'
import { notificationLinks, pageUrl, pushExtras } from './links.ts'
import { pushMessageOf } from './push-message.ts'
import {
  claimDeliveries,
  isAccountDelivery,
  isCampaignDelivery,
  type AccountDelivery,
  type CampaignDelivery,
  type ClaimedDelivery,
  type NotificationDelivery,
} from './claim.ts'
import {
  deferForQuietHours,
  nextDeliveryState,
  type DeliveryOutcome,
  type DeliveryResult,
} from './next-state.ts'
import { MailHealth, postponed, withoutLostTry } from './mail-health.ts'
import { settleDeliveries, type AttemptedDelivery } from './settle.ts'

/**
 * Claims, sends and marks. Two consumers with the same ids never send one delivery twice: the claim
 * is a conditional update, and only what it took is sent.
 */
export async function deliver(
  ctx: Ctx<System>,
  { ids }: Extract<QueueMessage, { type: 'deliver' }>,
): Promise<void> {
  await sendClaimed(ctx, await claimDeliveries(ctx, ids))
}

type Trial = { isTrial: boolean }

/** `isTrial`: mail is paused, and these see whether it works again. */
export async function sendClaimed(
  ctx: Ctx<System>,
  claimed: ClaimedDelivery[],
  { isTrial }: Trial = { isTrial: false },
): Promise<void> {
  if (claimed.length === 0) return
  const startedAt = Date.now()
  const clock = () => ctx.now + (Date.now() - startedAt)
  const health = new MailHealth(isTrial)
  const limit = pLimit(claimed.every(({ kind }) => kind === 'campaign') ? bulkSenders : senders)
  const tried = await limit.map(claimed, async (delivery): Promise<AttemptedDelivery> => {
    if (delivery.channel === 'email') {
      const reason = health.reasonToStop(clock())
      if (reason) return { delivery, result: postponed(delivery, reason), isGone: false }
      await waitUntil(delivery, clock)
    }
    const outcome = await tryOne({ ...ctx, now: clock() }, delivery)
    if ('status' in outcome) return { delivery, result: outcome, isGone: false }
    if (delivery.channel === 'email') health.note(outcome, clock())
    const result = nextDeliveryState(outcome, { ...delivery, now: ctx.now })
    return { delivery, result, isGone: outcome.kind === 'gone' }
  })
  const settled = health.isDown ? tried.map(withoutLostTry) : tried
  await settleDeliveries(ctx, settled, health)
}

/** An account mail waits for no other: what it takes of the calls, those after it wait for. */
async function waitUntil(delivery: ClaimedDelivery, clock: () => number): Promise<void> {
  const ms = delivery.callAt - clock()
  if (ms <= 0 || isAccountDelivery(delivery)) return
  await new Promise((resolve) => setTimeout(resolve, ms))
}

/** The runtime opens six connections at once; one that waits for its turn would time out unsent. */
const senders = 5
/** Leaves the mail service room for what is urgent. */
const bulkSenders = 2

/** One that cannot even be written must not take its neighbours along. */
async function tryOne(
  ctx: Ctx,
  delivery: ClaimedDelivery,
): Promise<DeliveryOutcome | DeliveryResult> {
  if (delivery.deadlineAt !== null && ctx.now >= delivery.deadlineAt) {
    return { kind: 'refused', reason: 'too_late', error: null }
  }
  try {
    return deferForQuietHours(delivery, ctx.now) ?? (await sendOne(ctx, delivery))
  } catch (error) {
    const message = error instanceof Error ? error.message : null
    return { kind: 'refused', reason: 'unwritable', error: message }
  }
}

/** One try of one delivery; never throws for what the other side does. */
async function sendOne(ctx: Ctx, delivery: ClaimedDelivery): Promise<DeliveryOutcome> {
  if (delivery.channel === 'email') return sendMail(ctx, delivery)
  if (isAccountDelivery(delivery) || isCampaignDelivery(delivery)) return refused('unknown_channel')
  if (delivery.channel === 'discord') return sendToDiscord(ctx, delivery)
  return delivery.channel === 'push' ? sendToDevice(ctx, delivery) : refused('unknown_channel')
}

function refused(reason: DeliveryStatusReason): DeliveryOutcome {
  return { kind: 'refused', reason, error: null }
}

async function sendMail(ctx: Ctx, delivery: ClaimedDelivery): Promise<DeliveryOutcome> {
  const mail = mailOf(ctx, delivery)
  return mail ? ctx.mail.send(mail, `${delivery.key}:${delivery.userId}`) : refused('no_address')
}

function mailOf(ctx: Ctx, delivery: ClaimedDelivery): Mail | undefined {
  if (isAccountDelivery(delivery)) return accountMailOf(ctx, delivery)
  return isCampaignDelivery(delivery)
    ? campaignMailOf(ctx, delivery)
    : notificationMailOf(ctx, delivery)
}

/** In the language in which it was put in the outbox, so that each try says the same. */
function campaignMailOf(ctx: Ctx, delivery: CampaignDelivery): Mail | undefined {
  const { email: to, userId, campaignText, kind } = delivery
  if (to === null || campaignText === null) return undefined
  const { campaign, language } = JSON.parse(delivery.payload) as CampaignPayload
  const token = unsubscribeToken(ctx.config.JWT_SECRET, userId, marketingTokenSubject(campaign))
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
  const payload = JSON.parse(delivery.payload) as {
    token_id?: string
    key?: string
    to?: string | null
  }
  const to = payload.to ?? email
  if (to === null) return undefined
  const token = accountToken(signingSecretOf(ctx.config, payload.key), String(payload.token_id))
  const words = accountText(kind, { username, token, locale, facts: payload })
  const { title, text, action, path } = words
  const url = pageUrl(ctx, delivery, path)
  return writeMail({ to, locale, title, text, action: { label: action, url } })
}

function notificationMailOf(ctx: Ctx, delivery: NotificationDelivery): Mail | undefined {
  const { locale, kind, userId, email: to } = delivery
  if (to === null) return undefined
  const notification = toNotification(delivery)
  const formatter = plainTextFormatter(locale, delivery, firstTriedAt(notification))
  const words = notificationText(notification, formatter)
  const token = unsubscribeToken(ctx.config.JWT_SECRET, userId, kind)
  return writeMail({
    to,
    locale,
    title: words.title,
    text: words.text,
    items: words.items?.map((item) => ({ ...item, url: pageUrl(ctx, delivery, item.path) })),
    note: words.note,
    ...notificationLinks(ctx, { delivery, notification, words }),
    unsubscribeUrl: pageUrl(ctx, delivery, `/unsubscribe/${token}`),
  })
}

async function sendToDiscord(ctx: Ctx, delivery: NotificationDelivery): Promise<DeliveryOutcome> {
  if (delivery.webhook === null) return refused('no_webhook')
  const notification = toNotification(delivery)
  const formatter = discordFormatter(delivery.locale, firstTriedAt(notification))
  const words = notificationText(notification, formatter)
  const content = discordMessage(words, (path) => pageUrl(ctx, delivery, path))
  return ctx.discord.send(decrypt(encryptionKeys(ctx.config), delivery.webhook), content)
}

async function sendToDevice(ctx: Ctx, delivery: NotificationDelivery): Promise<DeliveryOutcome> {
  const { endpoint, p256dh, auth } = delivery
  if (endpoint === null || p256dh === null || auth === null) {
    return refused('no_device')
  }
  const keys = { p256dh, auth: decrypt(encryptionKeys(ctx.config), auth) }
  return ctx.push.send(
    { endpoint, keys },
    pushMessageOf(delivery, ctx.now, (...said) => pushExtras(ctx, delivery, ...said)),
  )
}
