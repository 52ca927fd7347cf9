import { sql, type SQL } from 'drizzle-orm'
import { rows, type Database, type Statement } from '#worker/db/client.ts'
import { importedColumns } from '#worker/features/events/fields.ts'
import { eachRow, field, insertRows, updateRows } from './bulk.ts'
import type { EventFacts } from './event-facts.ts'

/** An event to write: new ones have a slug, known ones an id and when they were last written. */
export type EventWrite = EventFacts & { id?: number; slug?: string; seen_at?: number }
export type NewGroup = { slug: string; name: string; name_key: string; source: string }

/** Nobody but an import wrote the event: its source says when. */
export const isUntouched = sql`e.updated_at = e.source ->> 'imported_at'`

const factColumns = [...importedColumns, 'source']

function insertEvents(db: Database, now: number, added: EventWrite[]): Statement {
  const born = { status: 'approved', approved_at: now, created_at: now, updated_at: now }
  return insertRows(
    db,
    { table: 'events', columns: ['import_key', 'slug', ...factColumns, ...Object.keys(born)] },
    added.map((event) => ({ ...event, ...born })),
  )
}

/** Status and cancellation are people's; a moved start keeps the one before it. */
function updateEvents(db: Database, now: number, updated: EventWrite[]): Statement[] {
  const isAsSeen = sql`events.updated_at = ${field('seen_at')}`
  return [
    rows(
      db,
      sql`update events set previous_start_at = start_at from ${eachRow(updated)}
        where events.id = ${field('id')} and ${isAsSeen} and start_at <> ${field('start_at')}`,
    ),
    updateRows(
      db,
      {
        table: 'events',
        columns: [...factColumns, 'game_id', 'group_id', 'updated_at'],
        where: isAsSeen,
      },
      updated.map((event) => ({ ...event, game_id: null, group_id: null, updated_at: now })),
    ),
  ]
}

function ofThisImport(now: number, changed: EventWrite[]): SQL {
  return sql`${eachRow(changed)} join events e
    on e.import_key = ${field('import_key')} and e.updated_at = ${now}`
}

function replaceLists(db: Database, now: number, changed: EventWrite[]): Statement[] {
  const events = ofThisImport(now, changed)
  return [
    rows(db, sql`delete from event_participants where event_id in (select e.id from ${events})`),
    rows(db, sql`delete from event_channels where event_id in (select e.id from ${events})`),
    rows(
      db,
      sql`insert into event_participants (event_id, position, display_name, platform, account)
        select e.id, p.key, p.value ->> 'display_name', p.value ->> 'platform', p.value ->> 'account'
        from ${events}, json_each(j.value, '$.participants') p`,
    ),
    rows(
      db,
      sql`insert into event_channels (event_id, position, platform, account)
        select e.id, c.key, c.value ->> 'platform', c.value ->> 'account'
        from ${events}, json_each(j.value, '$.channels') c`,
    ),
  ]
}

/** Links what was named before it was known, too: the order of files does not matter. */
function linkEvents(db: Database, all: EventWrite[]): Statement[] {
  const events = sql`${eachRow(all)} join events e on e.import_key = ${field('import_key')} and ${isUntouched}`
  return [
    rows(
      db,
      sql`update events set game_id = l.game_id from (select e.id, g.id as game_id
          from ${events} join games g on g.name_key = ${field('game_key')}) l
        where events.id = l.id and events.game_id is null`,
    ),
    rows(
      db,
      sql`update events set group_id = l.group_id from (select e.id, g.id as group_id
          from ${events} join event_groups g on g.name_key = ${field('group_key')}) l
        where events.id = l.id and events.group_id is null`,
    ),
    rows(
      db,
      sql`update event_participants set streamer_id = l.streamer_id from (
          select e.id, p.key as position, coalesce(
            (select a.streamer_id from streaming_accounts a where a.platform = p.value ->> 'platform'
              and a.name_key = p.value ->> 'account_key'),
            (select max(s.id) from streamers s where s.name_key = p.value ->> 'name_key'
              having count(*) = 1)) as streamer_id
          from ${events}, json_each(j.value, '$.participants') p) l
        where event_participants.event_id = l.id and event_participants.position = l.position
          and event_participants.streamer_id is null and l.streamer_id is not null`,
    ),
  ]
}

export function eventWrites(
  db: Database,
  now: number,
  writes: { groups: NewGroup[]; added: EventWrite[]; updated: EventWrite[]; all: EventWrite[] },
): Statement[] {
  const { groups, added, updated, all } = writes
  const changed = [...added, ...updated]
  return [
    insertRows(
      db,
      { table: 'event_groups', columns: ['slug', 'name', 'name_key', 'source', 'created_at'] },
      groups.map((group) => ({ ...group, created_at: now })),
    ),
    insertEvents(db, now, added),
    ...updateEvents(db, now, updated),
    ...replaceLists(db, now, changed),
    ...linkEvents(db, all),
  ]
}
