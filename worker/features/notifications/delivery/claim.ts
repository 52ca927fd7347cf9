import { sql, type Column, type SQL } from 'drizzle-orm'
import { write, writeInOrder, type Ctx } from '#worker/context.ts'
import type { DeliveryId, UserId } from '#worker/contracts/ids.ts'
import { e, u } from '#worker/db/aliases.ts'
import { BatchError } from '#worker/db/hrana.ts'
import { equals, hasOneOf } from '#worker/db/conditions.ts'
import { nullable, notNullable, type RowOf } from '#worker/db/row.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import { deliveries, pushSubscriptions } from '#worker/db/schema/notifications.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { update } from '#worker/db/writes.ts'
import { countUnread } from '#worker/features/notifications/inbox.ts'
import { timeFormatColumns } from '#worker/features/notifications/preferences/time-format.ts'
import {
  digestEventsJson,
  notificationEvent,
} from '#worker/features/notifications/copy/notification.ts'
import { deliveryDeadline } from '#worker/features/notifications/fan-out/reminders.ts'
import {
  notificationKinds,
  type AccountMailKind,
  CampaignMailKind,
  type NotificationKind,
} from '#worker/features/notifications/kinds.ts'
import {
  isEventAnnounceable,
  recipientFollowsEvent,
  isStillDeliverable,
} from '#worker/features/notifications/rules/kind-rules.ts'
import type { ShownEvent } from '#worker/features/notifications/shown-events/shown-events.ts'
import { isDeliverySuppressed } from '#worker/features/notifications/suppressions/suppression-rows.ts'
import { randomToken } from '#worker/auth/crypto.ts'
import {
  callKeyOfDelivery,
  chooseMailProvider,
  providerOfDelivery,
  reserveCalls,
  type BookedProvider,
} from './providers.ts'

const d = alias(deliveries, 'd')
const p = alias(pushSubscriptions, 'p')
const c = alias(campaigns, 'c')

const selectWebhookCalls = sql`(select json_group_array(at) from (select posted.handed_at as at
  from ${deliveries} posted where posted.user_id = ${d.userId} and posted.channel = 'discord'
    and posted.handed_at is not null order by posted.id desc limit 5) order by at)`

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
  nextAt: d.nextAt,
  batch: d.batch,
  call: callKeyOfDelivery(d),
  provider: providerOfDelivery(d, p),
  reason: d.reason,
  error: d.error,
  createdAt: d.createdAt,
  deadlineAt: deliveryDeadline(d),
  username: u.username,
  email: u.email,
  locale: u.interfaceLanguage,
  ...timeFormatColumns(u),
  quietFrom: u.quietFrom,
  quietTo: u.quietTo,
  webhook: u.discordWebhook,
  endpoint: nullable(p.endpoint),
  p256dh: nullable(p.p256dh),
  auth: nullable(p.auth),
  userAgent: nullable(p.userAgent),
  isReported: u.isPushReported,
  /** JSON: when the webhook was last posted to, five times at most, the latest last. */
  webhookCalls: sql<string>`iif(${equals(d.channel, 'discord')}, ${selectWebhookCalls}, '[]')`,
  /** For the badge of a push. */
  unread: sql<number>`iif(${equals(d.channel, 'push')}, ${countUnread(d.userId)}, 0)`,
  /** JSON of a `WrittenCampaign`, in the language that the payload names. */
  campaignText: sql<
    string | null
  >`(select json_set(json_extract(${c.texts}, '$.' || (${d.payload} ->> 'language')),
      '$.purpose', ${c.purpose}, '$.applies_on', ${c.appliesOn})
    from ${c} where ${hasOneOf(d.kind, CampaignMailKind.options)} and ${c.id} = ${d.payload} ->> 'campaign')`,
  listed: sql<string>`coalesce(${d.payload} ->> '$.listed', '[]')`,
  event: notificationEvent,
  eventStartAt: nullable(e.startAt),
}
type BookedDelivery = RowOf<typeof deliveryColumns> & {
  /** When the call that was booked for it may leave; between calls of its provider. */
  callAt: number
  intervalMs: number
  /** Events that its message can show. */
  shownEvents: readonly ShownEvent[]
}

