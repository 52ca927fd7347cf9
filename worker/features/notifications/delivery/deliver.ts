import pLimit from 'p-limit'
import type { Ctx, System } from '#worker/context.ts'
import { renderDiscordEmbed } from '#worker/features/notifications/channels/discord-embed.ts'
import type { DeliveryStatusReason } from '#worker/features/notifications/contract.ts'
import { createDiscordFormatter } from '#worker/features/notifications/copy/formatter.ts'
import { toNotification } from '#worker/features/notifications/copy/notification.ts'
import { composeNotificationText } from '#worker/features/notifications/rules/kind-rules.ts'
import { composeEmbedFacts } from '#worker/features/notifications/shown-events/discord-facts.ts'
import { deliveryLanes, type DeliveryLane } from '#worker/contracts/delivery-lanes.ts'
import { decrypt } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import { addShownEvents } from './delivery-events.ts'
import { buildPageUrl } from './links.ts'
import { renderPushMessage } from './push-message.ts'
import {
  isAccountDelivery,
  isCampaignDelivery,
  type ClaimedDelivery,
  type NotificationDelivery,
} from './claim.ts'
import {
  deferForQuietHours,
  computeNextDeliveryState,
  type DeliveryOutcome,
  type DeliveryResult,
} from './next-state.ts'
import { sortIntoMailBatches, type MailDeliveryBatch } from './mail-batches.ts'
import { renderMail } from './mails.ts'
import {
  keepQueuePlaceIfAskedToWait,
  MailHealth,
  postponeDelivery,
  postponeIfServiceFailed,
} from './mail-health.ts'
import { callIntervalMs } from './mail-service.ts'
import { settleDeliveries, type AttemptedDelivery } from './settle.ts'

/**
 * @param options.isTrial mail is paused, and these see whether it works again
 * @returns whether any is due again at once
 */
export async function sendClaimedDeliveries(
  ctx: Ctx<System>,
  claimed: ClaimedDelivery[],
  { lane, isTrial }: { lane: DeliveryLane; isTrial: boolean },
): Promise<boolean> {
  if (claimed.length === 0) return false
  const startedAt = Date.now()
  const clock = () => ctx.now + (Date.now() - startedAt)
  const health = new MailHealth(isTrial)
  const page = { ctx, clock, health }
  const written = await addShownEvents(ctx, claimed)
  const { singles, batches, ended } = await sortIntoMailBatches(ctx, written)
  const limit = pLimit(isTrial ? 1 : deliveryLanes[lane].calls.atOnce)
  const calls = [
    ...batches.map((batch) => () => attemptMailBatch(page, batch)),
    ...singles.map((delivery) => async () => [await attemptDelivery(page, delivery)]),
  ]
  const tried = await limit.map(calls, (call) => call())
  const attempted = [...ended, ...tried.flat()]
  const all = health.isDown ? attempted.map(postponeIfServiceFailed) : attempted
  await settleDeliveries(ctx, all, health)
  return all.some(({ result }) => result.status === 'pending' && result.nextAt <= ctx.now)
}

type DeliveryPage = { ctx: Ctx<System>; clock: () => number; health: MailHealth }

async function attemptDelivery(
  page: DeliveryPage,
  delivery: ClaimedDelivery,
): Promise<AttemptedDelivery> {
  const { ctx, clock, health } = page
  if (delivery.channel === 'email') {
    const reason = health.reasonToStop(clock())
    if (reason) {
      return { delivery, result: postponeDelivery(delivery, reason, delivery.error), isGone: false }
    }
    await waitForBookedCall(delivery, clock)
  }
  const handedAt = clock()
  const outcome = await trySendDelivery({ ...ctx, now: handedAt }, delivery)
  if ('status' in outcome) return { delivery, result: outcome, isGone: false }
  const times = { handedAt, answeredAt: clock() }
  if (delivery.channel === 'email') health.note(outcome, clock())
  const next = computeNextDeliveryState(outcome, { ...delivery, now: ctx.now })
  const result = keepQueuePlaceIfAskedToWait(delivery, outcome, next)
  return { delivery, result, isGone: outcome.kind === 'gone', ...times }
}

