import type { Outcome } from '#worker/integrations/http/outbound.ts'

const minuteMs = 60_000
/** Who is asked to wait for longer than that has failed. */
const patienceMs = 24 * 60 * minuteMs
/** The waits after a failed try; a delivery that fails once more is dead. */
export const backOffMs = [1, 5, 30, 120, 360].map((minutes) => minutes * minuteMs)

export type DeliveryResult = {
  status: 'sent' | 'pending' | 'stopped' | 'dead' | 'unknown'
  nextAt: number
  /** Tries that count: being asked to wait is none on the first day. */
  attempts: number
  error: string | null
}

/** What becomes of a delivery after a try; pure, so that every outcome can be tested. */
export function nextDeliveryState(
  outcome: Outcome,
  tried: { attempts: number; now: number; createdAt: number; deadlineAt: number | null },
): DeliveryResult {
  const { attempts, now, createdAt, deadlineAt } = tried
  if (outcome.kind === 'sent') return { status: 'sent', nextAt: now, attempts, error: null }
  const { error } = outcome
  if (outcome.kind === 'unknown') return { status: 'unknown', nextAt: now, attempts, error }
  if (outcome.kind === 'refused' || outcome.kind === 'gone') {
    return { status: 'dead', nextAt: now, attempts, error }
  }
  const isFree = outcome.kind === 'wait' && now - createdAt < patienceMs
  const wait = isFree ? minuteMs : backOffMs[attempts - 1]
  if (wait === undefined) return { status: 'dead', nextAt: now, attempts, error }
  const nextAt = now + Math.max(wait, outcome.afterMs ?? 0)
  const isTooLate = deadlineAt !== null && nextAt >= deadlineAt
  return {
    status: isTooLate ? 'dead' : 'pending',
    nextAt,
    attempts: isFree ? attempts - 1 : attempts,
    error,
  }
}
