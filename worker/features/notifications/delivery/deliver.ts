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
  type ClaimedPage,
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
  postponeDelivery,
  postponeIfServiceFailed,
  ProviderHealth,
} from './provider-health.ts'
import { bookedAheadMs, probeEveryMs, type BookedProvider } from './providers.ts'
import { settleDeliveries, type AttemptedDelivery } from './settle.ts'

type LanePage = ClaimedPage & {
  lane: DeliveryLane
  /** The first mail service is paused, and these see whether it works again. */
  isTrial: boolean
}

/** @returns when the first of them is due again; infinite where none is */
export async function sendClaimedDeliveries(
  ctx: Ctx<System>,
  { claimed, booked, lane, isTrial }: LanePage,
): Promise<number> {
  if (claimed.length === 0) return Infinity
  const startedAt = Date.now()
  const clock = () => ctx.now + (Date.now() - startedAt)
  const health = new Map(booked.map((one) => [one.provider, watchProvider(one, ctx.now, isTrial)]))
  const page = { ctx, clock, health }
  const written = await addShownEvents(ctx, claimed)
  const { singles, batches, ended } = await sortIntoMailBatches(ctx, written)
  const limit = pLimit(isTrial ? 1 : deliveryLanes[lane].calls.atOnce)
  const calls = [
    ...batches.map((batch) => () => attemptMailBatch(page, batch)),
    ...singles
      .toSorted((a, b) => a.callAt - b.callAt)
      .map((delivery) => async () => [await attemptDelivery(page, delivery)]),
  ]
  const tried = await limit.map(calls, (call) => call())
  const all = [...ended, ...tried.flat()].map((one) =>
    health.get(one.delivery.provider)?.isDown ? postponeIfServiceFailed(one, ctx.now) : one,
  )
  const reports = [...health.values()]
  await settleDeliveries(ctx, all, { reports, lane, beganAt: ctx.now, endedAt: clock() })
  const pending = all.filter(({ result }) => result.status === 'pending')
  return Math.min(...pending.map(({ result }) => result.nextAt))
}

/** The trial of the first mail service is one claim's; another provider has one where it is due. */
function watchProvider(
  { provider, pausedAt, probeAt }: BookedProvider,
  now: number,
  isTrial: boolean,
): ProviderHealth {
  const isDue = provider === 'mail' ? isTrial : (probeAt ?? 0) <= now
  const state = pausedAt === null ? 'open' : isDue ? 'trial' : 'paused'
  return new ProviderHealth(provider, state)
}

type DeliveryPage = {
  ctx: Ctx<System>
  clock: () => number
  health: ReadonlyMap<string, ProviderHealth>
}

/** Why its provider is not called now, with the time of the next try. */
function findReasonToStop(
  { health, clock }: DeliveryPage,
  delivery: ClaimedDelivery,
): { reason: DeliveryStatusReason; at: number } | undefined {
  const now = clock()
  const reason = health.get(delivery.provider)?.reasonToStop(now)
  if (reason) return { reason, at: now + probeEveryMs }
  const isFar = delivery.callAt > now + bookedAheadMs && delivery.channel !== 'email'
  return isFar ? { reason: 'rate_limited', at: delivery.callAt } : undefined
}

async function attemptDelivery(
  page: DeliveryPage,
  delivery: ClaimedDelivery,
): Promise<AttemptedDelivery> {
  const { ctx, clock, health } = page
  const stop = findReasonToStop(page, delivery)
  if (stop) {
    const { error } = delivery
    const result = postponeDelivery(delivery, stop.reason, { error, at: stop.at })
    return { delivery, result, isGone: false }
  }
  await waitForBookedCall(delivery, clock)
  const handedAt = clock()
  const outcome = await trySendDelivery({ ...ctx, now: handedAt }, delivery)
  if ('status' in outcome) return { delivery, result: outcome, isGone: false }
  const times = { handedAt, answeredAt: clock() }
  health.get(delivery.provider)?.note(outcome, clock())
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
  if (!first) return []
  const stop = findReasonToStop(page, first.delivery)
  if (stop) {
    // A retry keeps the batch of the first call.
    return members.map(({ delivery }) => ({
      delivery,
      result: postponeDelivery(delivery, stop.reason, { error: delivery.error, at: stop.at }),
      isGone: false,
      batch: delivery.batch,
    }))
  }
  await waitForBookedCall(first.delivery, clock)
  const handedAt = clock()
  const isRepeated = first.delivery.batch !== null
  const outcome = await callBatch({ ...ctx, now: handedAt }, { key, members }, first.delivery)
  if (outcome.kind === 'refused') return attemptEach(page, members)
  const answeredAt = clock()
  health.get(first.delivery.provider)?.note(outcome, answeredAt)
  const attempts = Math.max(...members.map(({ delivery }) => delivery.attempts))
  const next = computeNextDeliveryState(outcome, { ...first.delivery, attempts, now: ctx.now })
  // A first call that was not taken leaves no trace: they may join another.
  const isUntouched = outcome.kind === 'wait' && !isRepeated
  const isOpen = outcome.kind === 'retry' || (outcome.kind === 'wait' && isRepeated)
  const error = isUntouched ? null : next.error
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

function callBatch(
  { mail, now }: Ctx,
  { key, members }: MailDeliveryBatch,
  first: ClaimedDelivery,
): Promise<DeliveryOutcome> {
  if (isTooLate(first, now)) {
    const kind = first.batch === null ? 'gone' : 'unknown'
    return Promise.resolve({ kind, reason: 'too_late', error: null })
  }
  const mails = members.map((member) => member.mail)
  return mail.sendBatch(mails, key)
}

async function attemptEach(
  page: DeliveryPage,
  members: MailDeliveryBatch['members'],
): Promise<AttemptedDelivery[]> {
  const tried: AttemptedDelivery[] = []
  for (const [index, { delivery }] of members.entries()) {
    const callAt = index === 0 ? 0 : page.clock() + delivery.intervalMs
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

function isTooLate({ deadlineAt }: ClaimedDelivery, now: number): boolean {
  return deadlineAt !== null && now >= deadlineAt
}

/** One that cannot even be written must not take its neighbours along. */
async function trySendDelivery(
  ctx: Ctx,
  delivery: ClaimedDelivery,
): Promise<DeliveryOutcome | DeliveryResult> {
  if (isTooLate(delivery, ctx.now)) {
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
  if (!mail) return refusedOutcome('no_address')
  if (delivery.provider !== 'mail_2') {
    return ctx.mail.send(mail, `${delivery.key}:${delivery.userId}`)
  }
  // Switched off meanwhile, it leaves the mail to the first.
  return ctx.secondMail?.send(mail) ?? { kind: 'retry', reason: 'service_failed', error: null }
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
