import type { DeliveryStatusReason } from '#worker/features/notifications/contract.ts'
import { query } from './rows.ts'
import type { TestApi } from '#tests/support/drivers/api.ts'

export type DeliveryFacts = {
  channel?: string
  kind?: string
  eventId?: number | null
  status?: string
  attempts?: number
  nextAt?: number
  deadlineAt?: number | null
  reason?: DeliveryStatusReason | null
  error?: string | null
}
let keys = 0

/** A row of the outbox; by default, a mail that failed for good just now. */
export async function insertDelivery(
  worker: Pick<TestApi, 'environment'>,
  facts: DeliveryFacts & { userId: number },
): Promise<number> {
  const isDead = (facts.status ?? 'dead') === 'dead'
  const row = {
    channel: 'email',
    kind: 'account_exists',
    eventId: null,
    status: 'dead',
    attempts: 6,
    nextAt: Date.now(),
    deadlineAt: null,
    reason: isDead ? 'service_failed' : null,
    error: isDead ? 'mail API answered 500' : null,
    ...facts,
  }
  keys += 1
  const [inserted] = await query<{ id: number }>(
    worker,
    `insert into deliveries (key, user_id, channel, kind, event_id, payload, status, attempts,
        next_at, deadline_at, reason, error, created_at)
      values (?, ?, ?, ?, ?, '{}', ?, ?, ?, ?, ?, ?, 0) returning id`,
    ...[`placed:${keys}`, row.userId, row.channel, row.kind, row.eventId],
    ...[row.status, row.attempts, row.nextAt, row.deadlineAt, row.reason, row.error],
  )
  return inserted?.id ?? 0
}
