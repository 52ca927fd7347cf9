import { query } from './members.ts'
import type { TestWorker } from '#tests/support/drivers/worker.ts'

export type DeliveryFacts = {
  channel?: string
  kind?: string
  eventId?: number | null
  status?: string
  attempts?: number
  nextAt?: number
  deadlineAt?: number | null
  error?: string | null
}
let keys = 0

/** A row of the outbox; unless told otherwise, a mail that failed for good just now. */
export async function insertDelivery(
  worker: Pick<TestWorker, 'environment'>,
  facts: DeliveryFacts & { userId: number },
): Promise<number> {
  const { userId, channel = 'email', kind = 'account_exists', eventId = null } = facts
  const { status = 'dead', attempts = 6, nextAt = Date.now(), deadlineAt = null } = facts
  const { error = status === 'dead' ? 'mail API answered 500' : null } = facts
  keys += 1
  const [row] = await query<{ id: number }>(
    worker,
    `insert into deliveries (key, user_id, channel, kind, event_id, payload, status, attempts,
        next_at, deadline_at, error, created_at)
      values (?, ?, ?, ?, ?, '{}', ?, ?, ?, ?, ?, 0) returning id`,
    ...[`placed:${keys}`, userId, channel, kind, eventId],
    ...[status, attempts, nextAt, deadlineAt, error],
  )
  return row?.id ?? 0
}
