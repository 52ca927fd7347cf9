import { is, SQL, sql } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import type { DeliveryId, EventId, UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { inBatches } from '#worker/integrations/http/batches.ts'
import {
  kinds,
  type Exclusion,
  ServedChannel,
  type NotificationKind,
  type NotificationPayloads,
} from '#worker/features/notifications/kinds.ts'

const servedChannels = ServedChannel.options

type NotificationInputOf<Kind extends NotificationKind> = {
  kind: Kind
  /** Names the fact: each person hears of it once per channel. An expression may read the row. */
  key: SQL | string
  /** Yields user ids. */
  users: SQL
  /** Rows to join with the person `u`: each is a notification of its own, whose key names it. */
  each?: SQL
  /** Which of them: a condition on the person `u`. */
  only?: SQL
  eventId: SQL | EventId
  /** An expression yields it as JSON, and may read the person `u`. */
  payload: SQL | NotificationPayloads[Kind]
  /** Not to be sent at or after this instant. */
  deadlineAt: SQL | number | null
}
export type NotificationInput = {
  [Kind in NotificationKind]: NotificationInputOf<Kind>
}[NotificationKind]

/** On the person `u`; an address has to be verified for mail alone. */
const memberConditions: Record<Exclusion, SQL> = {
  inactive: sql`u.is_active = 1`,
  restricted: sql`u.is_soft_banned = 0`,
  ungamified: sql`u.is_gamified = 1`,
  unverified: sql`(c.value <> 'email' or u.email_verified_at is not null)`,
}

export type QueuedDelivery = { id: DeliveryId; status: 'pending' | 'sent' }

/** A payload as the database keeps it. */
export function asJson(payload: SQL | NotificationPayloads[NotificationKind]): SQL {
  return is(payload, SQL) ? payload : sql`${JSON.stringify(payload)}`
}

/**
 * The statement that puts a notification in the outbox for everybody who wants it, by each channel they
 * have. In-app rows are delivered by being written; each device has a push of its own. Writing it
 * again adds nothing.
 */
export function notify(
  { db, now }: Ctx,
  notification: NotificationInput,
): Statement<QueuedDelivery[]> {
  const { kind, key, users, each, only = sql`true`, eventId, payload, deadlineAt } = notification
  const defaults = sql.join(
    kinds[kind].defaultChannels.map((channel) => sql`${channel}`),
    sql`, `,
  )
  const isIncluded = sql.join(
    kinds[kind].exclusions.map((exclusion) => memberConditions[exclusion]),
    sql` and `,
  )
  return rows<QueuedDelivery>(
    db,
    sql`insert into deliveries
        (key, user_id, channel, kind, event_id, payload, status, next_at, deadline_at, sent_at,
          created_at, subscription_id)
      select (${key}) || coalesce('@' || p.id, ''), u.id, c.value, ${kind}, ${eventId}, ${asJson(payload)},
        iif(c.value = 'in_app', 'sent', 'pending'), ${now}, ${deadlineAt},
        iif(c.value = 'in_app', ${now}, null), ${now}, p.id
      from users u ${each ? sql`join ${each}` : sql``}
        join json_each(${JSON.stringify(servedChannels)}) c
        left join notification_channels n
          on n.user_id = u.id and n.kind = ${kind} and n.channel = c.value
        left join push_subscriptions p on c.value = 'push' and p.user_id = u.id
      where u.id in (${users}) and ${isIncluded} and ${only}
        and coalesce(n.is_enabled, c.value in (${defaults}))
        and (c.value <> 'push' or p.id is not null)
        and (c.value <> 'discord' or (u.discord_webhook is not null and u.discord_disabled_at is null))
      on conflict do nothing returning id, status`,
  )
}

/** How many people one message of a fan-out writes to. */
export const pageSize = 500

type Page = {
  notification: NotificationInput
  /** What else the page writes. */
  alongside?: Statement[]
  /** Writes down how far it went, `returning after_user_id as after, done_at as doneAt`; no row when it is off. */
  progress: SQL
}

/**
 * Writes a notification to one page of people, and how far that went, in one transaction.
 * @returns the last person when others follow.
 */
export async function notifyPage(
  ctx: Ctx<System>,
  { notification, alongside = [], progress }: Page,
): Promise<UserId | undefined> {
  const [queued, [reached]] = await write(ctx, [
    notify(ctx, notification),
    rows<{ after: UserId; doneAt: number | null }>(ctx.db, progress),
    ...alongside,
  ])
  await sendQueued(ctx, queued)
  return reached?.doneAt === null ? reached.after : undefined
}

const idsPerMessage = 50

/** Hands freshly written rows to the senders; the minute job finds any that this misses. */
export async function sendQueued(ctx: Ctx, queued: QueuedDelivery[]): Promise<void> {
  const ids = queued.filter(({ status }) => status === 'pending').map(({ id }) => id)
  await sendIds(ctx, ids)
}

export async function sendIds(
  ctx: Ctx,
  ids: DeliveryId[],
  options: { isBulk?: true } = {},
): Promise<void> {
  const pages = inBatches(ids, idsPerMessage)
  const messages = pages.map((page) => ({ type: 'deliver' as const, ids: page, ...options }))
  if (messages.length > 0) await ctx.send(messages)
}