export type AccountDelivery = BookedDelivery & { kind: AccountMailKind }
export type NotificationDelivery = BookedDelivery & { kind: NotificationKind }
export type CampaignDelivery = BookedDelivery & { kind: CampaignMailKind }

export type ClaimedDelivery = AccountDelivery | NotificationDelivery | CampaignDelivery

export function isCampaignDelivery(delivery: ClaimedDelivery): delivery is CampaignDelivery {
  return findKindFamily(delivery) === 'campaign_mail'
}

export function isAccountDelivery(delivery: ClaimedDelivery): delivery is AccountDelivery {
  return findKindFamily(delivery) === 'account_mail'
}

/** Undefined for a kind that another build wrote. */
function findKindFamily({ kind }: ClaimedDelivery): string | undefined {
  const kinds: Partial<typeof notificationKinds> = notificationKinds
  return kinds[kind]?.family
}

/** Keeps a digest's events at the first try: under one idempotency key a mail stays the same. */
function payloadForAttemptSql(now: SQL): SQL<Record<string, unknown>> {
  const { payload, attempts, error } = deliveries
  const listed = digestEventsJson(
    deliveries,
    sql`${isEventAnnounceable(now)} and ${recipientFollowsEvent(deliveries)}`,
  )
  const isFirst = sql`((${attempts} = 0 and ${error} is null) or ${payload} ->> '$.listed' is null)`
  return sql`iif(${payload} ->> '$.events' is not null and ${isFirst},
    json_set(${payload}, '$.listed', json(${listed})), ${payload})`
}

export type PageClaim = { name: string; now: number; hasSecond: 0 | 1 }

export function startClaim({ now, secondMail }: Ctx): PageClaim {
  return { name: randomToken(12), now, hasSecond: secondMail ? 1 : 0 }
}

/** Claims what may still be sent of the page, which yields ids, and ends the rest. */
export function claimPage(page: SQL, claiming: Params<PageClaim>) {
  const { name, now } = claiming
  const { id, status, nextAt, deadlineAt, batch, attempts, payload, reason } = deliveries
  const isDeliverable = sql`(${deadlineAt} is null or ${deliveryDeadline(deliveries)} > ${now})
    and (${batch} is not null or (not ${isDeliverySuppressed} and ${isStillDeliverable(now)}))`
  const ifClaimed = <Value>(value: SQL | Column, otherwise: SQL | Column) =>
    sql<Value>`iif(page.is_deliverable, ${value}, ${otherwise})`
  return update(
    deliveries,
    {
      status: sql<
        'claimed' | 'stopped' | 'dead' | 'unknown'
      >`case when page.is_deliverable then 'claimed' when ${batch} is not null then 'unknown'
        when ${attempts} = 0 and json_valid(${payload}) then 'stopped' else 'dead' end`,
      claim: ifClaimed(name, sql`null`),
      claimedAt: ifClaimed(now, sql`null`),
      attempts: ifClaimed(sql`${attempts} + 1`, attempts),
      provider: ifClaimed(chooseMailProvider(claiming), deliveries.provider),
      payload: ifClaimed(payloadForAttemptSql(now), payload),
      nextAt: ifClaimed(nextAt, now),
      reason: ifClaimed(
        reason,
        sql`case when not json_valid(${payload}) then 'malformed'
          when ${isDeliverySuppressed} then 'address_suppressed'
          else coalesce(nullif(${reason}, 'quiet_hours'), 'no_longer_relevant') end`,
      ),
    },
    {
      from: sql`(select ${id} as id, coalesce(${isDeliverable}, false) as is_deliverable
        from ${deliveries} where ${id} in (${page}) and ${equals(status, 'pending')}
          and ${nextAt} <= ${now}) page`,
      where: sql`${id} = page.id`,
      returning: { status },
    },
  )
}

/** A webhook takes five posts in two seconds. */
const webhookLimit = { posts: 5, ms: 2000 }

