import { sql, type SQL } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import type { DeliveryId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { nullable, notNullable, type RowOf } from '#worker/db/row.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import { events } from '#worker/db/schema/events.ts'
import { deliveries, pushSubscriptions } from '#worker/db/schema/notifications.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { remove, update } from '#worker/db/writes.ts'
import type { DeliveryStatusReason } from '#worker/features/notifications/contract.ts'
import { digestEvents, eventColumns } from '#worker/features/notifications/copy/notification.ts'
import { abandonedMs } from '#worker/features/notifications/fan-out/due.ts'
import { deliveryDeadline } from '#worker/features/notifications/fan-out/reminders.ts'
import {
  notificationKinds,
  type AccountMailKind,
  type CampaignMailKind,
  type NotificationKind,
} from '#worker/features/notifications/kinds.ts'
import {
  recipientFollowsEvent,
  isStillDeliverable,
} from '#worker/features/notifications/rules/kind-rules.ts'
import { isDeliverySuppressed } from '#worker/features/notifications/suppressions/suppression-rows.ts'
import { randomToken } from '#worker/auth/crypto.ts'
import { backOffMs, type DeliveryResult } from './next-state.ts'

const d = alias(deliveries, 'd')
const u = alias(users, 'u')
const e = alias(events, 'e')
const p = alias(pushSubscriptions, 'p')
const c = alias(campaigns, 'c')

const deliveryColumns = {
  id: d.id,
  claim: notNullable(d.claim),
  key: d.key,
  userId: d.userId,
  channel: d.channel,
  kind: d.kind,
  /** JSON, read where it is used: one that cannot be read fails alone. */
  payload: sql<string>`${d.payload}`,
  attempts: d.attempts,
  createdAt: d.createdAt,
  /** When it may no longer be sent. */
  deadlineAt: deliveryDeadline(d),
  username: u.username,
  email: u.email,
  locale: u.interfaceLanguage,
  timeZone: u.timeZone,
  hourCycle: u.hourCycle,
  quietFrom: u.quietFrom,
  quietTo: u.quietTo,
  webhook: u.discordWebhook,
  /** Of the device that a push is for. */
  endpoint: nullable(p.endpoint),
  p256dh: nullable(p.p256dh),
  auth: nullable(p.auth),
  /** JSON, in the language that the payload of a campaign names. */
  campaignText: sql<
    string | null
  >`(select json_extract(${c.texts}, '$.' || (${d.payload} ->> 'language'))
    from ${c} where ${d.kind} in ('campaign', 'campaign_test') and ${c.id} = ${d.payload} ->> 'campaign')`,
  listed: sql<string>`coalesce(${d.payload} ->> '$.listed', '[]')`,
  ...eventColumns,
}
type Delivery = RowOf<typeof deliveryColumns>

export type AccountDelivery = Delivery & { kind: AccountMailKind }
export type NotificationDelivery = Delivery & { kind: NotificationKind }
export type CampaignDelivery = Delivery & { kind: CampaignMailKind }

/** A claimed delivery with all that writing it takes. */
export type ClaimedDelivery = AccountDelivery | NotificationDelivery | CampaignDelivery

export function isCampaignDelivery(delivery: ClaimedDelivery): delivery is CampaignDelivery {
  return notificationKinds[delivery.kind].family === 'campaign_mail'
}

export function isAccountDelivery(delivery: ClaimedDelivery): delivery is AccountDelivery {
  return notificationKinds[delivery.kind].family === 'account_mail'
}

/**
 * What a digest names, and from when a reminder counts its days, is kept at the first try: from then on
 * a mail may have been taken, and under one idempotency key it says the same each time.
 */
function payloadOfTry(now: SQL): SQL<Record<string, unknown>> {
  const { payload, attempts, kind } = deliveries
  const listed = digestEvents(
    deliveries,
    sql`${e.startAt} > ${now} and ${recipientFollowsEvent(deliveries)}`,
  )
  const isFirst = (name: string) =>
    sql`(${attempts} = 0 or ${payload} ->> ${sql.raw(`'$.${name}'`)} is null)`
  return sql`case
    when ${payload} ->> '$.events' is not null and ${isFirst('listed')}
      then json_set(${payload}, '$.listed', json(${listed}))
    when ${equals(kind, 'reminder')} and ${isFirst('first_tried_at')}
      then json_set(${payload}, '$.first_tried_at', ${now})
    else ${payload} end`
}

type Claiming = { ids: string; name: string; now: number }

function isDue({ ids, now }: Pick<Params<Claiming>, 'ids' | 'now'>): SQL {
  return sql`${deliveries.id} in (select value from json_each(${ids}))
    and ${equals(deliveries.status, 'pending')} and ${deliveries.nextAt} <= ${now}`
}

const claimDue = prepare((claiming: Params<Claiming>) =>
  update(
    deliveries,
    {
      status: 'claimed',
      claimedAt: claiming.now,
      claim: claiming.name,
      attempts: sql<number>`${deliveries.attempts} + 1`,
      payload: payloadOfTry(claiming.now),
    },
    {
      where: sql`${isDue(claiming)}
        and (${deliveries.deadlineAt} is null or ${deliveryDeadline(deliveries)} > ${claiming.now})
        and not ${isDeliverySuppressed} and ${isStillDeliverable(claiming.now)}`,
    },
  ),
)

const endUndeliverable = prepare((due: Params<Omit<Claiming, 'name'>>) =>
  update(
    deliveries,
    {
      status: sql<'stopped' | 'dead'>`iif(${deliveries.attempts} = 0, 'stopped', 'dead')`,
      nextAt: due.now,
      reason: sql<DeliveryStatusReason>`iif(${isDeliverySuppressed}, 'address_suppressed',
        coalesce(nullif(${deliveries.reason}, 'quiet_hours'), 'no_longer_relevant'))`,
    },
    { where: isDue(due) },
  ),
)

const selectClaimed = prepare(({ name }: Params<{ name: string }>) =>
  select(
    deliveryColumns,
    sql`from ${d} join ${u} on ${u.id} = ${d.userId} left join ${e} on ${e.id} = ${d.eventId}
        left join ${p} on ${p.id} = ${d.subscriptionId} and ${p.userId} = ${d.userId}
      where ${equals(d.status, 'claimed')} and ${d.claim} = ${name}`,
  ),
)

export async function claimDeliveries(
  ctx: Ctx,
  deliveryIds: DeliveryId[],
): Promise<ClaimedDelivery[]> {
  const { now } = ctx
  const name = randomToken(12)
  const ids = JSON.stringify(deliveryIds)
  const { claimed } = await write(ctx, {
    claims: claimDue({ ids, name, now }),
    ends: endUndeliverable({ ids, now }),
    claimed: selectClaimed({ name }),
  })
  return claimed
}

/** A claimed delivery after its try; `isGone`: nobody is at its address any more. */
export type AttemptedDelivery = {
  delivery: ClaimedDelivery
  result: DeliveryResult
  isGone: boolean
}

type Settlement = DeliveryResult & { id: DeliveryId; claim: string; sentAt: number | null }

const settleDelivery = prepare((settled: Params<Settlement>) =>
  update(
    deliveries,
    {
      status: settled.status,
      nextAt: settled.nextAt,
      attempts: settled.attempts,
      reason: settled.reason,
      error: settled.error,
      sentAt: settled.sentAt,
      // The address of an account mail that went elsewhere is needed no longer.
      payload: sql<Record<string, unknown>>`iif(${settled.status} = 'sent',
        json_remove(${deliveries.payload}, '$.to'), ${deliveries.payload})`,
      claim: null,
      claimedAt: null,
    },
    {
      where: sql`${deliveries.id} = ${settled.id} and ${equals(deliveries.status, 'claimed')}
        and ${deliveries.claim} = ${settled.claim}`,
    },
  ),
)

/** Writes down what became of claimed deliveries, unless another run has taken them over. */
export async function settleDeliveries(ctx: Ctx, tried: AttemptedDelivery[]): Promise<void> {
  const { now } = ctx
  const gone = tried.flatMap(({ delivery, isGone }) => (isGone ? [delivery] : []))
  await write(ctx, {
    settled: tried.map(({ delivery: { id, claim: name }, result }) =>
      settleDelivery({ ...result, id, claim: name, sentAt: result.status === 'sent' ? now : null }),
    ),
    removed: gone.map((delivery) => removeAddress(ctx, delivery)),
  })
}

/** Nothing more goes where nobody is: what still waits for it is stopped when its turn comes. */
function removeAddress({ now }: Ctx, delivery: ClaimedDelivery): Statement {
  const { channel, userId, webhook, endpoint } = delivery
  return channel === 'push'
    ? remove(pushSubscriptions, {
        where: sql`${pushSubscriptions.endpoint} = ${endpoint} and ${pushSubscriptions.userId} = ${userId}`,
      })
    : update(
        users,
        { discordDisabledAt: now },
        { where: sql`${users.id} = ${userId} and ${users.discordWebhook} = ${webhook}` },
      )
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
        >`case when ${deliveries.channel} <> 'email' then 'unknown'
          when ${deliveries.attempts} > ${backOffMs.length} then 'dead' else 'pending' end`,
        reason: 'interrupted',
        error: null,
      },
      {
        where: sql`${equals(deliveries.status, 'claimed')} and ${deliveries.claimedAt} < ${claimedBefore}`,
      },
    ),
)

/**
 * What was claimed and never marked may have left: mail is tried again under its idempotency key,
 * anything else ends as unknown rather than being sent twice.
 */
export async function settleAbandonedDeliveries(ctx: Ctx<System>): Promise<void> {
  const { now } = ctx
  await write(ctx, [settleAbandonedClaims({ now, claimedBefore: now - abandonedMs })])
}
