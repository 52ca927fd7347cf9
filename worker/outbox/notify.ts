import { is, SQL, sql } from 'drizzle-orm'
import { writeInOrder, type Ctx, type System } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { u } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import {
  deliveries,
  notificationChannels,
  pushSubscriptions,
} from '#worker/db/schema/notifications.ts'
import { select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insert } from '#worker/db/writes.ts'
import {
  notificationKinds,
  type RecipientExclusion,
  DeliveryChannel,
  type NotificationKind,
  type NotificationPayloads,
} from '#worker/features/notifications/kinds.ts'
import { queuedColumns, sendQueuedDeliveries, type QueuedDelivery } from './lanes.ts'

type NotificationInputOf<Kind extends NotificationKind> = {
  kind: Kind
  /** Names the fact: each person hears of it once per channel. An expression may read the row. */
  key: SQL | string
  /** Yields user ids. */
  users: SQL
  /** Rows to join with the person `u`: each is a notification of its own, whose key names it. */
  each?: SQL
  only?: SQL
  eventId?: SQL | EventId
  /** An expression yields it as JSON, and may read the person `u`. */
  payload: SQL | NotificationPayloads[Kind]
  /** When it may leave; default: now. It may read the channel `c`. */
  nextAt?: SQL<number>
  /** Promised time; default: now. */
  dueAt?: SQL<number>
  /** Not to be sent at or after this instant. */
  deadlineAt?: SQL | number
}
export type NotificationInput = {
  [Kind in NotificationKind]: NotificationInputOf<Kind>
}[NotificationKind]

const n = alias(notificationChannels, 'n')
const p = alias(pushSubscriptions, 'p')

/** On the person `u`; an address has to be verified for mail alone. */
const memberConditions: Record<RecipientExclusion, SQL> = {
  inactive: sql`${u.isActive} = 1`,
  restricted: sql`${u.isSoftBanned} = 0`,
  ungamified: sql`${u.isGamified} = 1`,
  unverified: sql`(c.value <> 'email' or ${u.emailVerifiedAt} is not null)`,
}

export function toJsonSql(
  payload: SQL | NotificationPayloads[NotificationKind],
): SQL<Record<string, unknown>> {
  return is(payload, SQL)
    ? (payload as SQL<Record<string, unknown>>)
    : sql<Record<string, unknown>>`${JSON.stringify(payload)}`
}

const channelValue = sql<DeliveryChannel>`c.value`

/** Rows of the person `u` and each channel `c` that the notification goes by. */
function buildAudienceSql(
  notification: Pick<NotificationInput, 'kind' | 'users' | 'each' | 'only'>,
) {
  const { kind, users: recipients, each, only = sql`true` } = notification
  const defaults = notificationKinds[kind].defaultChannels
  const isIncluded = sql.join(
    notificationKinds[kind].exclusions.map((exclusion) => memberConditions[exclusion]),
    sql` and `,
  )
  return {
    from: sql`${u} ${each && sql`join ${each}`}
        join json_each(${JSON.stringify(DeliveryChannel.options)}) c
        left join ${n} on ${n.userId} = ${u.id} and ${n.kind} = ${kind} and ${n.channel} = ${channelValue}
        left join ${p} on ${channelValue} = 'push' and ${p.userId} = ${u.id}`,
    where: sql`${u.id} in (${recipients}) and ${isIncluded} and ${only}
        and coalesce(${n.isEnabled}, ${channelValue} in ${defaults})
        and (${channelValue} <> 'push' or ${p.id} is not null)
        and (${channelValue} <> 'discord' or (${u.discordWebhook} is not null and ${u.discordDisabledAt} is null))`,
  }
}

/** Number of rows that it would write, by channel. */
export function countRecipients(
  audience: Pick<NotificationInput, 'kind' | 'users'>,
): Statement<{ channel: DeliveryChannel; count: number }[]> {
  const { from, where } = buildAudienceSql(audience)
  return select(
    { channel: channelValue, count: sql<number>`count(*)` },
    sql`from ${from} where ${where} group by 1`,
  )
}

/** In-app rows are delivered by being written. Writing it again adds nothing. */
export function insertNotificationDeliveries(
  { now }: { now: number | SQL<number> },
  notification: NotificationInput,
): Statement<QueuedDelivery[]> {
  const { kind, key, payload } = notification
  return insert(
    deliveries,
    {
      key: sql<string>`(${key}) || coalesce('@' || ${p.id}, '')`,
      userId: u.id,
      channel: channelValue,
      kind,
      eventId: (notification.eventId ?? sql`null`) as SQL<EventId | null> | EventId,
      payload: toJsonSql(payload),
      status: sql<'sent' | 'pending'>`iif(${channelValue} = 'in_app', 'sent', 'pending')`,
      nextAt: notification.nextAt ?? now,
      dueAt: notification.dueAt ?? null,
      deadlineAt: (notification.deadlineAt ?? null) as SQL<number> | number | null,
      sentAt: sql<number | null>`iif(${channelValue} = 'in_app', ${now}, null)`,
      createdAt: now,
      subscriptionId: p.id,
    },
    {
      ...buildAudienceSql(notification),
      onConflict: sql`do nothing`,
      returning: queuedColumns,
    },
  )
}

export const fanOutPageSize = 500

type FanOutProgress = { after: UserId | 0; doneAt: number | null }

type FanOutPage = {
  queued: Statement<QueuedDelivery[]>
  alongside?: Statement[]
  /** Writes down how far it went; yields no row when it is off. */
  progress: Statement<FanOutProgress[]>
}

/** @returns the last person when others follow */
export async function notifyRecipientPage(
  ctx: Ctx<System>,
  { queued, progress, alongside = [] }: FanOutPage,
): Promise<UserId | undefined> {
  const written = await writeInOrder(ctx, { queued, progress, alongside })
  await sendQueuedDeliveries(ctx, written.queued)
  const [reached] = written.progress
  return reached?.doneAt === null && reached.after !== 0 ? reached.after : undefined
}
