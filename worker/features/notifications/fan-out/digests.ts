import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { DueDigest, QueueMessage } from '#worker/queue-messages.ts'
import type { DigestPayload } from '#worker/features/notifications/kinds.ts'
import { followsEvent, isUpcoming } from '#worker/features/notifications/rules/kind-rules.ts'
import { dueDigests, queueDigests } from './due.ts'
import { isEligibleForNewEvent } from './recipients.ts'
import type { Digest } from '#worker/features/notifications/contract.ts'
import { nextDigestAt } from '#worker/features/notifications/preferences/digest-schedule.ts'
import { notify, sendQueued } from '#worker/features/notifications/outbox/notify.ts'

/** A condition on the person `u`: has no digest that this new event would wait for. */
export function prefersInstantNotification(eventId: EventId): SQL {
  return sql`u.digest = 'off' and not exists (select 1 from digest_items i
    where i.user_id = u.id and i.event_id = ${eventId})`
}

type News = { eventId: EventId; events: EventId[]; users: SQL }

/** Adds new events to the digests of those of a page of people who have one and got no notification of them. */
export function addToDigests({ db, now }: Ctx, { eventId, events, users }: News): Statement {
  return rows(
    db,
    sql`insert into digest_items (user_id, event_id, created_at)
      select u.id, x.value, ${now} from users u cross join json_each(${JSON.stringify(events)}) x
      where u.id in (${users}) and u.is_active = 1 and u.digest <> 'off' and ${isEligibleForNewEvent(eventId)}
        and not exists (select 1 from deliveries d where d.event_id = ${eventId}
          and d.user_id = u.id and d.kind = 'new_event_followed')
      on conflict do nothing`,
  )
}

async function queueNextDigests(ctx: Ctx<System>, behind: DueDigest): Promise<void> {
  const [due] = await read(ctx, [
    rows<DueDigest>(
      ctx.db,
      sql`select digest_next_at as dueAt, id from ${dueDigests(ctx.now, behind)}`,
    ),
  ])
  await queueDigests(ctx, due)
}

/** How many events one digest names; the others are a number. */
const namedEvents = 20

/** New events in the order of their start, as one message tells of them. */
export function batchEvents(events: EventId[]): DigestPayload {
  return { events: events.slice(0, namedEvents), more: Math.max(0, events.length - namedEvents) }
}

type Recipient = { id: UserId; digest: Digest; timeZone: string }

/**
 * Writes the digests of a page of people, marks their items as sent and sets when the next are due, in
 * one transaction: the first of overlapping runs moves the due instant, and the others find nothing.
 */
export async function sendDigests(
  ctx: Ctx<System>,
  { users, behind }: Extract<QueueMessage, { type: 'send_digests' }>,
): Promise<void> {
  const { db, now } = ctx
  const [due] = await read(ctx, [
    rows<Recipient>(
      db,
      sql`select id, digest, timezone_name as timeZone from users
        where id in (select value from json_each(${JSON.stringify(users)})) and digest_next_at <= ${now}`,
    ),
  ])
  // Another run was here before, and goes on itself.
  if (due.length === 0) return
  const people = JSON.stringify(
    due.map(({ id, digest, timeZone }) => ({
      id,
      digest,
      next: nextDigestAt(digest, timeZone, now),
    })),
  )
  const [queued] = await write(ctx, [
    writeDigests(ctx, people),
    settleItems(ctx, people),
    rows(
      db,
      // Who chose anew since then stays due: the next run says when.
      sql`update users set digest_next_at = p.value ->> 'next' from json_each(${people}) p
        where users.id = p.value ->> 'id' and digest = p.value ->> 'digest' and digest_next_at <= ${now}`,
    ),
  ])
  await sendQueued(ctx, queued)
  if (behind) await queueNextDigests(ctx, behind)
}

function idsOf(people: string): SQL {
  return sql`select value ->> 'id' from json_each(${people})`
}

/** A condition on the person `u`: their digest is to be sent now. */
function isDue(now: number): SQL {
  return sql`u.digest_next_at <= ${now} and u.is_active = 1 and u.is_soft_banned = 0`
}

/** What waits for the digest of the person `u` and still stands: its item `i` and event `e`. */
function standingItems(now: number): SQL {
  return sql`digest_items i cross join events e on e.id = i.event_id
    where i.user_id = u.id and i.told_at is null and ${isUpcoming(now)} and ${followsEvent(sql`i`)}`
}

function writeDigests(ctx: Ctx<System>, people: string) {
  const { now } = ctx
  const items = standingItems(now)
  return notify(ctx, {
    kind: 'new_event_followed',
    // Of two in one day, for instance after a move to another zone, each has its own items.
    key: sql`'digest:' || u.digest_next_at`,
    users: idsOf(people),
    only: sql`${isDue(now)} and exists (select 1 from ${items})`,
    eventId: sql`null`,
    payload: sql`json_object(
      'events', json((select json_group_array(id) from
        (select e.id from ${items} order by e.start_at, e.id limit ${namedEvents}))),
      'more', max(0, (select count(*) from ${items}) - ${namedEvents}))`,
    deadlineAt: null,
  })
}

/** Marks the items as sent. */
function settleItems({ db, now }: Ctx<System>, people: string): Statement {
  return rows(
    db,
    sql`update digest_items set told_at = ${now} where told_at is null
      and (user_id, event_id) in (select u.id, e.id from users u
        cross join ${standingItems(now)} and u.id in (${idsOf(people)}) and ${isDue(now)})`,
  )
}

/** Forgets the items of what has begun: the events of all are walked, of each the first item alone. */
export async function dropBegunItems(ctx: Ctx<System>): Promise<void> {
  const { db, now } = ctx
  await write(ctx, [
    rows(
      db,
      sql`with recursive listed (id) as (select min(event_id) from digest_items
          union all select (select min(event_id) from digest_items where event_id > listed.id)
            from listed where id is not null)
        delete from digest_items where event_id in (
          select e.id from listed cross join events e on e.id = listed.id where e.start_at <= ${now})`,
    ),
  ])
}
