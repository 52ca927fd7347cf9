import { sql, type SQL } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import type { DeliveryId, UserId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import {
  digestEvents,
  eventColumns,
  type NotificationRow,
} from '#worker/features/notifications/copy/notification.ts'
import type { TimeFormat } from '#worker/features/notifications/copy/formatter.ts'
import { abandonedMs } from '#worker/features/notifications/fan-out/due.ts'
import { closesAt } from '#worker/features/notifications/fan-out/reminders.ts'
import {
  kinds,
  type AccountMailKind,
  type CampaignMailKind,
} from '#worker/features/notifications/kinds.ts'
import {
  followsEvent,
  isStillDeliverable,
} from '#worker/features/notifications/rules/kind-rules.ts'
import { randomToken } from '#worker/auth/crypto.ts'
import { backOffMs, type DeliveryResult } from './next-state.ts'

type Delivery = TimeFormat & {
  id: DeliveryId
  claim: string
  key: string
  userId: UserId
  channel: 'email' | 'discord' | 'push'
  attempts: number
  createdAt: number
  /** When it may no longer be sent. */
  deadlineAt: number | null
  username: string
  email: string | null
  locale: Locale
  quietFrom: number | null
  quietTo: number | null
  webhook: string | null
  /** Of the device that a push is for. */
  endpoint: string | null
  p256dh: string | null
  auth: string | null
}
export type AccountDelivery = Delivery & { kind: AccountMailKind; payload: string }
export type NotificationDelivery = Delivery & NotificationRow
export type CampaignDelivery = Delivery & {
  kind: CampaignMailKind
  payload: string
  /** JSON, in the language that the payload names. */
  campaignText: string | null
}

/** A claimed delivery with all that writing it takes. */
export type Claimed = AccountDelivery | NotificationDelivery | CampaignDelivery

export function isCampaignDelivery(delivery: Claimed): delivery is CampaignDelivery {
  return kinds[delivery.kind].family === 'campaign_mail'
}

export function isAccountDelivery(delivery: Claimed): delivery is AccountDelivery {
  return kinds[delivery.kind].family === 'account_mail'
}

function idList(ids: DeliveryId[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(ids)}))`
}

/**
 * What a digest names is kept at its first try: from then on a mail may have been taken, and under one
 * idempotency key it says the same each time. Until then it names what stands at that moment.
 */
function withListed(now: number): SQL {
  const row = sql.raw('deliveries')
  const listed = digestEvents(row, sql`e.start_at > ${now} and ${followsEvent(row)}`)
  return sql`iif(payload ->> '$.events' is not null and (attempts = 0 or payload ->> '$.listed' is null),
    json_set(payload, '$.listed', json(${listed})), payload)`
}

export async function claim(ctx: Ctx, ids: DeliveryId[]): Promise<Claimed[]> {
  const { db, now } = ctx
  const name = randomToken(12)
  const isDue = sql`id in ${idList(ids)} and status = 'pending' and next_at <= ${now}`
  const [, , claimed] = await write(ctx, [
    rows(
      db,
      sql`update deliveries set status = 'claimed', claimed_at = ${now}, claim = ${name},
          attempts = attempts + 1, payload = ${withListed(now)}
        where ${isDue} and (deadline_at is null or ${closesAt(sql`deliveries`)} > ${now}) and ${isStillDeliverable(now)}`,
    ),
    rows(
      db,
      sql`update deliveries set status = iif(attempts = 0, 'stopped', 'dead'), next_at = ${now},
          reason = coalesce(nullif(reason, 'quiet_hours'), 'no_longer_relevant') where ${isDue}`,
    ),
    rows<Claimed>(
      db,
      sql`select d.id, d.claim, d.key, d.user_id as userId, d.channel, d.kind, d.payload, d.attempts,
          d.created_at as createdAt, ${closesAt(sql`d`)} as deadlineAt, u.username, u.email, u.interface_language as locale,
          u.timezone_name as timeZone, u.hour_cycle as hourCycle,
          u.quiet_from as quietFrom, u.quiet_to as quietTo, u.discord_webhook as webhook,
          p.endpoint, p.p256dh, p.auth,
          (select json_extract(c.texts, '$.' || (d.payload ->> 'language')) from campaigns c
            where d.kind in ('campaign', 'campaign_test') and c.id = d.payload ->> 'campaign') as campaignText,
          ${eventColumns}, coalesce(d.payload ->> '$.listed', '[]') as listed
        from deliveries d join users u on u.id = d.user_id left join events e on e.id = d.event_id
          left join push_subscriptions p on p.id = d.subscription_id and p.user_id = d.user_id
        where d.status = 'claimed' and d.claim = ${name}`,
    ),
  ])
  return claimed
}

/** A claimed delivery after its try; `isGone`: nobody is at its address any more. */
export type Tried = { delivery: Claimed; result: DeliveryResult; isGone: boolean }

/** Writes down what became of claimed deliveries, unless another run has taken them over. */
export async function settle(ctx: Ctx, tried: Tried[]): Promise<void> {
  const { db, now } = ctx
  const updates = tried.map(({ delivery, result }) =>
    rows(
      db,
      sql`update deliveries set status = ${result.status}, next_at = ${result.nextAt},
          attempts = ${result.attempts}, reason = ${result.reason}, error = ${result.error}, sent_at = ${result.status === 'sent' ? now : null},
          claim = null, claimed_at = null
        where id = ${delivery.id} and status = 'claimed' and claim = ${delivery.claim}`,
    ),
  )
  const gone = tried.flatMap(({ delivery, isGone }) => (isGone ? [delivery] : []))
  await write(ctx, [...updates, ...gone.map((delivery) => forgetGone(ctx, delivery))])
}

/** Nothing more goes where nobody is: what still waits for it is stopped when its turn comes. */
function forgetGone({ db, now }: Ctx, delivery: Claimed): Statement {
  const { channel, userId, webhook, endpoint } = delivery
  return channel === 'push'
    ? rows(
        db,
        sql`delete from push_subscriptions where endpoint = ${endpoint} and user_id = ${userId}`,
      )
    : rows(
        db,
        sql`update users set discord_disabled_at = ${now}
          where id = ${userId} and discord_webhook = ${webhook}`,
      )
}

/**
 * What was claimed and never marked may have left: mail is tried again under its idempotency key,
 * anything else ends as unknown rather than being sent twice.
 */
export async function settleAbandoned(ctx: Ctx<System>): Promise<void> {
  const { db, now } = ctx
  await write(ctx, [
    rows(
      db,
      sql`update deliveries set claimed_at = null, claim = null, next_at = ${now},
          status = case when channel <> 'email' then 'unknown'
            when attempts > ${backOffMs.length} then 'dead' else 'pending' end,
          reason = 'interrupted', error = null
        where status = 'claimed' and claimed_at < ${now - abandonedMs}`,
    ),
  ])
}
