import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Admin, type Ctx } from '#worker/context.ts'
import type { DeliveryId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { selectTotal, toAdminPage } from '#worker/db/admin-page.ts'
import { rows, type ResultOf, type Statement } from '#worker/db/client.ts'
import { audit } from '#worker/features/moderation/audit/audit.ts'
import { sendIds } from '#worker/features/notifications/outbox/notify.ts'
import type { DeliveryReason } from '#worker/features/notifications/contract.ts'
import { AppError, type ErrorCode } from '#worker/api/errors.ts'
import type { FailedDeliveriesQuery, FailedDeliveryView, RetryAllView } from './contract.ts'
import {
  isFailedDelivery,
  mayRetry,
  selectFailedDelivery,
  selectFailedDeliveries,
  toFailedDelivery,
} from './failed-delivery-rows.ts'

/** How many one call takes up again. */
const retriesAtOnce = 100

type Deliveries = ReturnType<typeof selectFailedDeliveries>

/** The statements of a page of what failed for good or ended unknown, and of how many there are. */
export function selectFailedDeliveriesPage(
  ctx: Ctx,
  query: FailedDeliveriesQuery,
): readonly [Deliveries, Statement<number>] {
  const { page, per_page } = query
  const where = isFailedDelivery(query)
  return [
    selectFailedDeliveries(ctx, { where, limit: per_page, offset: (page - 1) * per_page }),
    selectTotal(sql`deliveries where ${where}`),
  ]
}

export function toFailedDeliveriesPage(
  query: FailedDeliveriesQuery,
  [found, total]: readonly [ResultOf<Deliveries>, number],
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
  const [[before]] = await read(ctx, [selectFailedDelivery(ctx, id)])
  if (!before) throw new AppError('not_found', 'delivery_not_found')
  const refusal = refusals[before.retry]
  if (refusal) throw new AppError('conflict', refusal)
  if (before.retry === 'not_dead') return toFailedDelivery(before)
  const [revived, , [after]] = await write(ctx, [
    ...revive(ctx, before),
    selectFailedDelivery(ctx, id),
  ])
  if (!after) throw new AppError('not_found', 'delivery_not_found')
  const lost = refusals[after.retry]
  if (lost) throw new AppError('conflict', lost)
  await sendIds(
    ctx,
    revived.map((row) => row.id),
  )
  return toFailedDelivery(after)
}

/** Takes up again whatever failed for one reason and may be, the newest first. */
export async function retryAll(ctx: Ctx<Admin>, reason: DeliveryReason): Promise<RetryAllView> {
  const where: SQL = sql`${isFailedDelivery({ reason })} and ${mayRetry(ctx.now)}`
  const [found] = await read(ctx, [
    selectFailedDeliveries(ctx, { where, limit: retriesAtOnce + 1 }),
  ])
  const deliveries = found.slice(0, retriesAtOnce)
  if (deliveries.length === 0) return { retried: 0, is_more: false }
  const results = await write(
    ctx,
    deliveries.flatMap((delivery) => revive(ctx, delivery)),
  )
  const ids = results.flat().map(({ id }) => id)
  await sendIds(ctx, ids)
  return { retried: ids.length, is_more: found.length > deliveries.length }
}

type Revived = { id: DeliveryId }
type Delivery = { id: DeliveryId; reason: DeliveryReason | null }

function revive(
  ctx: Ctx<Admin>,
  { id, reason }: Delivery,
): [Statement<Revived[]>, Statement<Revived[]>] {
  const { db, now } = ctx
  const entry = audit(ctx, {
    act: 'retry',
    subject: 'delivery',
    id,
    reason,
    when: sql`changes() = 1`,
  })
  return [
    rows<Revived>(
      db,
      sql`update deliveries set status = 'pending', attempts = 0, next_at = ${now}, reason = null, error = null,
          claim = null, claimed_at = null
        where id = ${id} and ${mayRetry(now)} returning id`,
    ),
    // It returns no rows.
    entry as Statement<Revived[]>,
  ]
}
