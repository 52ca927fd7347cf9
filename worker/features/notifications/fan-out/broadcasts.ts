import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { e, u } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { booleanSql, type RowOf } from '#worker/db/row.ts'
import { deliveries, notificationBroadcasts } from '#worker/db/schema/notifications.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { buildSetSql, excluded, insert, remove, update } from '#worker/db/writes.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import type {
  BroadcastKind,
  DigestPayload,
  NotificationPayloads,
} from '#worker/features/notifications/kinds.ts'
import { isStillRelevant } from '#worker/features/notifications/rules/kind-rules.ts'
import {
  followedSubjectsJson,
  isEligibleForNewEvent,
  isWithinUnreviewedReach,
  selectRecipients,
} from './recipients.ts'
import { addToDigests, prefersInstantNotification, toDigestPayload } from './digests.ts'
import {
  toJsonSql,
  insertNotificationDeliveries,
  notifyRecipientPage,
  fanOutPageSize,
} from '#worker/outbox/notify.ts'
import { describeError } from '#worker/logging/log.ts'

const f = alias(notificationBroadcasts, 'f')

type AnnouncementOf<Kind extends BroadcastKind> = {
  kind: Kind
  /** Names the fact, which is announced once. This and what follows may read the event `e`. */
  key: SQL | string
  /** An expression where the same transaction makes the event. */
  eventId: SQL | EventId
  /** An expression yields it as JSON. */
  payload: SQL | NotificationPayloads[Kind]
  /** Not to be sent at or after this instant. */
  deadlineAt: SQL | number
  when?: SQL
}
type Announcement = { [Kind in BroadcastKind]: AnnouncementOf<Kind> }[BroadcastKind]

/** Announced again before its fan-out is complete, it takes the later deadline. */
export function insertBroadcast({ now }: Ctx, fact: Announcement): Statement {
  const { kind, key, eventId, payload, deadlineAt, when = sql`true` } = fact
  const { key: onKey, deadlineAt: deadline, doneAt } = notificationBroadcasts
  return insert(
    notificationBroadcasts,
    {
      key: key as SQL<string> | string,
      kind,
      eventId: e.id,
      payload: toJsonSql(payload),
      deadlineAt: deadlineAt as SQL<number> | number,
      touchedAt: now,
      createdAt: now,
    },
    {
      from: sql`${e}`,
      where: sql`${e.id} = ${eventId} and ${deadlineAt} > ${now} and ${when}`,
      onConflict: sql`(${sql.identifier(onKey.name)}) do update
        set ${buildSetSql(notificationBroadcasts, { deadlineAt: excluded(deadline) })}
        where ${doneAt} is null`,
    },
  )
}

/** `unreviewed`: a review would bring the broadcast of the event `e` to more followers. */
const newEventPayload = sql<
  Record<string, unknown>
>`iif(${e.reviewedAt} is null, '{"unreviewed":1}', '{}')`

/** Begins again where a review or confirmation adds followers; nobody is notified twice. */
export function announceNewEvent(
  { now }: Ctx,
  eventId: SQL | EventId,
  when: SQL = sql`true`,
): Statement {
  const { key, deadlineAt, doneAt, afterUserId, touchedAt, payload } = notificationBroadcasts
  const isReadable = sql`json_valid(${payload})`
  const wasUnreviewed = sql`iif(${isReadable}, coalesce(${payload} ->> '$.unreviewed', 0), 0)`
  const reviewed = sql`iif(${excluded(payload)} ->> '$.unreviewed' is null, '{"unreviewed":null}', '{}')`
  return insert(
    notificationBroadcasts,
    {
      key: sql<string>`'new_event:' || ${e.id}`,
      kind: 'new_event_followed',
      eventId: e.id,
      payload: newEventPayload,
      deadlineAt: e.startAt,
      touchedAt: now,
      createdAt: now,
    },
    {
      from: sql`${e}`,
      where: sql`${e.id} = ${eventId} and ${e.startAt} > ${now} and ${e.status} = 'approved'
        and ${e.cancelledAt} is null and ${when}`,
      onConflict: sql`(${sql.identifier(key.name)}) do update
        set ${buildSetSql(notificationBroadcasts, {
          deadlineAt: excluded(deadlineAt),
          touchedAt: sql<number>`iif(${wasUnreviewed}, ${excluded(touchedAt)}, ${touchedAt})`,
          doneAt: sql<number | null>`iif(${wasUnreviewed}, null, ${doneAt})`,
          afterUserId: sql<UserId | 0>`iif(${wasUnreviewed}, 0, ${afterUserId})`,
          // The message of several that was sent under it is not sent to others.
          payload: sql<
            Record<string, unknown>
          >`case when not ${isReadable} then ${excluded(payload)}
            when ${doneAt} is not null and ${payload} ->> '$.events' is not null then ${excluded(payload)}
            else json_patch(${payload}, ${reviewed}) end`,
        })}
        where ${doneAt} is null or ${wasUnreviewed}`,
    },
  )
}

