import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Moderator } from '#worker/context.ts'
import type { EventId, GroupId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { e, eg } from '#worker/db/aliases.ts'
import { pageLimit, selectAdminPage } from '#worker/db/admin-page.ts'
import { contains } from '#worker/db/conditions.ts'
import { instantSql, jsonRow } from '#worker/db/row.ts'
import { eventGroups } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { existing, prepare, select, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { channelNameSql } from '#worker/features/events/event-people.ts'
import { selectExistingGroup, toAdminGroup } from './admin-groups.ts'
import type { AdminGroup, AdminGroupEventsQuery, GroupEvent } from './contract.ts'

const groupOfEvent = jsonRow(
  { id: eg.id, name: eg.name },
  (row) => sql`iif(${eg.id} is null, null, ${row})`,
)
const linkedColumns = {
  id: e.id,
  slug: e.slug,
  name: e.name,
  start: instantSql(e.startAt),
  timezone: e.timezone,
  time_certainty: e.timeCertainty,
  status: e.status,
  channel_name: channelNameSql(e),
  group: groupOfEvent,
}
const eventsWithGroups = sql`${e} left join ${eg} on ${eg.id} = ${e.groupId}`

const selectGroup = prepare(({ id }: Params<{ id: GroupId }>) =>
  existing(
    select({ name: eventGroups.name }, sql`from ${eventGroups} where ${eventGroups.id} = ${id}`),
    'group_not_found',
  ),
)

/** @throws AppError `group_not_found` */
export async function listLinkedEvents(
  ctx: Ctx<Moderator>,
  id: GroupId,
  query: AdminGroupEventsQuery,
): Promise<AdminPage<GroupEvent>> {
  const { q, linked } = query
  const where = sql`${e.groupId} ${linked ? sql`is` : sql`is not`} ${id}
    ${q === '' ? sql`` : sql`and ${contains(e.name, q)}`}`
  const order = linked
    ? sql`${e.startAt} desc, ${e.id}`
    : sql`abs(${e.startAt} - ${ctx.now}), ${e.id}`
  const found = select(
    linkedColumns,
    sql`from ${eventsWithGroups} where ${where} order by ${order} ${pageLimit(query)}`,
  )
  const { page } = await read(ctx, {
    group: selectGroup({ id }),
    page: selectAdminPage(query, found, sql`${e} where ${where}`, (row) => row),
  })
  return page
}

type GroupEventIds = { groupId: GroupId; eventId: EventId }

const selectGroupOfEvent = prepare(({ id }: Params<{ id: EventId }>) =>
  existing(
    select({ group: groupOfEvent }, sql`from ${eventsWithGroups} where ${e.id} = ${id}`),
    'event_not_found',
  ),
)

/** @throws AppError `group_not_found`, `event_not_found` */
function readGroupAndEvent(ctx: Ctx<Moderator>, { groupId, eventId }: GroupEventIds) {
  return read(ctx, {
    group: selectGroup({ id: groupId }),
    event: selectGroupOfEvent({ id: eventId }),
  })
}

type EventMove = GroupEventIds & {
  act: 'link' | 'unlink'
  into: GroupId | null
  outOf?: GroupId | null
  when: SQL
  from: string | null
  to: string | null
}

async function moveEvent(ctx: Ctx<Moderator>, step: EventMove): Promise<AdminGroup> {
  const { groupId, eventId, act, into, outOf, when, from, to } = step
  const { moved, row } = await write(ctx, {
    moved: auditChange(
      ctx,
      update(events, { groupId: into }, { where: sql`${events.id} = ${eventId} and ${when}` }),
      { act, subject: 'event', id: eventId, from, to },
    ),
    row: selectExistingGroup(ctx, groupId),
  })
  if (moved.hasChanged) {
    const groups = [groupId, ...(outOf ? [outOf] : [])]
    await queuePurge(
      ctx,
      { type: 'event', id: eventId },
      ...groups.map((id) => ({ type: 'group' as const, id })),
    )
  }
  return toAdminGroup(row)
}

/** Moves it out of any other group. @throws AppError `group_not_found`, `event_not_found` */
export async function linkEvent(ctx: Ctx<Moderator>, pair: GroupEventIds): Promise<AdminGroup> {
  const { groupId } = pair
  const { group, event } = await readGroupAndEvent(ctx, pair)
  return moveEvent(ctx, {
    ...pair,
    act: 'link',
    into: groupId,
    outOf: event.group?.id ?? null,
    when: sql`${events.groupId} is not ${groupId}
      and exists (select 1 from ${eventGroups} where ${eventGroups.id} = ${groupId})`,
    from: event.group?.name ?? null,
    to: group.name,
  })
}

/** @throws AppError `group_not_found`, `event_not_found` */
export async function unlinkEvent(ctx: Ctx<Moderator>, pair: GroupEventIds): Promise<AdminGroup> {
  const { groupId } = pair
  const { group } = await readGroupAndEvent(ctx, pair)
  return moveEvent(ctx, {
    ...pair,
    act: 'unlink',
    into: null,
    when: sql`${events.groupId} = ${groupId}`,
    from: group.name,
    to: null,
  })
}
