import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Moderator } from '#worker/context.ts'
import type { EventId, GroupId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { pageLimit, selectTotal, toAdminPage } from '#worker/db/admin-page.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { contains } from '#worker/db/contains.ts'
import { audit } from '#worker/features/moderation/audit/audit.ts'
import { queuePurge } from '#worker/features/operations/cache/purge.ts'
import { AppError } from '#worker/api/errors.ts'
import { selectAdminGroups, toAdminGroup } from './admin-groups.ts'
import type { AdminGroup, AdminGroupEventsQuery, GroupEvent } from './contract.ts'

type LinkedRow = {
  id: EventId
  slug: string
  name: string
  start: number
  timezone: string
  certainty: GroupEvent['time_certainty']
  status: GroupEvent['status']
  account: string | null
  groupId: GroupId | null
  groupName: string | null
}

function toGroupEvent({ start, certainty, account, groupId, groupName, ...row }: LinkedRow) {
  return {
    ...row,
    start: toInstant(start),
    time_certainty: certainty,
    streaming_account_name: account,
    group: groupId === null ? null : { id: groupId, name: groupName ?? '' },
  }
}

function selectGroup({ db }: Ctx, id: GroupId): Statement<{ name: string }[]> {
  return rows<{ name: string }>(db, sql`select name from event_groups where id = ${id}`)
}

/**
 * The events of a group with the newest first, or those that it does not have, the nearest first.
 * @throws AppError `group_not_found`
 */
export async function listLinkedEvents(
  ctx: Ctx<Moderator>,
  id: GroupId,
  { q, linked, ...paging }: AdminGroupEventsQuery,
): Promise<AdminPage<GroupEvent>> {
  const { db, now } = ctx
  const where = sql`e.group_id ${linked ? sql`is` : sql`is not`} ${id}
    ${q === '' ? sql`` : sql`and ${contains(sql`e.name`, q)}`}`
  const order = linked ? sql`e.start_at desc, e.id` : sql`abs(e.start_at - ${now}), e.id`
  const [[group], found, total] = await read(ctx, [
    selectGroup(ctx, id),
    rows<LinkedRow>(
      db,
      sql`select e.id, e.slug, e.name, e.start_at as start, e.timezone,
          e.time_certainty as certainty, e.status, e.streaming_account_name as account,
          e.group_id as groupId, eg.name as groupName
        from events e left join event_groups eg on eg.id = e.group_id
        where ${where} order by ${order} ${pageLimit(paging)}`,
    ),
    selectTotal(sql`events e where ${where}`),
  ])
  if (!group) throw new AppError('not_found', 'group_not_found')
  return toAdminPage(paging, found.map(toGroupEvent), total)
}

type Pair = { groupId: GroupId; eventId: EventId }
type EventRow = { groupId: GroupId | null; groupName: string | null }

/** @throws AppError `group_not_found`, `event_not_found` */
async function readPair(ctx: Ctx<Moderator>, { groupId, eventId }: Pair) {
  const [[group], [event]] = await read(ctx, [
    selectGroup(ctx, groupId),
    rows<EventRow>(
      ctx.db,
      sql`select e.group_id as groupId, eg.name as groupName
        from events e left join event_groups eg on eg.id = e.group_id where e.id = ${eventId}`,
    ),
  ])
  if (!group) throw new AppError('not_found', 'group_not_found')
  if (!event) throw new AppError('not_found', 'event_not_found')
  return { group, event }
}

type Move = Pair & {
  act: 'link' | 'unlink'
  /** The group it goes to. */
  into: GroupId | null
  /** Another one, which it leaves. */
  outOf?: GroupId | null
  when: SQL
  from: string | null
  to: string | null
}

/** Where it is already, nothing changes. */
async function move(ctx: Ctx<Moderator>, step: Move): Promise<AdminGroup> {
  const { groupId, eventId, act, into, outOf, when, from, to } = step
  const [moved, , [row]] = await write(ctx, [
    rows<{ id: EventId }>(
      ctx.db,
      sql`update events set group_id = ${into} where id = ${eventId} and ${when} returning id`,
    ),
    audit(ctx, { act, subject: 'event', id: eventId, from, to, when: sql`changes() = 1` }),
    selectAdminGroups(ctx, sql`where eg.id = ${groupId}`),
  ])
  if (!row) throw new AppError('not_found', 'group_not_found')
  if (moved.length > 0) {
    const groups = [groupId, ...(outOf ? [outOf] : [])]
    await queuePurge(
      ctx,
      { type: 'event', id: eventId },
      ...groups.map((id) => ({ type: 'group' as const, id })),
    )
  }
  return toAdminGroup(row)
}

/**
 * An event that is in another group moves to this one.
 * @throws AppError `group_not_found`, `event_not_found`
 */
export async function linkEvent(ctx: Ctx<Moderator>, pair: Pair): Promise<AdminGroup> {
  const { groupId } = pair
  const { group, event } = await readPair(ctx, pair)
  return move(ctx, {
    ...pair,
    act: 'link',
    into: groupId,
    outOf: event.groupId,
    when: sql`group_id is not ${groupId}
      and exists (select 1 from event_groups where id = ${groupId})`,
    from: event.groupName,
    to: group.name,
  })
}

/** @throws AppError `group_not_found`, `event_not_found` */
export async function unlinkEvent(ctx: Ctx<Moderator>, pair: Pair): Promise<AdminGroup> {
  const { groupId } = pair
  const { group } = await readPair(ctx, pair)
  return move(ctx, {
    ...pair,
    act: 'unlink',
    into: null,
    when: sql`group_id = ${groupId}`,
    from: group.name,
    to: null,
  })
}
