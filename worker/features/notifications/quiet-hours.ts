import type { Claimed } from './claimed.ts'
import { isAccountDelivery } from './claimed.ts'
import {
  quietReason,
  quietTooLong,
  quietUntil,
} from '#worker/features/delivery-times/quiet-until.ts'
import type { NoticePayloads } from '#worker/features/outbox/payloads.ts'
import type { Verdict } from './retry.ts'

/** What keeps a person from missing the start, or proves who they are, does not wait. */
function isUrgent(delivery: Claimed): boolean {
  if (isAccountDelivery(delivery)) return true
  if (delivery.kind !== 'reminder') return false
  return (JSON.parse(delivery.payload) as NoticePayloads['reminder']).hours === 1
}

/** What becomes of a delivery that comes in its person's quiet hours: it was no try. */
export function quietVerdict(delivery: Claimed, now: number): Verdict | undefined {
  const until = isUrgent(delivery) ? undefined : quietUntil(delivery, now)
  if (until === undefined) return undefined
  const attempts = delivery.attempts - 1
  const isTooLate = delivery.deadlineAt !== null && until >= delivery.deadlineAt
  return isTooLate
    ? { status: 'stopped', nextAt: now, attempts, error: quietTooLong }
    : { status: 'pending', nextAt: until, attempts, error: quietReason }
}