/** The minute job finds any that this misses. */
export async function queueBroadcasts(ctx: Ctx, ...eventIds: number[]): Promise<void> {
  try {
    await ctx.send(eventIds.map((eventId) => ({ type: 'fan_out_broadcasts', eventId })))
  } catch (error) {
    ctx.log({ event: 'message_not_queued', type: 'fan_out_broadcasts', ...describeError(error) })
  }
}

const broadcastColumns = {
  eventId: f.eventId,
  key: f.key,
  kind: f.kind,
  payload: sql<string>`${f.payload}`,
  isReadable: booleanSql(sql`json_valid(${f.payload})`),
  deadlineAt: f.deadlineAt,
  after: f.afterUserId,
}
type PendingBroadcastRow = RowOf<typeof broadcastColumns>

type WaitingBroadcastsQuery = { eventId: number; now: number }

const selectWaiting = prepare(
  ({ eventId, now, reach }: Params<WaitingBroadcastsQuery & { reach: number }>) =>
    select(
      broadcastColumns,
      sql`from ${f} join ${e} on ${e.id} = ${f.eventId}
      where ${f.eventId} = ${eventId} and ${f.doneAt} is null
        and (${f.deadlineAt} <= ${now} or not json_valid(${f.payload})
          or (${isStillRelevant(f, now)} and ${isWithinUnreviewedReach(reach)}))
      order by ${f.createdAt}`,
    ),
)

const deleteLate = prepare(({ eventId, now }: Params<WaitingBroadcastsQuery>) => {
  const { eventId: ofEvent, doneAt, deadlineAt } = notificationBroadcasts
  return remove(notificationBroadcasts, {
    where: sql`${ofEvent} = ${eventId} and ${doneAt} is null and ${deadlineAt} <= ${now}`,
  })
})

/** An unreadable payload is sent to nobody: the row stays as it is, and is done. */
const endUnreadable = prepare(({ eventId, now }: Params<WaitingBroadcastsQuery>) => {
  const { eventId: ofEvent, doneAt, payload } = notificationBroadcasts
  return update(
    notificationBroadcasts,
    { doneAt: now },
    { where: sql`${ofEvent} = ${eventId} and ${doneAt} is null and not json_valid(${payload})` },
  )
})

/**
 * Goes on where the rows say, so that messages may be repeated, reordered or late. While the event
 * is off the agenda its broadcasts wait; one that waited too long is deleted.
 */
export async function fanOutBroadcasts(
  ctx: Ctx<System>,
  { eventId }: Extract<QueueMessage, { type: 'fan_out_broadcasts' }>,
): Promise<void> {
  const { now } = ctx
  const reach = ctx.config.PROPOSAL_LIMITS.unreviewedRecipients
  const { waiting } = await read(ctx, { waiting: selectWaiting({ eventId, now, reach }) })
  const timely = waiting.filter(({ deadlineAt, isReadable }) => isReadable && deadlineAt > now)
  if (timely.length < waiting.length) {
    await write(ctx, [deleteLate({ eventId, now }), endUnreadable({ eventId, now })])
  }
  for (const { key, isReadable } of waiting) {
    if (!isReadable) ctx.reportFailure(new Error(`the payload of the broadcast ${key} is no JSON`))
  }
  await writeNextBroadcastPages(ctx, eventId, timely)
}

