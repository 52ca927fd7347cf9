import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { DeliveryId } from '#worker/contracts/ids.ts'
import { e, u } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { instantSql, nullable, type RowOf } from '#worker/db/row.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { existing, select } from '#worker/db/statement.ts'
import { deliveryDeadline } from '#worker/features/notifications/fan-out/reminders.ts'
import { isStillDeliverable } from '#worker/features/notifications/rules/kind-rules.ts'
import type { FailedDeliveriesQuery, FailedDeliveryView } from './contract.ts'

const closing = deliveryDeadline(deliveries)

export function canRetryDelivery(now: number): SQL {
  return sql`${deliveries.status} = 'dead'
    and (${deliveries.deadlineAt} is null or ${closing} > ${now}) and ${isStillDeliverable(now)}`
}

function retryStateColumn(now: number): SQL<FailedDeliveryView['retry']> {
  return sql`case when ${deliveries.status} = 'unknown' then 'outcome_unknown'
    when ${deliveries.status} <> 'dead' then 'not_dead'
    when ${closing} <= ${now} then 'too_late'
    when ${isStillDeliverable(now)} then 'possible' else 'unwanted' end`
}

const failedDeliveryColumns = (now: number) => ({
  id: deliveries.id,
  status: deliveries.status,
  channel: deliveries.channel,
  kind: deliveries.kind,
  username: u.username,
  eventName: nullable(e.name),
  eventSlug: sql<string | null>`iif(${e.status} = 'approved', ${e.slug}, null)`,
  reason: deliveries.reason,
  error: deliveries.error,
  attempts: deliveries.attempts,
  at: instantSql(deliveries.nextAt),
  retry: retryStateColumn(now),
})
type FailedDeliveryRow = RowOf<ReturnType<typeof failedDeliveryColumns>>

export function selectFailedDeliveries(
  { now }: Ctx,
  where: SQL,
  limit: SQL,
): Statement<FailedDeliveryRow[]> {
  return select(
    failedDeliveryColumns(now),
    sql`from ${deliveries} join ${u} on ${u.id} = ${deliveries.userId}
        left join ${e} on ${e.id} = ${deliveries.eventId}
      where ${where} order by ${deliveries.nextAt} desc, ${deliveries.id} desc ${limit}`,
  )
}

export function selectFailedDelivery(ctx: Ctx, id: DeliveryId) {
  const found = selectFailedDeliveries(ctx, sql`${deliveries.id} = ${id}`, sql`limit 1`)
  return existing(found, 'delivery_not_found')
}

export function toFailedDelivery(row: FailedDeliveryRow): FailedDeliveryView {
  const { eventName, eventSlug, ...delivery } = row
  return { ...delivery, event: eventName === null ? null : { name: eventName, slug: eventSlug } }
}

/** Its first part is the condition of the index `deliveries_dead`, word for word. */
export function isFailedDelivery({
  status,
  channel,
  kind,
  reason,
}: Partial<FailedDeliveriesQuery>): SQL {
  const conditions = [
    sql`${deliveries.status} in ('dead', 'unknown')`,
    status && sql`${deliveries.status} = ${status}`,
    channel && sql`${deliveries.channel} = ${channel}`,
    kind && sql`${deliveries.kind} = ${kind}`,
    reason === undefined ? undefined : sql`${deliveries.reason} = ${reason}`,
  ].filter((condition) => condition !== undefined)
  return sql.join(conditions, sql` and `)
}