/** Each call of a provider after the one before; posts to one webhook farther apart. */
export function assignCallTimes(
  ctx: Ctx,
  claimed: RowOf<typeof deliveryColumns>[],
  booked: readonly BookedProvider[],
): ClaimedDelivery[] {
  const webhooks = new Map<UserId, number[]>()
  const callsOf = Map.groupBy(
    new Map(claimed.map((row) => [row.call, row.provider])),
    ([, provider]) => provider,
  )
  const rows = claimed.map((row) => {
    const { provider, call } = row
    const { nextCallAt = ctx.now, intervalMs = 0 } =
      booked.find((one) => one.provider === provider) ?? {}
    const calls = (callsOf.get(provider) ?? []).map(([key]) => key)
    const bookedAt = nextCallAt - (calls.length - calls.indexOf(call)) * intervalMs
    const callAt = row.channel === 'discord' ? takePostTime(webhooks, row, bookedAt) : bookedAt
    return { ...row, callAt, intervalMs, shownEvents: [] }
  })
  // The kind says which family a row is of.
  return rows as unknown as ClaimedDelivery[]
}

function takePostTime(
  webhooks: Map<UserId, number[]>,
  { userId, webhookCalls }: RowOf<typeof deliveryColumns>,
  bookedAt: number,
): number {
  const posts = webhooks.get(userId) ?? (JSON.parse(webhookCalls) as number[])
  const fifthLast = posts.at(-webhookLimit.posts)
  const at = fifthLast === undefined ? bookedAt : Math.max(bookedAt, fifthLast + webhookLimit.ms)
  webhooks.set(userId, [...posts, at])
  return at
}

export const selectClaimedDeliveries = prepare(({ name }: Params<{ name: string }>) =>
  select(
    deliveryColumns,
    sql`from ${d} join ${u} on ${u.id} = ${d.userId} left join ${e} on ${e.id} = ${d.eventId}
        left join ${p} on ${p.id} = ${d.subscriptionId} and ${p.userId} = ${d.userId}
      where ${equals(d.status, 'claimed')} and ${d.claim} = ${name}
      order by ${d.priority}, ${d.batch}, ${d.id}`,
  ),
)

/** `ids`: a list as JSON. */
const selectListed = ({ ids }: Params<{ ids: string }>) => sql`select value from json_each(${ids})`

const claimListed = prepare((claiming: Params<PageClaim & { ids: string }>) =>
  claimPage(selectListed(claiming), claiming),
)

const endMalformed = prepare(({ ids, now }: Params<{ ids: string; now: number }>) =>
  update(
    deliveries,
    { status: 'dead', nextAt: now, reason: 'malformed' },
    {
      where: sql`${deliveries.id} in (${selectListed({ ids })})
        and ${equals(deliveries.status, 'pending')} and ${deliveries.nextAt} <= ${now}`,
    },
  ),
)

/** Whether a statement failed over what a row holds, and not for the database's own reasons. */
export function isRowFault(error: unknown): boolean {
  return error instanceof BatchError && /^SQLITE_(?:ERROR|MISMATCH|TOOBIG)/.test(error.code)
}

export type ClaimedPage = { claimed: ClaimedDelivery[]; booked: BookedProvider[] }

/** Claims each by itself; one that makes its own claim fail is dead. */
export async function claimOneByOne(
  ctx: Ctx,
  ids: readonly DeliveryId[],
  perSecond: number,
): Promise<ClaimedPage> {
  const page: ClaimedPage = { claimed: [], booked: [] }
  for (const id of ids) {
    try {
      const { claimed, booked } = await claimListedDeliveries(ctx, [id], perSecond)
      page.claimed.push(...claimed)
      page.booked.push(...booked)
    } catch (error) {
      // Claimed deliveries are sent all the same; the rest stays due.
      if (!isRowFault(error)) ctx.reportFailure(error)
      else await write(ctx, [endMalformed({ ids: JSON.stringify([id]), now: ctx.now })])
    }
  }
  return page
}

/** Claiming none fails where no row is to blame, for instance for a missing column. */
export async function claimListedDeliveries(
  ctx: Ctx,
  deliveryIds: readonly DeliveryId[],
  perSecond: number,
): Promise<ClaimedPage> {
  const claiming = startClaim(ctx)
  const { claimed, booked } = await writeInOrder(ctx, {
    taken: claimListed({ ids: JSON.stringify(deliveryIds), ...claiming }),
    claimed: selectClaimedDeliveries(claiming),
    booked: reserveCalls({ ...claiming, perSecond }),
  })
  return { claimed: assignCallTimes(ctx, claimed, booked), booked }
}
