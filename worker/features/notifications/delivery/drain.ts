import { sql, type SQL } from 'drizzle-orm'
import { literal } from '#worker/db/conditions.ts'
import { read, writeInOrder, type Ctx, type System } from '#worker/context.ts'
import type { DeliveryId } from '#worker/contracts/ids.ts'
import {
  batchRetryPriority,
  deliveries,
  deliveryPriorities,
  deliverySlots,
} from '#worker/db/schema/notifications.ts'
import { booleanSql } from '#worker/db/row.ts'
import { first, prepare, queryRows, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { leaseMs, deliveryPageSize } from '#worker/outbox/slots.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { randomToken } from '#worker/auth/crypto.ts'
import {
  claimDeliveries,
  claimDueDeliveries,
  endUndeliverableDeliveries,
  isRowFault,
  selectClaimedDeliveries,
  assignMailCallTimes,
  type ClaimedDelivery,
} from './claim.ts'
import { sendClaimedDeliveries } from './deliver.ts'
import {
  reserveMailCalls,
  callIntervalMs,
  canSendMail,
  isMailPaused,
  isProbeClaim,
  probeEveryMs,
  claimProbe,
} from './mail-service.ts'

const [unknownChannel, ...priorities] = deliveryPriorities
const channels = ['email', 'discord', 'push'] as const

/** Reads each priority and channel off the index: what waits for a later hour costs nothing. */
function selectMostUrgentIds({ now, name }: Params<{ now: number; name: string }>): SQL {
  const stretch = (which: SQL) => sql`select * from (select ${deliveries.id} as id
    from ${deliveries} indexed by deliveries_queue
    where ${deliveries.status} = 'pending' and ${which} and ${deliveries.nextAt} <= ${now}
    order by ${deliveries.nextAt} limit ${literal(deliveryPageSize)})`
  const stretches = priorities.flatMap((priority) =>
    channels.map((channel) => {
      const here = sql.raw(`priority = ${priority} and channel = '${channel}'`)
      return stretch(channel === 'email' ? sql`${here} and ${canSendMail(now)}` : here)
    }),
  )
  // The whole batch is one call; in a pause it is the trial.
  const batch = sql`select ${deliveries.id} as id from ${deliveries}
    where ${deliveries.batch} = ${selectDueBatch(now)} and ${deliveries.status} = 'pending'
      and (${canSendMail(now)} or ${isProbeClaim(name)})`
  const probe = sql`select * from (${selectDueMails(now)} and ${isProbeClaim(name)} and ${selectDueBatch(now)} is null limit 1)`
  const strays = sql.raw(`priority = ${unknownChannel}`)
  return sql`select id from (${sql.join([stretch(strays), batch, probe, ...stretches], sql` union all `)})
    limit ${literal(deliveryPageSize)}`
}

/** The mail to begin with, whatever its priority: it ends without a `limit`. */
function selectDueMails(now: SQL): SQL {
  return sql`select ${deliveries.id} as id from ${deliveries} indexed by deliveries_due
    where ${deliveries.status} = 'pending' and ${deliveries.channel} = 'email'
      and ${deliveries.nextAt} <= ${now}`
}

function selectDueBatch(now: SQL): SQL {
  return sql`(select ${deliveries.batch} from ${deliveries} indexed by deliveries_queue
    where ${deliveries.status} = 'pending' and ${deliveries.channel} = 'email'
      and ${deliveries.priority} = ${literal(batchRetryPriority)} and ${deliveries.nextAt} <= ${now}
    order by ${deliveries.nextAt} limit 1)`
}

type DrainLease = { slot: number; token: string; now: number }

type PageClaim = DrainLease & { name: string }

function isMailHeldBack(now: SQL): SQL {
  return sql`(${isMailPaused} and exists (${selectDueMails(now)}))`
}

/** Renews the slot's lease for a page, or frees it for whoever writes a row after that. */
const takePage = prepare(({ slot, token, now, name }: Params<PageClaim>) =>
  update(
    deliverySlots,
    {
      page: sql<DeliveryId[]>`p.ids`,
      until: sql<number>`iif(p.ids = '[]' and not ${isMailHeldBack(now)}, 0, ${now} + ${literal(leaseMs)})`,
    },
    {
      from: sql`(select json_group_array(id) as ids from (${selectMostUrgentIds({ now, name })})) p`,
      where: sql`${deliverySlots.slot} = ${slot} and ${deliverySlots.token} = ${token}`,
      returning: { page: deliverySlots.page, isWaiting: booleanSql(isMailHeldBack(now)) },
    },
  ),
)

function selectPageIds({ slot, token }: Params<DrainLease>): SQL<string> {
  return sql<string>`(select ${deliverySlots.page} from ${deliverySlots}
    where ${deliverySlots.slot} = ${slot} and ${deliverySlots.token} = ${token})`
}

const claimPage = prepare((claiming: Params<PageClaim>) =>
  claimDueDeliveries({ ids: selectPageIds(claiming), name: claiming.name, now: claiming.now }),
)
const endRestOfPage = prepare((turn: Params<DrainLease>) =>
  endUndeliverableDeliveries({ ids: selectPageIds(turn), now: turn.now }),
)
const selectMostUrgent = prepare((asked: Params<{ now: number; name: string }>) =>
  queryRows({ id: sql<DeliveryId>`id` }, selectMostUrgentIds(asked)),
)

type ClaimedPage = { claimed: ClaimedDelivery[]; isProbe?: boolean; isEmpty?: boolean }

async function claimNextPage(ctx: Ctx<System>, turn: DrainLease): Promise<ClaimedPage | undefined> {
  const { now } = ctx
  const name = randomToken(12)
  try {
    const { probing, taken, claimed, booked } = await writeInOrder(ctx, {
      probing: claimProbe({ name, now }),
      taken: first(takePage({ ...turn, name })),
      claims: claimPage({ ...turn, name }),
      ends: endRestOfPage(turn),
      claimed: selectClaimedDeliveries({ name }),
      booked: first(reserveMailCalls({ name, now, intervalMs: callIntervalMs(ctx.config) })),
    })
    if (!taken || (taken.page.length === 0 && !taken.isWaiting)) return undefined
    return {
      claimed: assignMailCallTimes(ctx, claimed, booked?.nextCallAt),
      isProbe: probing.length > 0,
      isEmpty: taken.page.length === 0,
    }
  } catch (error) {
    if (!isRowFault(error)) throw error
    const { due } = await read(ctx, { due: selectMostUrgent({ now, name }) })
    const ids = due.map(({ id }) => id)
    return { claimed: await claimDeliveries(ctx, ids) }
  }
}

/** Messages may be repeated, late or lost: the slot's row says whose turn it is. */
export async function drainOutbox(
  ctx: Ctx<System>,
  { slot, token }: Extract<QueueMessage, { type: 'drain_outbox' }>,
): Promise<void> {
  const page = await claimNextPage(ctx, { slot, token, now: ctx.now })
  if (!page) return
  const { claimed, isProbe: isTrial = false, isEmpty } = page
  await sendClaimedDeliveries(ctx, claimed, { isTrial })
  const pause = isEmpty ? { delaySeconds: probeEveryMs / 1000 } : undefined
  await ctx.send([{ type: 'drain_outbox', slot, token }], pause)
}
