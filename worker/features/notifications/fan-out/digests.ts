import { sql, type SQL } from 'drizzle-orm'
import { read, write, writeInOrder, type Ctx, type System } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { e, u } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { notNullable } from '#worker/db/row.ts'
import { deliveries, digestItems } from '#worker/db/schema/notifications.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insert, remove, update } from '#worker/db/writes.ts'
import type { DueDigest, QueueMessage } from '#worker/queue-messages.ts'
import type { DigestPayload } from '#worker/features/notifications/kinds.ts'
import {
  recipientFollowsEvent,
  isEventAnnounceable,
} from '#worker/features/notifications/rules/kind-rules.ts'
import { dueDigestsFromClause, queueDigests } from './due.ts'
import { isEligibleForNewEvent } from './recipients.ts'
import { computeNextDigestAt } from '#worker/features/notifications/preferences/digest-schedule.ts'
import { sendQueuedDeliveries } from '#worker/outbox/lanes.ts'
import { insertNotificationDeliveries } from '#worker/outbox/notify.ts'

const i = alias(digestItems, 'i')

/** The person `u` has no digest that this new event would wait for. */
export function prefersInstantNotification(eventId: EventId): SQL {
  return sql`${u.digest} = 'off' and not exists (select 1 from ${i}
    where ${i.userId} = ${u.id} and ${i.eventId} = ${eventId})`
}

type DigestAddition = { eventId: EventId; events: EventId[]; users: SQL }

export function addToDigests(
  { now }: Ctx,
  { eventId, events: added, users: recipients }: DigestAddition,
): Statement {
  return insert(
    digestItems,
    { userId: u.id, eventId: sql<EventId>`x.value`, createdAt: now },
    {
      from: sql`${u} cross join json_each(${JSON.stringify(added)}) x`,
      where: sql`${u.id} in (${recipients}) and ${u.isActive} = 1 and ${u.digest} <> 'off'
        and ${isEligibleForNewEvent(eventId)}
        and not exists (select 1 from ${deliveries} where ${deliveries.eventId} = ${eventId}
          and ${deliveries.userId} = ${u.id} and ${deliveries.kind} = 'new_event_followed')`,
      onConflict: sql`do nothing`,
    },
  )
}

async function queueNextDigests(ctx: Ctx<System>, behind: DueDigest): Promise<void> {
  const columns = { dueAt: notNullable(users.digestNextAt), id: users.id }
  const { due } = await read(ctx, {
    due: select(columns, sql`from ${dueDigestsFromClause(ctx.now, behind)}`),
  })
  await queueDigests(ctx, due)
}

const maxNamedEvents = 20

export function toDigestPayload(eventsByStart: EventId[]): DigestPayload {
  return {
    events: eventsByStart.slice(0, maxNamedEvents),
    more: Math.max(0, eventsByStart.length - maxNamedEvents),
  }
}

const dueRecipientColumns = { id: users.id, digest: users.digest, timeZone: users.timeZone }

const selectDueRecipients = prepare(({ ids, now }: Params<{ ids: string; now: number }>) =>
  select(
    dueRecipientColumns,
    sql`from ${users} where ${users.id} in (select value from json_each(${ids}))
      and ${users.digestNextAt} <= ${now}`,
  ),
)

type DueDigestsPage = { recipients: string; now: number }

function selectRecipientIds(recipients: SQL): SQL {
  return sql`select value ->> 'id' from json_each(${recipients})`
}

function isDigestDue(now: SQL): SQL {
  return sql`${u.digestNextAt} <= ${now} and ${u.isActive} = 1 and ${u.isSoftBanned} = 0`
}

function pendingItemsJoinSql(now: SQL): SQL {
  return sql`${i} cross join ${e} on ${e.id} = ${i.eventId}
    where ${i.userId} = ${u.id} and ${i.toldAt} is null and ${isEventAnnounceable(now)} and ${recipientFollowsEvent(i)}`
}

const writeDigests = prepare(({ recipients, now }: Params<DueDigestsPage>) => {
  const items = pendingItemsJoinSql(now)
  return insertNotificationDeliveries(
    { now },
    {
      kind: 'new_event_followed',
      // Two digests in one day, for instance after a move to another zone, have items of their own.
      key: sql`'digest:' || ${u.digestNextAt}`,
      users: selectRecipientIds(recipients),
      only: sql`${isDigestDue(now)} and exists (select 1 from ${items})`,
      dueAt: sql<number>`${u.digestNextAt}`,
      payload: sql`json_object(
        'events', json((select json_group_array(id) from (select ${e.id} as id from ${items}
          order by ${e.startAt}, ${e.id} limit ${maxNamedEvents}))),
        'more', max(0, (select count(*) from ${items}) - ${maxNamedEvents}))`,
    },
  )
})

const settleItems = prepare(({ recipients, now }: Params<DueDigestsPage>) =>
  update(
    digestItems,
    { toldAt: now },
    {
      where: sql`${digestItems.toldAt} is null
        and (${digestItems.userId}, ${digestItems.eventId}) in (select ${u.id}, ${e.id} from ${u}
          cross join ${pendingItemsJoinSql(now)} and ${u.id} in (${selectRecipientIds(recipients)}) and ${isDigestDue(now)})`,
    },
  ),
)

/** A member who chose anew since then stays due: the next run says when. */
const setNextDigests = prepare(({ recipients, now }: Params<DueDigestsPage>) =>
  update(
    users,
    { digestNextAt: sql`p.value ->> 'next'` },
    {
      from: sql`json_each(${recipients}) p`,
      where: sql`${users.id} = p.value ->> 'id' and ${users.digest} = p.value ->> 'digest'
        and ${users.digestNextAt} <= ${now}`,
    },
  ),
)

/** One transaction: the first of overlapping runs moves the due instant, the others do nothing. */
export async function sendDigests(
  ctx: Ctx<System>,
  { users: ids, behind }: Extract<QueueMessage, { type: 'send_digests' }>,
): Promise<void> {
  const { now } = ctx
  const { due } = await read(ctx, { due: selectDueRecipients({ ids: JSON.stringify(ids), now }) })
  // Another run was here before, and goes on itself.
  if (due.length === 0) return
  const page = {
    recipients: JSON.stringify(
      due.map(({ id, digest, timeZone }) => ({
        id,
        digest,
        next: computeNextDigestAt(digest, timeZone, now),
      })),
    ),
    now,
  }
  const { queued } = await writeInOrder(ctx, {
    queued: writeDigests(page),
    settled: settleItems(page),
    next: setNextDigests(page),
  })
  await sendQueuedDeliveries(ctx, queued)
  if (behind) await queueNextDigests(ctx, behind)
}

/** Walks the events, and of each the first item alone. */
const deleteBegunItems = prepare(({ now }: Params<{ now: number }>) =>
  remove(digestItems, {
    where: sql`${digestItems.eventId} in (
      with recursive listed (id) as (select min(${i.eventId}) from ${i}
        union all select (select min(${i.eventId}) from ${i} where ${i.eventId} > listed.id)
          from listed where id is not null)
      select ${e.id} from listed cross join ${e} on ${e.id} = listed.id where ${e.startAt} <= ${now})`,
  }),
)

export async function deleteStartedDigestItems(ctx: Ctx<System>): Promise<void> {
  await write(ctx, [deleteBegunItems({ now: ctx.now })])
}
