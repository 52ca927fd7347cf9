import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import type { DeliveryId } from '#worker/contracts/ids.ts'
import { deliveries, deliveryPriorities, deliverySlots } from '#worker/db/schema/notifications.ts'
import { first, prepare, queryRows, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { leaseMs, pageSize } from '#worker/features/notifications/outbox/slots.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { randomToken } from '#worker/auth/crypto.ts'
import {
  claimDeliveries,
  claimDue,
  endUndeliverable,
  isFaultOfRow,
  selectClaimed,
  type ClaimedDelivery,
} from './claim.ts'
import { sendClaimed } from './deliver.ts'

const [unknownChannel, ...priorities] = deliveryPriorities
const channels = ['email', 'discord', 'push'] as const

/**
 * The ids of the most urgent deliveries that are due. Each priority and channel is a stretch of the
 * index, read in its order and no further than the page: what waits for a later hour costs nothing.
 */
function mostUrgent(now: SQL): SQL {
  const stretch = (which: SQL) => sql`select * from (select ${deliveries.id} as id
    from ${deliveries} indexed by deliveries_queue
    where ${deliveries.status} = 'pending' and ${which} and ${deliveries.nextAt} <= ${now}
    order by ${deliveries.nextAt} limit ${sql.raw(String(pageSize))})`
  const stretches = priorities.flatMap((priority) =>
    channels.map((channel) =>
      stretch(sql.raw(`priority = ${priority} and channel = '${channel}'`)),
    ),
  )
  const strays = sql.raw(`priority = ${unknownChannel}`)
  return sql`select id from (${sql.join([stretch(strays), ...stretches], sql` union all `)})
    limit ${sql.raw(String(pageSize))}`
}

type Turn = { slot: number; token: string; now: number }

/** Renews the slot's lease for a page, or frees it: whoever writes a row after that finds it free. */
const takePage = prepare(({ slot, token, now }: Params<Turn>) =>
  update(
    deliverySlots,
    {
      page: sql<DeliveryId[]>`p.ids`,
      until: sql<number>`iif(p.ids = '[]', 0, ${now} + ${sql.raw(String(leaseMs))})`,
    },
    {
      from: sql`(select json_group_array(id) as ids from (${mostUrgent(now)})) p`,
      where: sql`${deliverySlots.slot} = ${slot} and ${deliverySlots.token} = ${token}`,
      returning: { page: deliverySlots.page },
    },
  ),
)

type Claiming = Turn & { name: string }

function idsOfPage({ slot, token }: Params<Turn>): SQL<string> {
  return sql<string>`(select ${deliverySlots.page} from ${deliverySlots}
    where ${deliverySlots.slot} = ${slot} and ${deliverySlots.token} = ${token})`
}

const claimPage = prepare((claiming: Params<Claiming>) =>
  claimDue({ ids: idsOfPage(claiming), name: claiming.name, now: claiming.now }),
)
const endRestOfPage = prepare((turn: Params<Turn>) =>
  endUndeliverable({ ids: idsOfPage(turn), now: turn.now }),
)
const selectMostUrgent = prepare(({ now }: Params<{ now: number }>) =>
  queryRows({ id: sql<DeliveryId>`id` }, mostUrgent(now)),
)

/** Nothing where the slot has another chain by now, or nothing is due. */
async function claimNextPage(ctx: Ctx<System>, turn: Turn): Promise<ClaimedDelivery[] | undefined> {
  const name = randomToken(12)
  try {
    const { taken, claimed } = await write(ctx, {
      taken: first(takePage(turn)),
      claims: claimPage({ ...turn, name }),
      ends: endRestOfPage(turn),
      claimed: selectClaimed({ name }),
    })
    return taken && taken.page.length > 0 ? claimed : undefined
  } catch (error) {
    if (!isFaultOfRow(error)) throw error
    const { due } = await read(ctx, { due: selectMostUrgent({ now: ctx.now }) })
    return claimDeliveries(
      ctx,
      due.map(({ id }) => id),
    )
  }
}

/**
 * Sends a page of what is most urgent at that moment and asks for the next, until nothing is due.
 * Messages may be repeated, late or lost: the slot's row says whose turn it is, and a claim is a
 * conditional update.
 */
export async function drainOutbox(
  ctx: Ctx<System>,
  { slot, token }: Extract<QueueMessage, { type: 'drain_outbox' }>,
): Promise<void> {
  const claimed = await claimNextPage(ctx, { slot, token, now: ctx.now })
  if (!claimed) return
  await sendClaimed(ctx, claimed)
  await ctx.send([{ type: 'drain_outbox', slot, token }])
}
