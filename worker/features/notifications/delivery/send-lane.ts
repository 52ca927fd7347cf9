import { sql, type SQL } from 'drizzle-orm'
import { read, writeInOrder, type Ctx, type System } from '#worker/context.ts'
import type { DeliveryId } from '#worker/contracts/ids.ts'
import { literal } from '#worker/db/conditions.ts'
import { booleanSql } from '#worker/db/row.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import {
  first,
  preparePerShape,
  queryRows,
  selectFirst,
  type Params,
} from '#worker/db/statement.ts'
import {
  batchRetryPriority,
  deliveryLanes,
  type DeliveryLane,
} from '#worker/contracts/delivery-lanes.ts'
import { listStretches, selectDueStretch } from '#worker/outbox/lanes.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { randomToken } from '#worker/auth/crypto.ts'
import {
  assignMailCallTimes,
  claimDeliveries,
  claimInHalves,
  claimPage,
  isRowFault,
  selectClaimedDeliveries,
  type ClaimedDelivery,
  type PageClaim,
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

const unionAll = sql` union all `

const isMail = (lane: DeliveryLane) => deliveryLanes[lane].channel === 'email'

/** Due rows of the lane, so many of each stretch. */
function selectDue(lane: DeliveryLane, now: SQL, most: number): SQL {
  const stretches = listStretches(lane).map(({ sql: stretch }) =>
    selectDueStretch(stretch, now, most),
  )
  return sql.join(stretches, unionAll)
}

/** Account mail waits for a pause alone; a campaign lets all other mail go first. */
function mayLeaveSql(lane: DeliveryLane, now: SQL): SQL {
  switch (lane) {
    case 'account':
      return sql`not ${isMailPaused}`
    case 'mail':
      return canSendMail(now)
    case 'bulk':
      return sql`(${canSendMail(now)} and not exists (${selectDue('mail', now, 1)}))`
    default:
      return sql`true`
  }
}

function selectDueBatch(now: SQL): SQL {
  return sql`(select ${deliveries.batch} from ${deliveries} indexed by deliveries_queue
    where ${deliveries.status} = 'pending' and ${deliveries.channel} = 'email'
      and ${deliveries.priority} = ${literal(batchRetryPriority)} and ${deliveries.nextAt} <= ${now}
    order by ${deliveries.nextAt} limit 1)`
}

/** Mails of a trial: the first that may still be sent sees whether the service works again. */
const trialSize = 5

function selectProbe(lane: DeliveryLane, { now, name }: Params<PageClaim>): SQL {
  const isFree = lane === 'mail' ? sql`${selectDueBatch(now)} is null` : sql`true`
  return sql`select id from (${selectDue(lane, now, trialSize)})
    where ${isProbeClaim(name)} and ${isFree} limit ${literal(trialSize)}`
}

/** Reads each priority off the index: what waits for a later hour costs nothing. */
function selectLanePage(lane: DeliveryLane, claiming: Params<PageClaim>): SQL {
  const { now, name } = claiming
  const { pageSize } = deliveryLanes[lane]
  const stretches = listStretches(lane).map(({ priority, sql: stretch }) => {
    if (priority === 0) return selectDueStretch(stretch, now, pageSize)
    return priority === batchRetryPriority
      ? // The whole batch is one call; in a pause it is the trial.
        sql`select ${deliveries.id} as id from ${deliveries}
          where ${deliveries.batch} = ${selectDueBatch(now)} and ${deliveries.status} = 'pending'
            and (${canSendMail(now)} or ${isProbeClaim(name)})`
      : selectDueStretch(sql`${stretch} and ${mayLeaveSql(lane, now)}`, now, pageSize)
  })
  const probe = isMail(lane) ? [sql`select * from (${selectProbe(lane, claiming)})`] : []
  return sql`select id from (${sql.join([...stretches, ...probe], unionAll)})
    limit ${literal(pageSize)}`
}

const claimLanePage = preparePerShape((lane: DeliveryLane, claiming: Params<PageClaim>) =>
  claimPage(selectLanePage(lane, claiming), claiming),
)
const selectLaneIds = preparePerShape((lane: DeliveryLane, claiming: Params<PageClaim>) =>
  queryRows({ id: sql<DeliveryId>`id` }, selectLanePage(lane, claiming)),
)
const claimLaneProbe = preparePerShape((lane: DeliveryLane, claiming: Params<PageClaim>) =>
  claimProbe(claiming, sql`exists (${selectDue(lane, claiming.now, 1)})`),
)
const selectHold = preparePerShape((lane: DeliveryLane, { now }: Params<{ now: number }>) =>
  selectFirst(
    { isHeldBack: booleanSql(sql`${isMailPaused} and exists (${selectDue(lane, now, 1)})`) },
    sql``,
  ),
)

type LanePage = {
  claimed: ClaimedDelivery[]
  isTrial: boolean
  /** More may be due. */
  isFull: boolean
  /** Its service is paused. */
  isHeldBack: boolean
}

async function claimLane(ctx: Ctx<System>, lane: DeliveryLane): Promise<LanePage> {
  const claiming = { name: randomToken(12), now: ctx.now }
  try {
    const { probing, taken, claimed, booked, hold } = await writeInOrder(ctx, {
      probing: isMail(lane) ? [claimLaneProbe(lane)(claiming)] : [],
      taken: claimLanePage(lane)(claiming),
      claimed: selectClaimedDeliveries(claiming),
      booked: isMail(lane)
        ? [first(reserveMailCalls({ ...claiming, intervalMs: callIntervalMs(ctx.config) }))]
        : [],
      hold: isMail(lane) ? [selectHold(lane)(claiming)] : [],
    })
    return {
      claimed: assignMailCallTimes(ctx, claimed, booked[0]?.nextCallAt),
      isTrial: probing.flat().length > 0,
      isFull: taken.length === deliveryLanes[lane].pageSize,
      isHeldBack: hold[0]?.isHeldBack === true,
    }
  } catch (error) {
    if (!isRowFault(error)) throw error
    const { due } = await read(ctx, { due: selectLaneIds(lane)(claiming) })
    const ids = due.map(({ id }) => id)
    await claimDeliveries(ctx, [])
    ctx.reportFailure(error)
    const claimed = await claimInHalves(ctx, ids)
    return { claimed, isTrial: false, isFull: true, isHeldBack: false }
  }
}

/** Messages may be repeated, late or lost: the claim decides who sends what. */
export async function sendLane(
  ctx: Ctx<System>,
  message: Extract<QueueMessage, { type: 'send_lane' }>,
): Promise<void> {
  const { lane, until } = message
  const { claimed, isTrial, isFull, isHeldBack } = await claimLane(ctx, lane)
  const isLeft = await sendClaimedDeliveries(ctx, claimed, { lane, isTrial })
  const isMore = isFull || isTrial || isLeft
  if (ctx.now >= until || !(isMore || isHeldBack)) return
  await ctx.send([message], isMore ? undefined : { delaySeconds: probeEveryMs / 1000 })
}
