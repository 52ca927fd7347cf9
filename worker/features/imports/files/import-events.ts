import { sql } from 'drizzle-orm'
import { batch, rows, type Database } from '#worker/db/client.ts'
import type { ImportReport } from './contract.ts'
import { mapEvent, type EventFacts } from './event-facts.ts'
import { eventWrites, isUntouched, type EventWrite, type NewGroup } from './event-writes.ts'
import { withoutDuplicates, type FileRows } from './file-rows.ts'
import { nameKeyOf, selectTakenSlugs, slugMaker } from './names.ts'
import { reportOf, type Outcome } from './report.ts'

type Stored = {
  id: number
  importKey: string
  source: string
  updatedAt: number
  isUntouched: number
}

const chunkRows = 500

function sourceWithoutTime(source: string): string {
  const { imported_at: _, ...row } = JSON.parse(source) as Record<string, unknown>
  return JSON.stringify(row)
}

function readOutcome(event: EventFacts, stored: Stored | undefined): Outcome {
  if (!stored) return 'added'
  if (!stored.isUntouched) return 'kept'
  const isSame = sourceWithoutTime(stored.source) === sourceWithoutTime(event.source)
  return isSame ? 'unchanged' : 'updated'
}

function readBefore(db: Database, events: EventFacts[]) {
  const groups = events.flatMap((event) => event.group_name ?? [])
  const keys = JSON.stringify(events.map((event) => event.import_key))
  const groupKeys = JSON.stringify(groups.map(nameKeyOf))
  return batch(db, 'read', [
    rows<Stored>(
      db,
      sql`select e.id, e.import_key as importKey, e.source, e.updated_at as updatedAt,
          ${isUntouched} as isUntouched
        from events e where e.import_key in (select value from json_each(${keys}))`,
    ),
    selectTakenSlugs(
      'events',
      events.map((event) => event.name),
    ),
    rows<{ name_key: string }>(
      db,
      sql`select name_key from event_groups
        where name_key in (select value from json_each(${groupKeys}))`,
    ),
    selectTakenSlugs('event_groups', groups),
  ])
}

/** Groups that events name and nobody has made yet. */
function missingGroups(
  events: EventFacts[],
  known: { name_key: string }[],
  nextSlug: (name: string) => string,
): NewGroup[] {
  const seen = new Set(known.map((group) => group.name_key))
  return events.flatMap(({ group_name: name, group_key: key }) => {
    if (!name || !key || seen.has(key)) return []
    seen.add(key)
    return [{ slug: nextSlug(name), name, name_key: key, source: JSON.stringify({ name }) }]
  })
}

async function importChunk(db: Database, now: number, events: EventFacts[]): Promise<Outcome[]> {
  const [stored, slugs, knownGroups, groupSlugs] = await readBefore(db, events)
  const byKey = new Map(stored.map((one) => [one.importKey, one]))
  const nextSlug = slugMaker(slugs)
  const added: EventWrite[] = []
  const updated: EventWrite[] = []
  const outcomes = events.map((event) => {
    const known = byKey.get(event.import_key)
    const outcome = readOutcome(event, known)
    if (outcome === 'added') added.push({ ...event, slug: nextSlug(event.name) })
    if (outcome === 'updated') updated.push({ ...event, id: known?.id, seen_at: known?.updatedAt })
    return outcome
  })
  const groups = missingGroups(events, knownGroups, slugMaker(groupSlugs))
  await batch(db, 'write', eventWrites(db, now, { groups, added, updated, all: events }))
  return outcomes
}

/**
 * Events of a file: approved at once, told apart by the row's id. Importing again brings the facts
 * up to date, but an event that a person changed since stays as it is.
 */
export async function importEvents(
  db: Database,
  now: number,
  file: Extract<FileRows, { kind: 'events' }>,
): Promise<ImportReport> {
  const unique = withoutDuplicates(file.rows, 'id', (row) => row.id)
  const mapped = unique.rows.map((row) => mapEvent(row, now))
  const events = mapped.flatMap((one) => ('facts' in one ? [one.facts] : []))
  const outcomes: Outcome[] = []
  for (let start = 0; start < events.length; start += chunkRows) {
    outcomes.push(...(await importChunk(db, now, events.slice(start, start + chunkRows))))
  }
  const bad = mapped.flatMap((one) => ('bad' in one ? [one.bad] : []))
  return reportOf('events', outcomes, {
    skipped: mapped.flatMap((one) => ('skipped' in one ? [one.skipped] : [])),
    bad: [...file.bad, ...unique.bad, ...bad],
  })
}
