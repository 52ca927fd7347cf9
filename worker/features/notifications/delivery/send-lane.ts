import { sql, type SQL } from 'drizzle-orm'
import { read, writeInOrder, type Ctx, type System } from '#worker/context.ts'
import type { DeliveryId } from '#worker/contracts/ids.ts'
import { literal } from '#worker/db/conditions.ts'
import { booleanSql } from '#worker/db/row.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { preparePerShape, queryRows, selectFirst, type Params } from '#worker/db/statement.ts'
import {
  batchRetryPriority,
  deliveryLanes,
  type DeliveryLane,
} from '#worker/contracts/delivery-lanes.ts'
import { listStretches, selectDueStretch } from '#worker/outbox/lanes.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import {
  assignCallTimes,
  claimListedDeliveries,
  claimOneByOne,
  claimPage,
  isRowFault,
  selectClaimedDeliveries,
  startClaim,
  type ClaimedPage,
  type PageClaim,
} from './claim.ts'
import { sendClaimedDeliveries } from './deliver.ts'
import {
  reserveCalls,
  canSendMail,
  isMailPaused,
  isProbeClaim,
  probeEveryMs,
  claimProbe,
} from './providers.ts'

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
function mayLeaveSql(lane: DeliveryLane, claiming: Params<PageClaim>): SQL {
  switch (lane) {
    case 'account':
      return canSendMail(claiming, true)
    case 'mail':
      return canSendMail(claiming, false)
    case 'bulk':
      return sql`(${canSendMail(claiming, false)}
        and not exists (${selectDue('mail', claiming.now, 1)}))`
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
            and (${canSendMail(claiming, false)} or ${isProbeClaim(name)})`
      : selectDueStretch(sql`${stretch} and ${mayLeaveSql(lane, claiming)}`, now, pageSize)
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

type LanePage = ClaimedPage & {
  isTrial: boolean
  /** More may be due. */
  isFull: boolean
  /** Its service is paused. */
  isHeldBack: boolean
}

async function claimLane(ctx: Ctx<System>, lane: DeliveryLane): Promise<LanePage> {
  const claiming = startClaim(ctx)
  const perSecond = isMail(lane)
    ? ctx.config.MAIL_CALLS_PER_SECOND
    : deliveryLanes[lane].calls.perSecond
  try {
    const { probing, taken, claimed, booked, hold } = await writeInOrder(ctx, {
      probing: isMail(lane) ? [claimLaneProbe(lane)(claiming)] : [],
      taken: claimLanePage(lane)(claiming),
      claimed: selectClaimedDeliveries(claiming),
      booked: reserveCalls({ ...claiming, perSecond }),
      hold: isMail(lane) ? [selectHold(lane)(claiming)] : [],
    })
    return {
      claimed: assignCallTimes(ctx, claimed, booked),
      booked,
      isTrial: probing.flat().length > 0,
      isFull: taken.length === deliveryLanes[lane].pageSize,
      isHeldBack: hold[0]?.isHeldBack === true,
    }
  } catch (error) {
    if (!isRowFault(error)) throw error
    const { due } = await read(ctx, { due: selectLaneIds(lane)(claiming) })
    await claimListedDeliveries(ctx, [], perSecond)
    ctx.reportFailure(error)
    const ids = due.map(({ id }) => id)
    const page = await claimOneByOne(ctx, ids, perSecond)
    return { ...page, isTrial: false, isFull: true, isHeldBack: false }
  }
}

/** Messages may be repeated, late or lost: the claim decides who sends what. */
export async function sendLane(
  ctx: Ctx<System>,
  message: Extract<QueueMessage, { type: 'send_lane' }>,
): Promise<void> {
  const { lane, until } = message
  const { isFull, isHeldBack, ...page } = await claimLane(ctx, lane)
  const { isTrial } = page
  const soonest = await sendClaimedDeliveries(ctx, { lane, ...page })
  const waitMs = Math.min(
    isFull || isTrial ? 0 : Infinity,
    Math.max(soonest - ctx.now, 0),
    isHeldBack ? probeEveryMs : Infinity,
  )
  if (ctx.now + waitMs >= until) return
  await ctx.send([message], waitMs > 0 ? { delaySeconds: Math.ceil(waitMs / 1000) } : undefined)
}
