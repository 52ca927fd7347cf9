import type { DeliveryStatusReason } from '#worker/features/notifications/contract.ts'
import type { ClaimedDelivery } from './claim.ts'
import { failuresBeforePause, type MailCallHealth } from './mail-service.ts'
import type { DeliveryOutcome, DeliveryResult } from './next-state.ts'
import type { AttemptedDelivery } from './settle.ts'

export class MailHealth implements MailCallHealth {
  streak = 0
  hasSucceeded = false
  calls = 0
  nextCallAt = 0
  readonly isTrial: boolean

  constructor(isTrial: boolean) {
    this.isTrial = isTrial
  }

  /** No try counts against a delivery, and no more is made. */
  get isDown(): boolean {
    return this.streak >= (this.isTrial ? 1 : failuresBeforePause)
  }

  reasonToStop(now: number): DeliveryStatusReason | undefined {
    if (this.isDown) return 'service_paused'
    return this.nextCallAt > now ? 'rate_limited' : undefined
  }

  /** Only an answer about the mail itself says that the service works. */
  note(outcome: DeliveryOutcome, now: number): void {
    this.calls += 1
    if (isFailureOfService(outcome)) {
      this.streak += 1
      return
    }
    this.streak = 0
    this.hasSucceeded = true
    if (outcome.kind === 'wait') {
      this.nextCallAt = Math.max(this.nextCallAt, now + (outcome.afterMs ?? 0))
    }
  }
}

function isFailureOfService(outcome: DeliveryOutcome): boolean {
  return (
    outcome.kind === 'retry' &&
    (outcome.reason === 'service_failed' || outcome.reason === 'no_answer')
  )
}

/** It keeps its tries and its place. */
export function postponeDelivery(
  { attempts, nextAt }: ClaimedDelivery,
  reason: DeliveryStatusReason,
  error: string | null = null,
): DeliveryResult {
  return { status: 'pending', nextAt, attempts: attempts - 1, reason, error }
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
export function postponeIfServiceFailed(tried: AttemptedDelivery): AttemptedDelivery {
  const { delivery, result } = tried
  const isOfService = result.reason === 'service_failed' || result.reason === 'no_answer'
  if (delivery.channel !== 'email' || result.status === 'unknown' || !isOfService) return tried
  return { ...tried, result: postponeDelivery(delivery, 'service_paused', result.error) }
}
