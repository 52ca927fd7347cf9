import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import {
  countConsumers,
  deliveryLanes,
  laneNames,
  type DeliveryLane,
} from '#worker/contracts/delivery-lanes.ts'
import { minuteMs } from '#worker/contracts/durations.ts'
import { literal } from '#worker/db/conditions.ts'
import type { RowOf } from '#worker/db/row.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'

/** Stretches of the index `deliveries_queue`, the most urgent first. */
export function listStretches(lane: DeliveryLane): { priority: number; sql: SQL }[] {
  const { channel, priorities } = deliveryLanes[lane]
  return priorities.map((priority) => ({
    priority,
    // A stray of no channel that there is.
    sql: sql.raw(`priority = ${priority}${priority === 0 ? '' : ` and channel = '${channel}'`}`),
  }))
}

/** How many are due, as far as consumers have to be started for them. */
export function countDueSql(lane: DeliveryLane, now: number): SQL {
  const most = countConsumers(lane) * deliveryLanes[lane].pageSize
  const stretches = listStretches(lane).map((one) => selectDueStretch(one.sql, now, most))
  return sql`select count(*) from (${sql.join(stretches, sql` union all `)})`
}

/** Read off the index: what waits for a later hour costs nothing. */
export function selectDueStretch(stretch: SQL, now: SQL | number, most: number): SQL {
  return sql`select * from (select ${deliveries.id} as id
    from ${deliveries} indexed by deliveries_queue
    where ${deliveries.status} = 'pending' and ${stretch} and ${deliveries.nextAt} <= ${now}
    order by ${deliveries.nextAt} limit ${literal(most)})`
}

/** A consumer takes page after page for as long; the minute job starts the next one. */
const runMs = minuteMs

/** `wanted`: consumers to start, as far as the lane has them. */
export async function startLanes(
  ctx: Pick<Ctx, 'now' | 'send'>,
  wanted: Partial<Record<DeliveryLane, number>>,
): Promise<void> {
  const until = ctx.now + runMs
  const messages = laneNames.flatMap((lane) =>
    Array.from({ length: Math.min(wanted[lane] ?? 0, countConsumers(lane)) }, () => ({
      type: 'send_lane' as const,
      lane,
      until,
    })),
  )
  if (messages.length > 0) await ctx.send(messages)
}

export const queuedColumns = {
  status: deliveries.status,
  channel: deliveries.channel,
  priority: deliveries.priority,
}
export type QueuedDelivery = RowOf<typeof queuedColumns>

function isInLane({ channel, priority }: QueuedDelivery, lane: DeliveryLane): boolean {
  const { channel: ofLane, priorities } = deliveryLanes[lane]
  return channel === ofLane && (priorities as readonly (number | null)[]).includes(priority)
}

/** Starts a consumer for each lane of freshly written rows; the minute job starts what this misses. */
export async function sendQueuedDeliveries(
  ctx: Pick<Ctx, 'now' | 'send'>,
  queued: readonly QueuedDelivery[],
  always: readonly DeliveryLane[] = [],
): Promise<void> {
  const pending = queued.filter(({ status }) => status === 'pending')
  const lanes = laneNames.filter(
    (lane) => always.includes(lane) || pending.some((row) => isInLane(row, lane)),
  )
  await startLanes(ctx, Object.fromEntries(lanes.map((lane) => [lane, 1])))
}
