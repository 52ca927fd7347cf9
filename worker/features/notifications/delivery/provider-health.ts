import type { DeliveryStatusReason } from '#worker/features/notifications/contract.ts'
import type { ClaimedDelivery } from './claim.ts'
import { failuresBeforePause, probeEveryMs, type ProviderReport } from './providers.ts'
import type { DeliveryOutcome, DeliveryResult } from './next-state.ts'
import type { AttemptedDelivery } from './settle.ts'

/** `paused`: nothing is tried. `trial`: the first try decides for the others. */
type ProviderState = 'open' | 'trial' | 'paused'

/** Ends for which no call is made. */
const reasonsWithoutCall = new Set<DeliveryStatusReason>([
  ...(['too_late', 'unwritable', 'no_address', 'no_webhook', 'no_device'] as const),
  ...(['unknown_channel', 'push_off', 'unknown_push_service'] as const),
])

/** How a provider answered the calls of a page. */
export class ProviderHealth implements ProviderReport {
  readonly provider: string
  readonly #state: ProviderState
  /** Answers in a row that asked to wait. */
  #waits = 0
  calls = 0
  streak = 0
  hasSucceeded = false
  nextCallAt = 0
  perSecond: number | null = null

  constructor(provider: string, state: ProviderState) {
    this.provider = provider
    this.#state = state
  }

  /** No try counts against a delivery, and no more is made. */
  get isDown(): boolean {
    if (this.#state === 'paused') return true
    return this.streak >= (this.#state === 'trial' ? 1 : failuresBeforePause)
  }

  reasonToStop(now: number): DeliveryStatusReason | undefined {
    if (this.isDown) return 'service_paused'
    return this.nextCallAt > now ? 'rate_limited' : undefined
  }

  /** Only an answer about the message itself says that the service works. */
  note(outcome: DeliveryOutcome, now: number): void {
    if (outcome.kind !== 'sent' && reasonsWithoutCall.has(outcome.reason)) return
    this.calls += 1
    this.perSecond = outcome.perSecond ?? this.perSecond
    if (isFailureOfService(outcome)) {
      this.streak += 1
      return
    }
    this.streak = 0
    this.hasSucceeded = true
    this.#waits = outcome.kind === 'wait' ? this.#waits + 1 : 0
    if (outcome.kind === 'wait' && this.#waits >= this.#fewestWaits) {
      this.nextCallAt = Math.max(this.nextCallAt, now + (outcome.afterMs ?? 0))
    }
  }

  /** A device or a webhook has limits of its own; several in a row are those of the service. */
  get #fewestWaits(): number {
    return this.provider === 'mail' || this.provider === 'mail_2' ? 1 : failuresBeforePause
  }
}

function isFailureOfService(outcome: DeliveryOutcome): boolean {
  return (
    (outcome.kind === 'retry' || outcome.kind === 'unknown') &&
    (outcome.reason === 'service_failed' || outcome.reason === 'no_answer')
  )
}

/** Keeps its tries, and a mail its place: it is claimed when its service takes calls again. */
export function postponeDelivery(
  { channel, attempts, nextAt }: ClaimedDelivery,
  reason: DeliveryStatusReason,
  { error = null, at }: { error?: string | null; at: number },
): DeliveryResult {
  return {
    status: 'pending',
    nextAt: channel === 'email' ? nextAt : at,
    attempts: attempts - 1,
    reason,
    error,
  }
}

/** A mail keeps its place if the service said when to call next: until then none leaves. */
export function keepQueuePlaceIfAskedToWait(
  { channel, attempts, nextAt }: ClaimedDelivery,
  outcome: DeliveryOutcome,
  result: DeliveryResult,
): DeliveryResult {
  const isAskedToWait = outcome.kind === 'wait' && outcome.afterMs !== undefined
  const isFree = result.status === 'pending' && result.attempts < attempts
  return channel === 'email' && isAskedToWait && isFree ? { ...result, nextAt } : result
}

/** For a service that turned out to be down: what failed for that is as before. */
export function postponeIfServiceFailed(tried: AttemptedDelivery, now: number): AttemptedDelivery {
  const { delivery, result } = tried
  const isOfService = result.reason === 'service_failed' || result.reason === 'no_answer'
  if (result.status === 'unknown' || !isOfService) return tried
  const { error } = result
  return {
    ...tried,
    result: postponeDelivery(delivery, 'service_paused', { error, at: now + probeEveryMs }),
  }
}
