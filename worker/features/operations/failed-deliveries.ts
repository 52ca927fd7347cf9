import { sql } from 'drizzle-orm'
import { read, write, type Admin, type Ctx } from '#worker/context.ts'
import type { DeliveryId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { pageLimit, selectAdminPage } from '#worker/db/admin-page.ts'
import { inOrder, type List } from '#worker/db/client.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { update } from '#worker/db/writes.ts'
import { auditChange, insertAuditEntry } from '#worker/audit/audit-entries.ts'
import { queuedColumns, sendQueuedDeliveries, type QueuedDelivery } from '#worker/outbox/lanes.ts'
import type { DeliveryStatusReason } from '#worker/features/notifications/contract.ts'
import { AppError, type ErrorCode } from '#worker/api/errors.ts'
import type {
  FailedDeliveriesQuery,
  FailedDeliveryView,
  RetryDeliveriesInput,
  RetryDeliveriesView,
} from './contract.ts'
import {
  isFailedDelivery,
  canRetryDelivery,
  selectFailedDelivery,
  selectFailedDeliveries,
  toFailedDelivery,
} from './failed-delivery-rows.ts'

const retriesPerPage = 1000
const pagesPerCall = 50

export function selectFailedDeliveriesPage(
  ctx: Ctx,
  query: FailedDeliveriesQuery,
): List<AdminPage<FailedDeliveryView>> {
  const where = isFailedDelivery(query)
  const found = selectFailedDeliveries(ctx, where, pageLimit(query))
  return selectAdminPage(query, found, sql`${deliveries} where ${where}`, toFailedDelivery)
}

export function listFailedDeliveries(
  ctx: Ctx<Admin>,
  query: FailedDeliveriesQuery,
): Promise<AdminPage<FailedDeliveryView>> {
  return read(ctx, selectFailedDeliveriesPage(ctx, query))
}

const refusals: Partial<Record<FailedDeliveryView['retry'], ErrorCode>> = {
  outcome_unknown: 'delivery_outcome_unknown',
  too_late: 'delivery_too_late',
  unwanted: 'delivery_unwanted',
}

/**
 * One that is in the outbox stays as it is; one that may have arrived is never sent again.
 * @throws AppError `delivery_not_found`, `delivery_outcome_unknown`, `delivery_too_late`,
 *   `delivery_unwanted`
 */
export async function retryFailedDelivery(
  ctx: Ctx<Admin>,
  id: DeliveryId,
): Promise<FailedDeliveryView> {
  const { before } = await read(ctx, { before: selectFailedDelivery(ctx, id) })
  const refusal = refusals[before.retry]
  if (refusal) throw new AppError('conflict', refusal)
  if (before.retry === 'not_dead') return toFailedDelivery(before)
  const { retried, after } = await write(ctx, {
    retried: retryDelivery(ctx, before),
    after: selectFailedDelivery(ctx, id),
  })
  const lost = refusals[after.retry]
  if (lost) throw new AppError('conflict', lost)
  await sendQueuedDeliveries(ctx, retried.result)
  return toFailedDelivery(after)
}

export async function retryFailedDeliveries(
  ctx: Ctx<Admin>,
  filter: RetryDeliveriesInput,
): Promise<RetryDeliveriesView> {
  const retried: QueuedDelivery[] = []
  let isMore = true
  for (let page = 0; isMore && page < pagesPerCall; page += 1) {
    const { revived } = await write(ctx, retryDeliveriesPage(ctx, filter))
    retried.push(...revived)
    isMore = revived.length === retriesPerPage
  }
  await sendQueuedDeliveries(ctx, retried)
  return { retried: retried.length, is_more: isMore }
}

/** Each is noted in the log before it is no longer what failed. */
function retryDeliveriesPage(ctx: Ctx<Admin>, filter: RetryDeliveriesInput) {
  const page = sql`select ${deliveries.id} as id from ${deliveries}
    where ${isFailedDelivery({ ...filter, status: 'dead' })} and ${canRetryDelivery(ctx.now)}
    order by ${deliveries.nextAt} desc limit ${retriesPerPage}`
  return inOrder({
    audited: insertAuditEntry(ctx, {
      act: 'retry',
      subject: 'delivery',
      id: sql<DeliveryId>`page.id`,
      reason: filter.reason,
      each: sql`(${page}) page`,
    }),
    revived: update(deliveries, buildRevivalValues(ctx), {
      where: sql`${deliveries.id} in (${page})`,
      returning: queuedColumns,
    }),
  })
}

function buildRevivalValues({ now }: Ctx) {
  return {
    status: 'pending',
    attempts: 0,
    nextAt: now,
    reason: null,
    error: null,
    claim: null,
    claimedAt: null,
    batch: null,
  } as const
}

type DeliveryToRetry = { id: DeliveryId; reason: DeliveryStatusReason | null }

function retryDelivery(ctx: Ctx<Admin>, { id, reason }: DeliveryToRetry) {
  return auditChange(
    ctx,
    update(deliveries, buildRevivalValues(ctx), {
      where: sql`${deliveries.id} = ${id} and ${canRetryDelivery(ctx.now)}`,
      returning: queuedColumns,
    }),
    { act: 'retry', subject: 'delivery', id, reason },
  )
}
