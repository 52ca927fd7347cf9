import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import type {
  BroadcastKind,
  DigestPayload,
  NotificationPayloads,
} from '#worker/features/notifications/kinds.ts'
import { isStillRelevant } from '#worker/features/notifications/rules/kind-rules.ts'
import { followedSubjects, isEligibleForNewEvent, selectRecipients } from './recipients.ts'
import { addToDigests, prefersInstantNotification, batchEvents } from './digests.ts'
import { asJson } from '#worker/features/notifications/outbox/notify.ts'
import { pageSize, notifyPage } from '#worker/features/notifications/outbox/notify.ts'

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
  /** Only write when this holds in the same transaction. */
  when?: SQL
}
type Announcement = { [Kind in BroadcastKind]: AnnouncementOf<Kind> }[BroadcastKind]

/**
 * The statement that announces a fact to many, in the transaction of the fact itself. Announced again
 * before its fan-out is complete, it takes the later deadline.
 */
export function announce({ db, now }: Ctx, fact: Announcement): Statement {
  const { kind, key, eventId, payload, deadlineAt, when = sql`true` } = fact
  return rows(
    db,
    sql`insert into notice_fanouts (key, kind, event_id, payload, deadline_at, touched_at, created_at)
      select ${key}, ${kind}, e.id, ${asJson(payload)}, ${deadlineAt}, ${now}, ${now} from events e
      where e.id = ${eventId} and ${deadlineAt} > ${now} and ${when}
      on conflict (key) do update set deadline_at = excluded.deadline_at where done_at is null`,
  )
}

/** Queues the fan-out of an event's broadcasts; the minute job finds any that this misses. */
export async function queueBroadcasts(ctx: Ctx, ...eventIds: number[]): Promise<void> {
  try {
    await ctx.send(eventIds.map((eventId) => ({ type: 'fan_out_broadcasts', eventId })))
  } catch (error) {
    console.error(
      JSON.stringify({ broadcasts: error instanceof Error ? error.message : 'not queued' }),
    )
  }
}

type Broadcast = {
  eventId: EventId
  key: string
  kind: BroadcastKind
  payload: string
  deadlineAt: number
  after: UserId | 0
}

/**
 * Writes one page of each broadcast that an event has waiting, and queues the next. It goes on where
 * the rows say, so that messages may be repeated, reordered or late. While the event is off the
 * agenda its broadcasts wait; one that waited too long is deleted.
 */
export async function fanOutBroadcasts(
  ctx: Ctx<System>,
  { eventId }: Extract<QueueMessage, { type: 'fan_out_broadcasts' }>,
): Promise<void> {
  const [waiting] = await read(ctx, [
    rows<Broadcast>(
      ctx.db,
      sql`select f.event_id as eventId, f.key, f.kind, f.payload, f.deadline_at as deadlineAt, f.after_user_id as after
        from notice_fanouts f join events e on e.id = f.event_id
        where f.event_id = ${eventId} and f.done_at is null
          and (f.deadline_at <= ${ctx.now} or ${isStillRelevant(sql`f`, ctx.now)}) order by f.created_at`,
    ),
  ])
  const timely = waiting.filter(({ deadlineAt }) => deadlineAt > ctx.now)
  if (timely.length < waiting.length) await deleteLate(ctx, eventId)
  let isMore = false
  for (const broadcast of timely) {
    const last = await writeNextPage(ctx, broadcast)
    isMore ||= last !== undefined
  }
  if (isMore) await ctx.send([{ type: 'fan_out_broadcasts', eventId }])
}

async function deleteLate(ctx: Ctx<System>, eventId: number): Promise<void> {
  await write(ctx, [
    rows(
      ctx.db,
      sql`delete from notice_fanouts
        where event_id = ${eventId} and done_at is null and deadline_at <= ${ctx.now}`,
    ),
  ])
}

/** The events of a broadcast of new ones: one by itself, or several that came at once. */
function newsOf({ eventId, payload }: Broadcast) {
  const { events } = JSON.parse(payload) as Partial<DigestPayload>
  return events
    ? { events, payload: batchEvents(events) }
    : { events: [eventId], payload: followedSubjects(eventId) }
}

function writeNextPage(ctx: Ctx<System>, broadcast: Broadcast) {
  const { eventId, key, kind, payload, deadlineAt, after } = broadcast
  const holds = sql`exists (select 1 from notice_fanouts f join events e on e.id = f.event_id
    where f.key = ${key} and ${isStillRelevant(sql`f`, ctx.now)})`
  const people = selectRecipients(kind, { eventId, after }, holds)
  const news = kind === 'new_event_followed' ? newsOf(broadcast) : undefined
  return notifyPage(ctx, {
    notification: {
      kind,
      key,
      users: people,
      ...(news
        ? {
            only: sql`${isEligibleForNewEvent(eventId)} and ${prefersInstantNotification(eventId)}`,
          }
        : {}),
      eventId,
      payload: news ? asJson(news.payload) : sql`${payload}`,
      deadlineAt,
    },
    alongside: news ? [addToDigests(ctx, { eventId, events: news.events, users: people })] : [],
    progress: sql`update notice_fanouts set touched_at = ${ctx.now},
        after_user_id = max(after_user_id, coalesce(page.last, 0)),
        done_at = coalesce(done_at, iif(page.count < ${pageSize}, ${ctx.now}, null))
      from (select max(user_id) as last, count(*) as count from (${people})) page
      where key = ${key} and ${holds}
      returning after_user_id as after, done_at as doneAt`,
  })
}
