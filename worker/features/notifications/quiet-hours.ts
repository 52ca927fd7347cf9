import type { Claimed } from './claimed.ts'
import { isAccountDelivery } from './claimed.ts'
import {
  quietReason,
  quietTooLong,
  quietUntil,
} from '#worker/features/delivery-times/quiet-until.ts'
import type { NoticePayloads } from '#worker/features/outbox/payloads.ts'
import type { DeliveryResult } from './retry.ts'

/** What keeps a person from missing the start, or proves who they are, does not wait. */
function isUrgent(delivery: Claimed): boolean {
  if (isAccountDelivery(delivery) || delivery.kind === 'campaign_test') return true
  if (delivery.kind !== 'reminder') return false
  return (JSON.parse(delivery.payload) as NoticePayloads['reminder']).hours === 1
}

/** A move or a cancellation of what begins, or would have begun, before the quiet hours end. */
function isOfTheNight(delivery: Claimed, now: number, until: number): boolean {
  switch (delivery.kind) {
    case 'event_cancelled':
      return delivery.eventStartAt !== null && delivery.eventStartAt <= until
    case 'event_changed': {
      const { old, start } = JSON.parse(delivery.payload) as NoticePayloads['event_changed']
      return start <= until || (old > now && old <= until)
    }
    default:
      return false
  }
}

/** What becomes of a delivery that comes in its person's quiet hours, unless it is sent: it was no try. */
export function quietVerdict(delivery: Claimed, now: number): DeliveryResult | undefined {
  const until = isUrgent(delivery) ? undefined : quietUntil(delivery, now)
  if (until === undefined || isOfTheNight(delivery, now, until)) return undefined
  const attempts = delivery.attempts - 1
  const isTooLate = delivery.deadlineAt !== null && until >= delivery.deadlineAt
  return isTooLate
    ? { status: 'stopped', nextAt: now, attempts, error: quietTooLong }
    : { status: 'pending', nextAt: until, attempts, error: quietReason }
}
