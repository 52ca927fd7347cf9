import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { DueDigest, QueueMessage } from '#worker/queue-messages.ts'
import { followsIt, isEligibleForNewEvent, isStillRelevant } from './audience.ts'
import type { Digest } from './contract.ts'
import { nextDigestAt } from '#worker/features/delivery-times/next-digest.ts'
import { notify, sendQueued } from '#worker/features/outbox/outbox.ts'
import type { DigestPayload } from '#worker/features/outbox/payloads.ts'
import { inBatches } from '#worker/integrations/http/batches.ts'

/** A condition on the person `u`: hears of this new event now, by itself. */
export function prefersInstantNotification(eventId: EventId): SQL {
  return sql`u.digest = 'off' and not exists (select 1 from digest_items i
    where i.user_id = u.id and i.event_id = ${eventId})`
}

type News = { eventId: EventId; events: EventId[]; users: SQL }

/** Puts what a notice of a new event tells of in the digest of those of a page of people who have one, and were not told of it. */
export function collect({ db, now }: Ctx, { eventId, events, users }: News): Statement {
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

/** People whose digest is due, for the minute job's one query. */
export function digestsDue(now: number): SQL {
  return sql`select * from (select 'digest', id, digest_next_at, 0 from ${nextDue(now)})`
}

/** People whose digest is due, in the order of that instant and their ids, behind one of them. */
function nextDue(now: number, behind?: DueDigest): SQL {
  const rest = behind ? sql`(digest_next_at, id) > (${behind.dueAt}, ${behind.id})` : sql`true`
  return sql`users indexed by users_digest_due where digest_next_at <= ${now} and ${rest}
    order by digest_next_at, id limit ${digestsPerRun}`
}

const digestsPerRun = 2000
const peoplePerMessage = 50

/** Asks for the digests of people; the last message of a full run has the next one asked for. */
export async function askForDigests(ctx: Ctx, due: readonly DueDigest[]): Promise<void> {
  const last = due.length === digestsPerRun ? due.at(-1) : undefined
  const messages = inBatches(due, peoplePerMessage).map((people) => {
    const users = people.map(({ id }) => id)
    const isLast = last !== undefined && people.includes(last)
    return { type: 'tell_digests' as const, users, ...(isLast ? { behind: last } : {}) }
  })
  if (messages.length > 0) await ctx.send(messages)
}

async function askForMore(ctx: Ctx<System>, behind: DueDigest): Promise<void> {
  const [due] = await read(ctx, [
    rows<DueDigest>(
      ctx.db,
      sql`select digest_next_at as dueAt, id from ${nextDue(ctx.now, behind)}`,
    ),
  ])
  await askForDigests(ctx, due)
}

/** How many events one digest names; of the rest it tells the number. */
const namedEvents = 20

/** New events in the order of their start, as one message tells of them. */
export function batchEvents(events: EventId[]): DigestPayload {
  return { events: events.slice(0, namedEvents), more: Math.max(0, events.length - namedEvents) }
}

type Recipient = { id: UserId; digest: Digest; timeZone: string }

/**
 * Writes the digests of a page of people, marks what they tell of and says when the next are due, in
 * one transaction: the first of overlapping runs moves the due instant, and the others find nothing.
 */
export async function tellDigests(
  ctx: Ctx<System>,
  { users, behind }: Extract<QueueMessage, { type: 'tell_digests' }>,
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
  if (behind) await askForMore(ctx, behind)
}

function idsOf(people: string): SQL {
  return sql`select value ->> 'id' from json_each(${people})`
}

/** A condition on the person `u`: is to be told now. */
function isDue(now: number): SQL {
  return sql`u.digest_next_at <= ${now} and u.is_active = 1 and u.is_soft_banned = 0`
}

/** What waits for the digest of the person `u` and still stands: its item `i` and event `e`. */
function standingItems(now: number): SQL {
  const items = sql`(select user_id, event_id, 'new_event_followed' as kind, null as payload
    from digest_items where told_at is null)`
  return sql`${items} i cross join events e on e.id = i.event_id
    where i.user_id = u.id and ${isStillRelevant(sql`i`, now)} and ${followsIt(sql`i`)}`
}

function writeDigests(ctx: Ctx<System>, people: string) {
  const { now } = ctx
  const items = standingItems(now)
  return notify(ctx, {
    kind: 'new_event_followed',
    // Of two in one day, for instance after a move to another zone, each tells of its own.
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

/** Marks what was told. */
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
