import { sql } from 'drizzle-orm'
import { write, writeInOrder, type Ctx, type System } from '#worker/context.ts'
import type { DeliveryLane } from '#worker/contracts/delivery-lanes.ts'
import type { DeliveryId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals, hasOneOf } from '#worker/db/conditions.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { abandonedAfterMs } from '#worker/features/notifications/fan-out/due.ts'
import { endLostDevice } from '#worker/features/notifications/push/lost-devices.ts'
import type { ClaimedDelivery } from './claim.ts'
import { fewestOfPage, recordSentPage } from './drains.ts'
import { isMailPaused, recordProviderHealth, type ProviderReport } from './providers.ts'
import { retryDelaysMs, type DeliveryResult } from './next-state.ts'

/** `isGone`: nobody is at its address any more. */
export type AttemptedDelivery = {
  delivery: ClaimedDelivery
  result: DeliveryResult
  isGone: boolean
  /** When its call began and ended; absent where none was made. */
  handedAt?: number
  answeredAt?: number
  /** Its batch is sent again as it was. */
  batch?: string | null
}

type Settlement = DeliveryResult & {
  claim: string
  batch: string | null
}
type SettledRow = { id: DeliveryId; handed: number | null; answered: number }

/** `rows`: a list of `SettledRow` as JSON. */
const settleAlike = prepare((settled: Params<Settlement & { rows: string }>) =>
  update(
    deliveries,
    {
      status: settled.status,
      nextAt: settled.nextAt,
      attempts: settled.attempts,
      reason: settled.reason,
      error: settled.error,
      // Quiet hours promise another time.
      dueAt: sql<number | null>`iif(${settled.reason} = 'quiet_hours', max(${settled.nextAt},
        coalesce(${deliveries.dueAt}, 0)), ${deliveries.dueAt})`,
      handedAt: sql<number | null>`coalesce(row.value ->> 'handed', ${deliveries.handedAt})`,
      sentAt: sql<number | null>`iif(${settled.status} = 'sent', row.value ->> 'answered', null)`,
      batch: settled.batch,
      // A mail that the second service refused to take goes to the first.
      provider: sql<'mail_2' | null>`iif(${settled.status} = 'pending'
        and ${settled.reason} in ('service_failed', 'service_paused'), null, ${deliveries.provider})`,
      // The address of an account mail that went elsewhere is needed no longer.
      payload: sql<Record<string, unknown>>`iif(${settled.status} = 'sent',
        json_remove(${deliveries.payload}, '$.to'), ${deliveries.payload})`,
      claim: null,
      claimedAt: null,
    },
    {
      from: sql`json_each(${settled.rows}) row`,
      where: sql`${deliveries.id} = row.value ->> 'id' and ${equals(deliveries.status, 'claimed')}
        and ${deliveries.claim} = ${settled.claim}`,
    },
  ),
)

type SettlementGroup = { settled: Settlement; rows: SettledRow[] }

/** Most of a page ends alike, in one statement. */
function groupBySettlement(tried: AttemptedDelivery[], now: number): SettlementGroup[] {
  const groups = new Map<string, SettlementGroup>()
  for (const { delivery, result, batch = null, handedAt = null, answeredAt = now } of tried) {
    const settled = { ...result, claim: delivery.claim, batch }
    const name = JSON.stringify(settled)
    const group = groups.get(name) ?? { settled, rows: [] }
    group.rows.push({ id: delivery.id, handed: handedAt, answered: answeredAt })
    groups.set(name, group)
  }
  return [...groups.values()]
}

/** Mails that failed before a pause was noticed are due at its end, as those that it held back. */
const resumeFailedMails = prepare(({ now }: Params<{ now: number }>) =>
  update(
    deliveries,
    { nextAt: now },
    {
      where: sql`${equals(deliveries.status, 'pending')} and ${equals(deliveries.channel, 'email')}
        and ${deliveries.nextAt} > ${now}
        and ${hasOneOf(deliveries.reason, ['no_answer', 'service_failed'])} and ${isMailPaused}`,
    },
  ),
)

type SentPageFacts = {
  reports: readonly ProviderReport[]
  lane: DeliveryLane
  beganAt: number
  endedAt: number
}

export async function settleDeliveries(
  ctx: Ctx,
  tried: AttemptedDelivery[],
  { reports, lane, beganAt, endedAt }: SentPageFacts,
): Promise<void> {
  const { now } = ctx
  const count = tried.filter(({ result }) => result.status === 'sent').length
  const gone = tried.flatMap(({ delivery, isGone }) => (isGone ? [delivery] : []))
  await writeInOrder(ctx, {
    settled: groupBySettlement(tried, now).map(({ settled, rows }) =>
      settleAlike({ ...settled, rows: JSON.stringify(rows) }),
    ),
    removed: gone.flatMap((delivery) => endGoneAddress(ctx, delivery)),
    resumed: reports.some(({ provider, hasSucceeded }) => provider === 'mail' && hasSucceeded)
      ? [resumeFailedMails({ now })]
      : [],
    drain: count < fewestOfPage ? [] : [recordSentPage({ lane, beganAt, endedAt, count })],
    health: reports
      .filter(({ calls }) => calls > 0)
      .map(({ provider, streak, hasSucceeded, nextCallAt, perSecond }) =>
        recordProviderHealth({
          ...{ now, provider, streak, nextCallAt, perSecond },
          hasSucceeded: hasSucceeded ? 1 : 0,
        }),
      ),
  })
}

/** Nothing more goes where nobody is: what still waits for it is stopped when its turn comes. */
function endGoneAddress(ctx: Ctx, delivery: ClaimedDelivery): Statement<unknown>[] {
  const { channel, userId, webhook, endpoint, userAgent } = delivery
  if (channel === 'push')
    return endpoint === null ? [] : endLostDevice(ctx, { userId, endpoint, userAgent })
  return [
    update(
      users,
      { discordDisabledAt: ctx.now },
      { where: sql`${users.id} = ${userId} and ${users.discordWebhook} = ${webhook}` },
    ),
  ]
}

const settleAbandonedClaims = prepare(
  ({ now, claimedBefore }: Params<{ now: number; claimedBefore: number }>) =>
    update(
      deliveries,
      {
        claimedAt: null,
        claim: null,
        nextAt: now,
        status: sql<
          'unknown' | 'dead' | 'pending'
        >`case when ${deliveries.channel} <> 'email' or ${deliveries.provider} is not null then 'unknown'
          when ${deliveries.attempts} <= ${retryDelaysMs.length} then 'pending'
          when ${deliveries.batch} is not null then 'unknown' else 'dead' end`,
        reason: 'interrupted',
        error: null,
      },
      {
        where: sql`${equals(deliveries.status, 'claimed')} and ${deliveries.claimedAt} < ${claimedBefore}`,
      },
    ),
)

/** These may have left: mail is retried under its idempotency key, the rest ends as unknown. */
export async function settleAbandonedDeliveries(ctx: Ctx<System>): Promise<void> {
  const { now } = ctx
  await write(ctx, [settleAbandonedClaims({ now, claimedBefore: now - abandonedAfterMs })])
}