/** All or none arrive, but where the service refuses them: then each is sent by itself. */
async function attemptMailBatch(
  page: DeliveryPage,
  { key, members }: MailDeliveryBatch,
): Promise<AttemptedDelivery[]> {
  const { ctx, clock, health } = page
  const [first] = members
  const reason = health.reasonToStop(clock())
  if (reason || !first) {
    // A retry keeps the batch of the first call.
    return members.map(({ delivery }) => ({
      delivery,
      result: postponeDelivery(delivery, reason ?? 'service_paused', delivery.error),
      isGone: false,
      batch: delivery.batch,
    }))
  }
  await waitForBookedCall(first.delivery, clock)
  const handedAt = clock()
  const outcome = await ctx.mail.sendBatch(
    members.map(({ mail }) => mail),
    key,
  )
  if (outcome.kind === 'refused') return attemptEach(page, members)
  const answeredAt = clock()
  health.note(outcome, answeredAt)
  const attempts = Math.max(...members.map(({ delivery }) => delivery.attempts))
  const next = computeNextDeliveryState(outcome, { ...first.delivery, attempts, now: ctx.now })
  const isOpen = outcome.kind === 'retry'
  // A call that was not taken leaves no trace: they may join another.
  const error = outcome.kind === 'wait' ? null : next.error
  const status = isOpen && next.status === 'dead' ? 'unknown' : next.status
  const result = { ...next, status, error }
  return members.map(({ delivery }) => ({
    delivery,
    result: keepQueuePlaceIfAskedToWait(delivery, outcome, result),
    isGone: false,
    handedAt,
    answeredAt,
    batch: isOpen && result.status === 'pending' ? key : null,
  }))
}

async function attemptEach(
  page: DeliveryPage,
  members: MailDeliveryBatch['members'],
): Promise<AttemptedDelivery[]> {
  const tried: AttemptedDelivery[] = []
  for (const [index, { delivery }] of members.entries()) {
    const callAt = index === 0 ? 0 : page.clock() + callIntervalMs(page.ctx.config)
    tried.push(await attemptDelivery(page, { ...delivery, callAt }))
  }
  return tried
}

/** An account mail waits for no other: what it takes of the calls, those after it wait for. */
async function waitForBookedCall(delivery: ClaimedDelivery, clock: () => number): Promise<void> {
  const ms = delivery.callAt - clock()
  if (ms <= 0 || isAccountDelivery(delivery)) return
  await new Promise((resolve) => setTimeout(resolve, ms))
}

/** One that cannot even be written must not take its neighbours along. */
async function trySendDelivery(
  ctx: Ctx,
  delivery: ClaimedDelivery,
): Promise<DeliveryOutcome | DeliveryResult> {
  if (delivery.deadlineAt !== null && ctx.now >= delivery.deadlineAt) {
    return { kind: 'refused', reason: 'too_late', error: null }
  }
  try {
    return deferForQuietHours(delivery, ctx.now) ?? (await sendDelivery(ctx, delivery))
  } catch (error) {
    const message = error instanceof Error ? error.message : null
    return { kind: 'refused', reason: 'unwritable', error: message }
  }
}

/** Never throws for what the other side does. */
async function sendDelivery(ctx: Ctx, delivery: ClaimedDelivery): Promise<DeliveryOutcome> {
  if (delivery.channel === 'email') return sendMail(ctx, delivery)
  if (isAccountDelivery(delivery) || isCampaignDelivery(delivery))
    return refusedOutcome('unknown_channel')
  if (delivery.channel === 'discord') return sendToDiscord(ctx, delivery)
  return delivery.channel === 'push'
    ? sendToDevice(ctx, delivery)
    : refusedOutcome('unknown_channel')
}

function refusedOutcome(reason: DeliveryStatusReason): DeliveryOutcome {
  return { kind: 'refused', reason, error: null }
}

async function sendMail(ctx: Ctx, delivery: ClaimedDelivery): Promise<DeliveryOutcome> {
  const mail = renderMail(ctx, delivery)
  return mail
    ? ctx.mail.send(mail, `${delivery.key}:${delivery.userId}`)
    : refusedOutcome('no_address')
}

async function sendToDiscord(ctx: Ctx, delivery: NotificationDelivery): Promise<DeliveryOutcome> {
  if (delivery.webhook === null) return refusedOutcome('no_webhook')
  const notification = toNotification(delivery)
  const formatter = createDiscordFormatter(delivery.locale)
  const words = composeNotificationText(notification, formatter)
  const facts = composeEmbedFacts(ctx, words, delivery.shownEvents[0], formatter)
  const embed = renderDiscordEmbed(words, (path) => buildPageUrl(ctx, delivery, path), facts)
  return ctx.discord.send(decrypt(listEncryptionKeys(ctx.config), delivery.webhook), embed)
}

async function sendToDevice(ctx: Ctx, delivery: NotificationDelivery): Promise<DeliveryOutcome> {
  const { endpoint, p256dh, auth } = delivery
  if (endpoint === null || p256dh === null || auth === null) {
    return refusedOutcome('no_device')
  }
  const keys = { p256dh, auth: decrypt(listEncryptionKeys(ctx.config), auth) }
  return ctx.push.send({ endpoint, keys }, renderPushMessage(ctx, delivery))
}
