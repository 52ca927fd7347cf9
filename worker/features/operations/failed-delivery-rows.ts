import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { DeliveryId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { closesAt } from '#worker/features/notifications/fan-out/reminders.ts'
import { isStillDeliverable } from '#worker/features/notifications/rules/kind-rules.ts'
import type { FailedDeliveriesQuery, FailedDeliveryView } from './contract.ts'

type FailedDeliveryRow = Omit<FailedDeliveryView, 'event' | 'at'> & {
  at: number
  eventName: string | null
  eventSlug: string | null
}

const closing = closesAt(deliveries)

/** A condition on `deliveries`: it failed for good, would still be in time, and is still wanted. */
export function mayRetry(now: number): SQL {
  return sql`deliveries.status = 'dead' and (deadline_at is null or ${closing} > ${now})
    and ${isStillDeliverable(now)}`
}

/** Of `deliveries`, by what may be retried and what speaks against it. */
function retryColumn(now: number): SQL {
  return sql`case when deliveries.status = 'unknown' then 'outcome_unknown'
    when deliveries.status <> 'dead' then 'not_dead'
    when ${closing} <= ${now} then 'too_late'
    when ${isStillDeliverable(now)} then 'possible' else 'unwanted' end`
}

type Which = { where: SQL; limit: number; offset?: number }

/** The statement that loads deliveries, those that ended last first. */
export function selectFailedDeliveries(
  { db, now }: Ctx,
  { where, limit, offset = 0 }: Which,
): Statement<FailedDeliveryRow[]> {
  return rows<FailedDeliveryRow>(
    db,
    sql`select deliveries.id, deliveries.status, channel, deliveries.kind, u.username,
        e.name as eventName, iif(e.status = 'approved', e.slug, null) as eventSlug,
        reason, error, attempts, next_at as at, ${retryColumn(now)} as retry
      from deliveries join users u on u.id = deliveries.user_id
        left join events e on e.id = deliveries.event_id
      where ${where} order by next_at desc, deliveries.id desc limit ${limit} offset ${offset}`,
  )
}

export function selectFailedDelivery(ctx: Ctx, id: DeliveryId): Statement<FailedDeliveryRow[]> {
  return selectFailedDeliveries(ctx, { where: sql`deliveries.id = ${id}`, limit: 1 })
}

export function toFailedDelivery({
  eventName,
  eventSlug,
  at,
  ...row
}: FailedDeliveryRow): FailedDeliveryView {
  const event = eventName === null ? null : { name: eventName, slug: eventSlug }
  return { ...row, event, at: toInstant(at) }
}

/** Its first part is the condition of the index `deliveries_dead`, word for word. */
export function isFailedDelivery({
  status,
  channel,
  kind,
  reason,
}: Partial<FailedDeliveriesQuery>): SQL {
  const wanted = [
    sql`deliveries.status in ('dead', 'unknown')`,
    status && sql`deliveries.status = ${status}`,
    channel && sql`deliveries.channel = ${channel}`,
    kind && sql`deliveries.kind = ${kind}`,
    reason === undefined ? undefined : sql`deliveries.reason = ${reason}`,
  ].filter((one) => one !== undefined)
  return sql.join(wanted, sql` and `)
}
