import { minuteMs } from '#worker/contracts/durations.ts'
import type { DeliveryStatusReason } from '#worker/features/notifications/contract.ts'
import { notificationKinds, type DeliveryKind } from '#worker/features/notifications/kinds.ts'
import {
  findQuietHoursEnd,
  type QuietHours,
} from '#worker/features/notifications/preferences/local-time.ts'
import type { OutcomeFor } from '#worker/integrations/http/outbound.ts'

/** A service that asks for a longer wait has failed. */
const patienceMs = 24 * 60 * minuteMs
/** The waits after a failed try; a delivery that fails once more is dead. */
export const retryDelaysMs = [1, 5, 30, 120, 360].map((minutes) => minutes * minuteMs)

export type DeliveryResult = {
  status: 'sent' | 'pending' | 'stopped' | 'dead' | 'unknown'
  nextAt: number
  /** Tries that count: being asked to wait is none on the first day. */
  attempts: number
  reason: DeliveryStatusReason | null
  error: string | null
}

export type DeliveryOutcome = OutcomeFor<DeliveryStatusReason>

export function computeNextDeliveryState(
  outcome: DeliveryOutcome,
  tried: { attempts: number; now: number; createdAt: number; deadlineAt: number | null },
): DeliveryResult {
  const { attempts, now, createdAt, deadlineAt } = tried
  if (outcome.kind === 'sent') {
    return { status: 'sent', nextAt: now, attempts, reason: null, error: null }
  }
  const { kind, reason, error, afterMs = 0 } = outcome
  const ended = { nextAt: now, attempts, reason, error }
  if (kind === 'unknown') return { status: 'unknown', ...ended }
  const isFinal = kind === 'refused' || kind === 'gone'
  const isFree = kind === 'wait' && now - createdAt < patienceMs
  const wait = isFree ? minuteMs : retryDelaysMs[attempts - 1]
  if (isFinal || wait === undefined) return { status: 'dead', ...ended }
  const nextAt = now + Math.max(wait, afterMs)
  const isTooLate = deadlineAt !== null && nextAt >= deadlineAt
  return {
    status: isTooLate ? 'dead' : 'pending',
    nextAt,
    attempts: isFree ? attempts - 1 : attempts,
    reason,
    error,
  }
}

type DeferrableDelivery = QuietHours & {
  kind: DeliveryKind
  payload: string
  attempts: number
  deadlineAt: number | null
  eventStartAt?: number | null
}

export function deferForQuietHours(
  delivery: DeferrableDelivery,
  now: number,
): DeliveryResult | undefined {
  const { deadlineAt } = delivery
  const endAt = findQuietHoursEnd(delivery, now)
  if (endAt === undefined || isExemptFromQuietHours(delivery, now, endAt)) return undefined
  const attempts = delivery.attempts - 1
  return deadlineAt !== null && endAt >= deadlineAt
    ? { status: 'stopped', nextAt: now, attempts, reason: 'quiet_hours_too_long', error: null }
    : { status: 'pending', nextAt: endAt, attempts, reason: 'quiet_hours', error: null }
}

function isExemptFromQuietHours(delivery: DeferrableDelivery, now: number, endAt: number): boolean {
  const { kind, eventStartAt = null } = delivery
  const payload: unknown = JSON.parse(delivery.payload)
  // The row was written with the payload of its kind.
  const rule = notificationKinds[kind].ignoresQuietHours as (facts: object) => boolean
  return rule({ payload, eventStartAt, now, endAt })
}
