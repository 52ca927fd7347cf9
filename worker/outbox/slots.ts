import { sql, type SQL } from 'drizzle-orm'
import { literal } from '#worker/db/conditions.ts'
import { asSystem, write, type Ctx } from '#worker/context.ts'
import { minuteMs } from '#worker/contracts/durations.ts'
import { deliverySlots } from '#worker/db/schema/notifications.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { buildSetSql, excluded, insert } from '#worker/db/writes.ts'
import { randomToken } from '#worker/auth/crypto.ts'

export const slotCount = 5
/** Deliveries that five senders manage before the chain counts as broken off. */
export const deliveryPageSize = 50
/** A chain that has not asked for its next page by then broke off. */
export const leaseMs = 2 * minuteMs

type SlotRequest = { now: number; token: string; wanted: number }

/** True if a slot is taken; a clock that jumped back leaves none taken for longer than that. */
function isSlotTakenSql(now: SQL): SQL {
  return sql`(${deliverySlots.until} > ${now} and ${deliverySlots.until} <= ${now} + ${literal(leaseMs)})`
}

const everySlot = JSON.stringify(Array.from({ length: slotCount }, (_, index) => index + 1))

const takeSlots = prepare(({ now, token, wanted }: Params<SlotRequest>) => {
  const { slot, until } = deliverySlots
  return insert(
    deliverySlots,
    {
      slot: sql<number>`value`,
      token,
      until: sql<number>`${now} + ${literal(leaseMs)}`,
      page: sql`'[]'`,
    },
    {
      from: sql`(select value from json_each(${everySlot})
        where value not in (select ${slot} from ${deliverySlots} where ${isSlotTakenSql(now)})
        order by value limit ${wanted})`,
      onConflict: sql`(slot) do update set ${buildSetSql(deliverySlots, {
        token: excluded(deliverySlots.token),
        until: excluded(until),
        page: excluded(deliverySlots.page),
      })}`,
      returning: { slot },
    },
  )
})

/** Where no chain of messages is free, those that run come to these deliveries. */
export async function startDrainingOutbox(ctx: Ctx, due: number): Promise<void> {
  if (due === 0) return
  const token = randomToken(12)
  const slotsNeeded = Math.min(slotCount, Math.ceil(due / deliveryPageSize))
  const { taken } = await write(asSystem(ctx), {
    taken: takeSlots({ now: ctx.now, token, wanted: slotsNeeded }),
  })
  if (taken.length === 0) return
  await ctx.send(taken.map(({ slot }) => ({ type: 'drain_outbox' as const, slot, token })))
}
