import { is, SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { DeliveryId, EventId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { ServedChannel, type NotificationKind } from '#worker/features/notifications/contract.ts'
import { inBatches } from '#worker/integrations/http/batches.ts'
import type { NoticePayloads } from './payloads.ts'

/** Switched on unless the person says otherwise; Discord counts once a webhook is set, push once a device is. */
export const defaultChannels: Record<NotificationKind, ServedChannel[]> = {
  reminder: ['email', 'discord', 'in_app', 'push'],
  event_changed: ['email', 'discord', 'in_app', 'push'],
  event_cancelled: ['email', 'discord', 'in_app', 'push'],
  proposal_decision: ['email', 'discord', 'in_app', 'push'],
  new_event_followed: ['email', 'in_app'],
  level_up: ['in_app'],
  achievement: ['in_app'],
  gamification_decision: ['in_app'],
}
const servedChannels = ServedChannel.options

type NoticeOf<Kind extends NotificationKind> = {
  kind: Kind
  /** Names the fact: each person hears of it once per channel. An expression may read the row. */
  key: SQL | string
  /** Yields user ids. */
  users: SQL
  /** Rows to join with the person `u`: each is a notice of its own, whose key names it. */
  each?: SQL
  /** Which of them: a condition on the person `u`. */
  only?: SQL
  eventId: SQL | EventId
  /** An expression yields it as JSON, and may read the person `u`. */
  payload: SQL | NoticePayloads[Kind]
  /** Not to be sent at or after this instant. */
  deadlineAt: SQL | number | null
}
export type Notice = { [Kind in NotificationKind]: NoticeOf<Kind> }[NotificationKind]

export type QueuedDelivery = { id: DeliveryId; status: 'pending' | 'sent' }

/** A payload as the database keeps it. */
export function asJson(payload: SQL | NoticePayloads[NotificationKind]): SQL {
  return is(payload, SQL) ? payload : sql`${JSON.stringify(payload)}`
}

/**
 * The statement that puts a notice in the outbox for everybody who wants it, by each channel they
 * have. In-app rows are delivered by being written; each device has a push of its own. Writing it
 * again adds nothing.
 */
export function notify({ db, now }: Ctx, notice: Notice): Statement<QueuedDelivery[]> {
  const { kind, key, users, each, only = sql`true`, eventId, payload, deadlineAt } = notice
  const defaults = sql.join(
    defaultChannels[kind].map((channel) => sql`${channel}`),
    sql`, `,
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
      where u.id in (${users}) and u.is_active = 1 and ${only}
        and coalesce(n.is_enabled, c.value in (${defaults}))
        and (c.value <> 'email' or u.email_verified_at is not null)
        and (c.value <> 'push' or p.id is not null)
        and (c.value <> 'discord' or (u.discord_webhook is not null and u.discord_disabled_at is null))
      on conflict do nothing returning id, status`,
  )
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
