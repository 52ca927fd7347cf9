import { sql, type SQL } from 'drizzle-orm'
import type { EventId, GameId, GroupId, StreamerId } from '#worker/contracts/ids.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { normalizeSeriesName } from '#worker/contracts/series-name.ts'
import { a, e, eg, g, s } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { eventGroups } from '#worker/db/schema/directory.ts'
import { eventChannels, eventParticipants, events } from '#worker/db/schema/events.ts'
import { insert, jsonField, jsonRows, remove, update } from '#worker/db/writes.ts'
import { eventListTags } from '#worker/caching/cache-tags.ts'
import { isNameOptedOut } from '#worker/features/directory/opt-outs/opt-out-rows.ts'
import { fileImportColumns } from '#worker/features/events/fields.ts'
import { insertStaleTags } from '#worker/caching/purge.ts'
import { insertInBulk, updateInBulk } from './bulk.ts'
import type { ImportableEvent } from './event-facts.ts'

export type NewEvent = ImportableEvent & { slug: string }
/** With the instant of its last change that was seen. */
export type ExistingEvent = ImportableEvent & { id: EventId; seenAt: number }
export type NewGroup = { slug: string; name: string; nameKey: string; source: string }

/** An import alone wrote the event `e`: its source says when. */
export const isUnchangedSinceImport = sql`${e.updatedAt} = ${e.source} ->> 'imported_at'`

const factColumns = [...fileImportColumns, 'seriesName', 'source'] as const

function addSeriesName<Event extends ImportableEvent>(event: Event) {
  return { ...event, seriesName: normalizeSeriesName(event.name) }
}

function insertEvents(now: number, added: readonly NewEvent[]): Statement {
  const approval = {
    status: 'approved',
    approvedAt: now,
    reviewedAt: now,
    createdAt: now,
    updatedAt: now,
  } as const
  return insertInBulk(
    events,
    [
      'importKey',
      'slug',
      ...factColumns,
      'status',
      'approvedAt',
      'reviewedAt',
      'createdAt',
      'updatedAt',
    ],
    added.map((event) => ({ ...addSeriesName(event), ...approval })),
  )
}

/** Status and cancellation are people's; a moved start keeps the one before it. */
function updateEvents(now: number, updated: readonly ExistingEvent[]): Statement[] {
  const isAsSeen = sql`${events.updatedAt} = ${jsonField('seenAt')}`
  return [
    update(
      events,
      { previousStartAt: events.startAt },
      {
        from: jsonRows(updated),
        where: sql`${events.id} = ${jsonField('id')} and ${isAsSeen}
          and ${events.startAt} <> ${jsonField('startAt')}`,
      },
    ),
    updateInBulk(
      events,
      [...factColumns, 'gameId', 'groupId', 'updatedAt'],
      updated.map((event) => ({
        ...addSeriesName(event),
        gameId: null,
        groupId: null,
        updatedAt: now,
      })),
      isAsSeen,
    ),
  ]
}

/** Rows `j` with the events `e` that this import wrote for them. */
function joinWrittenEvents(now: number, changedEvents: readonly ImportableEvent[]): SQL {
  return sql`${jsonRows(changedEvents)} join ${e}
    on ${e.importKey} = ${jsonField('importKey')} and ${e.updatedAt} = ${now}`
}

function replaceEventLists(now: number, changedEvents: readonly ImportableEvent[]): Statement[] {
  const written = joinWrittenEvents(now, changedEvents)
  return [
    remove(eventParticipants, {
      where: sql`${eventParticipants.eventId} in (select ${e.id} from ${written})`,
    }),
    remove(eventChannels, {
      where: sql`${eventChannels.eventId} in (select ${e.id} from ${written})`,
    }),
    insert(
      eventParticipants,
      {
        eventId: e.id,
        position: sql<number>`p.key`,
        displayName: sql<string>`p.value ->> 'displayName'`,
        platform: sql<Platform | null>`p.value ->> 'platform'`,
        account: sql<string | null>`p.value ->> 'account'`,
      },
      {
        from: sql`${written}, json_each(j.value, '$.participants') p`,
        where: sql`not ${isNameOptedOut(sql`p.value ->> 'nameKey'`)} or exists (select 1 from ${a}
          where ${a.platform} = p.value ->> 'platform' and ${a.nameKey} = p.value ->> 'accountKey')`,
      },
    ),
    insert(
      eventChannels,
      {
        eventId: e.id,
        position: sql<number>`c.key`,
        platform: sql<Platform>`c.value ->> 'platform'`,
        account: sql<string>`c.value ->> 'account'`,
      },
      { from: sql`${written}, json_each(j.value, '$.channels') c` },
    ),
  ]
}

/** Links what was named before it was known, too: the order of files does not matter. */
function linkEventsByName(all: readonly ImportableEvent[]): Statement[] {
  const untouched = sql`${jsonRows(all)} join ${e}
    on ${e.importKey} = ${jsonField('importKey')} and ${isUnchangedSinceImport}`
  return [
    update(
      events,
      { gameId: sql<GameId>`l.game_id` },
      {
        from: sql`(select ${e.id}, ${g.id} as game_id from ${untouched}
          join ${g} on ${g.nameKey} = ${jsonField('gameKey')}) l`,
        where: sql`${events.id} = l.id and ${events.gameId} is null`,
      },
    ),
    update(
      events,
      { groupId: sql<GroupId>`l.group_id` },
      {
        from: sql`(select ${e.id}, ${eg.id} as group_id from ${untouched}
          join ${eg} on ${eg.nameKey} = ${jsonField('groupKey')}) l`,
        where: sql`${events.id} = l.id and ${events.groupId} is null`,
      },
    ),
    update(
      eventParticipants,
      { streamerId: sql<StreamerId>`l.streamer_id` },
      {
        from: sql`(select ${e.id}, p.key as position, coalesce(
            (select ${a.streamerId} from ${a} where ${a.platform} = p.value ->> 'platform'
              and ${a.nameKey} = p.value ->> 'accountKey'),
            (select max(${s.id}) from ${s} where ${s.nameKey} = p.value ->> 'nameKey'
              having count(*) = 1)) as streamer_id
          from ${untouched}, json_each(j.value, '$.participants') p) l`,
        where: sql`${eventParticipants.eventId} = l.id
          and ${eventParticipants.position} = l.position
          and ${eventParticipants.streamerId} is null and l.streamer_id is not null`,
      },
    ),
  ]
}

type EventWrites = {
  groups: readonly NewGroup[]
  added: readonly NewEvent[]
  updated: readonly ExistingEvent[]
  all: readonly ImportableEvent[]
}

/** With these the minute job renews what the edge keeps, and has the share cards drawn. */
function markEventPagesStale(now: number, { added, updated }: EventWrites): Statement[] {
  if (added.length + updated.length === 0) return []
  const ofPages = updated.map(({ id }) => `event-${id}` as const)
  return [insertStaleTags(now, [...eventListTags, ...ofPages])]
}

export function eventImportStatements(now: number, writes: EventWrites): Statement[] {
  const { groups, added, updated, all } = writes
  return [
    insertInBulk(
      eventGroups,
      ['slug', 'name', 'nameKey', 'source', 'createdAt'],
      groups.map((group) => ({ ...group, createdAt: now })),
    ),
    insertEvents(now, added),
    ...updateEvents(now, updated),
    ...replaceEventLists(now, [...added, ...updated]),
    ...linkEventsByName(all),
    ...markEventPagesStale(now, writes),
  ]
}
