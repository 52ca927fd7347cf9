import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Admin, type Ctx } from '#worker/context.ts'
import type { DeliveryId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { selectTotal, toAdminPage } from '#worker/db/admin-page.ts'
import type { Results } from '#worker/db/client.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { update } from '#worker/db/writes.ts'
import { insertAuditEntry } from '#worker/features/moderation/audit/audit.ts'
import { queueDeliveryIds } from '#worker/features/notifications/outbox/notify.ts'
import type { DeliveryStatusReason } from '#worker/features/notifications/contract.ts'
import { AppError, type ErrorCode } from '#worker/api/errors.ts'
import type { FailedDeliveriesQuery, FailedDeliveryView, RetryAllView } from './contract.ts'
import {
  isFailedDelivery,
  canRetry,
  selectFailedDelivery,
  selectFailedDeliveries,
  toFailedDelivery,
} from './failed-delivery-rows.ts'

/** How many one call takes up again. */
const retriesAtOnce = 100

/** The statements of a page of what failed for good or ended unknown, and of how many there are. */
export function selectFailedDeliveriesPage(ctx: Ctx, query: FailedDeliveriesQuery) {
  const { page, per_page } = query
  const where = isFailedDelivery(query)
  return {
    found: selectFailedDeliveries(ctx, { where, limit: per_page, offset: (page - 1) * per_page }),
    total: selectTotal(sql`${deliveries} where ${where}`),
  }
}

export function toFailedDeliveriesPage(
  query: FailedDeliveriesQuery,
  { found, total }: Results<ReturnType<typeof selectFailedDeliveriesPage>>,
): AdminPage<FailedDeliveryView> {
  return toAdminPage(query, found.map(toFailedDelivery), total)
}

export async function listFailedDeliveries(
  ctx: Ctx<Admin>,
  query: FailedDeliveriesQuery,
): Promise<AdminPage<FailedDeliveryView>> {
  return toFailedDeliveriesPage(query, await read(ctx, selectFailedDeliveriesPage(ctx, query)))
}

const refusals: Partial<Record<FailedDeliveryView['retry'], ErrorCode>> = {
  outcome_unknown: 'delivery_outcome_unknown',
  too_late: 'delivery_too_late',
  unwanted: 'delivery_unwanted',
}

/**
 * Puts one delivery that failed for good back in the outbox, with all its tries. One that is there
 * already stays as it is; one that may have arrived is never sent again.
 * @throws AppError `delivery_not_found`, `delivery_outcome_unknown`, `delivery_too_late`, `delivery_unwanted`
 */
export async function retryFailedDelivery(
  ctx: Ctx<Admin>,
  id: DeliveryId,
): Promise<FailedDeliveryView> {
  const { before } = await read(ctx, { before: selectFailedDelivery(ctx, id) })
  if (!before) throw new AppError('not_found', 'delivery_not_found')
  const refusal = refusals[before.retry]
  if (refusal) throw new AppError('conflict', refusal)
  if (before.retry === 'not_dead') return toFailedDelivery(before)
  const { retried, after } = await write(ctx, {
    retried: retryDelivery(ctx, before),
    after: selectFailedDelivery(ctx, id),
  })
  if (!after) throw new AppError('not_found', 'delivery_not_found')
  const lost = refusals[after.retry]
  if (lost) throw new AppError('conflict', lost)
  await queueDeliveryIds(
    ctx,
    retried.revived.map((row) => row.id),
  )
  return toFailedDelivery(after)
}

/** Takes up again whatever failed for one reason and may be, the newest first. */
export async function retryFailedDeliveries(
  ctx: Ctx<Admin>,
  reason: DeliveryStatusReason,
): Promise<RetryAllView> {
  const where: SQL = sql`${isFailedDelivery({ reason })} and ${canRetry(ctx.now)}`
  const { found } = await read(ctx, {
    found: selectFailedDeliveries(ctx, { where, limit: retriesAtOnce + 1 }),
  })
  const page = found.slice(0, retriesAtOnce)
  if (page.length === 0) return { retried: 0, is_more: false }
  const results = await write(
    ctx,
    page.map((delivery) => retryDelivery(ctx, delivery)),
  )
  const ids = results.flatMap(({ revived }) => revived.map(({ id }) => id))
  await queueDeliveryIds(ctx, ids)
  return { retried: ids.length, is_more: found.length > page.length }
}

type Delivery = { id: DeliveryId; reason: DeliveryStatusReason | null }

function retryDelivery(ctx: Ctx<Admin>, { id, reason }: Delivery) {
  const { now } = ctx
  return {
    revived: update(
      deliveries,
      {
        status: 'pending',
        attempts: 0,
        nextAt: now,
        reason: null,
        error: null,
        claim: null,
        claimedAt: null,
      },
      {
        where: sql`${deliveries.id} = ${id} and ${canRetry(now)}`,
        returning: { id: deliveries.id },
      },
    ),
    audited: insertAuditEntry(ctx, {
      act: 'retry',
      subject: 'delivery',
      id,
      reason,
      when: sql`changes() = 1`,
    }),
  }
}