/** One that fails holds none of the others up; it is tried again with the message. */
async function writeNextBroadcastPages(
  ctx: Ctx<System>,
  eventId: number,
  timely: PendingBroadcastRow[],
) {
  let isMore = false
  const failures: unknown[] = []
  for (const broadcast of timely) {
    try {
      const last = await writeNextBroadcastPage(ctx, broadcast)
      isMore ||= last !== undefined
    } catch (error) {
      failures.push(error)
    }
  }
  if (isMore) await ctx.send([{ type: 'fan_out_broadcasts', eventId }])
  if (failures.length > 0) throw failures[0]
}

function parseNewEvents({ eventId, payload }: PendingBroadcastRow) {
  const { events: joined, announced_with } = JSON.parse(payload) as Partial<DigestPayload> & {
    announced_with?: EventId
  }
  const isNews = announced_with === undefined ? sql`true` : userWasNotNotifiedOf(announced_with)
  return joined
    ? { events: joined, payload: toDigestPayload(joined), isNews }
    : { events: [eventId], payload: followedSubjectsJson(eventId), isNews }
}

function userWasNotNotifiedOf(eventId: EventId): SQL {
  return sql`not exists (select 1 from ${deliveries} where ${deliveries.eventId} = ${eventId}
    and ${deliveries.userId} = ${u.id} and ${deliveries.kind} = 'new_event_followed')`
}

function writeNextBroadcastPage(ctx: Ctx<System>, broadcast: PendingBroadcastRow) {
  const { now } = ctx
  const { eventId, key, kind, payload, deadlineAt, after } = broadcast
  const reach = ctx.config.PROPOSAL_LIMITS.unreviewedRecipients
  // One that was sent back to its first recipient since it was read goes on from there.
  const hasValues = sql`exists (select 1 from ${f} join ${e} on ${e.id} = ${f.eventId}
    where ${f.key} = ${key} and ${f.afterUserId} >= ${after} and ${isStillRelevant(f, now)}
      and ${isWithinUnreviewedReach(reach)})`
  const recipients = selectRecipients(kind, { eventId, after }, hasValues)
  const news = kind === 'new_event_followed' ? parseNewEvents(broadcast) : undefined
  const { key: ofKey, afterUserId, doneAt } = notificationBroadcasts
  return notifyRecipientPage(ctx, {
    queued: insertNotificationDeliveries(ctx, {
      kind,
      key,
      users: recipients,
      ...(news
        ? {
            only: sql`${isEligibleForNewEvent(eventId)} and ${prefersInstantNotification(eventId)}
              and ${news.isNews}`,
          }
        : {}),
      eventId,
      payload: news ? toJsonSql(news.payload) : sql`${payload}`,
      // One to many waits for its review.
      dueAt: sql<number>`(select max(${f.createdAt}, coalesce(${e.reviewedAt}, 0))
        from ${f} join ${e} on ${e.id} = ${f.eventId} where ${f.key} = ${key})`,
      deadlineAt,
    }),
    alongside: news ? [addToDigests(ctx, { eventId, events: news.events, users: recipients })] : [],
    progress: update(
      notificationBroadcasts,
      {
        touchedAt: now,
        afterUserId: sql`max(${afterUserId}, coalesce(page.last, 0))`,
        doneAt: sql`coalesce(${doneAt}, iif(page.count < ${fanOutPageSize}, ${now}, null))`,
      },
      {
        from: sql`(select max(user_id) as last, count(*) as count from (${recipients})) page`,
        where: sql`${ofKey} = ${key} and ${hasValues}`,
        returning: { after: afterUserId, doneAt },
      },
    ),
  })
}
