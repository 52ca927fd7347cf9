import { sql } from 'drizzle-orm'
import { e } from '#worker/db/aliases.ts'
import { batch, type Database } from '#worker/db/client.ts'
import { booleanSql, notNullable, type RowOf } from '#worker/db/row.ts'
import { eventGroups } from '#worker/db/schema/directory.ts'
import { select } from '#worker/db/statement.ts'
import type { FileImportReport } from './contract.ts'
import { mapEventRow, type ImportableEvent } from './event-facts.ts'
import {
  eventImportStatements,
  isUnchangedSinceImport,
  type ExistingEvent,
  type NewEvent,
  type NewGroup,
} from './event-writes.ts'
import { separateDuplicateRows, type FileRows } from './file-rows.ts'
import {
  toNameKey,
  selectTakenSlugs,
  createSlugGenerator,
} from '#worker/features/directory/names.ts'
import { toImportReport, type RowOutcome } from './report.ts'

const storedColumns = {
  id: e.id,
  importKey: notNullable(e.importKey),
  source: e.source,
  updatedAt: e.updatedAt,
  isUntouched: booleanSql(isUnchangedSinceImport),
}
type StoredEventRow = RowOf<typeof storedColumns>

const chunkRows = 500

function removeImportTime(source: string): string {
  const { imported_at: _, ...row } = JSON.parse(source) as Record<string, unknown>
  return JSON.stringify(row)
}

function determineOutcome(event: ImportableEvent, stored: StoredEventRow | undefined): RowOutcome {
  if (!stored) return 'added'
  if (!stored.isUntouched || stored.source === null) return 'kept'
  const isSame = removeImportTime(stored.source) === removeImportTime(event.source)
  return isSame ? 'unchanged' : 'updated'
}

function readExistingRows(db: Database, imported: ImportableEvent[]) {
  const groups = imported.flatMap(({ groupName }) => groupName ?? [])
  const keys = JSON.stringify(imported.map(({ importKey }) => importKey))
  const groupKeys = JSON.stringify(groups.map(toNameKey))
  return batch(db, 'read', {
    stored: select(
      storedColumns,
      sql`from ${e} where ${e.importKey} in (select value from json_each(${keys}))`,
    ),
    slugs: selectTakenSlugs(
      'events',
      imported.map(({ name }) => name),
    ),
    knownGroups: select(
      { nameKey: eventGroups.nameKey },
      sql`from ${eventGroups}
        where ${eventGroups.nameKey} in (select value from json_each(${groupKeys}))`,
    ),
    groupSlugs: selectTakenSlugs('event_groups', groups),
  })
}

function listMissingGroups(
  imported: ImportableEvent[],
  known: { nameKey: string }[],
  nextSlug: (name: string) => string,
): NewGroup[] {
  const seen = new Set(known.map(({ nameKey }) => nameKey))
  return imported.flatMap(({ groupName: name, groupKey: nameKey }) => {
    if (!name || !nameKey || seen.has(nameKey)) return []
    seen.add(nameKey)
    return [{ slug: nextSlug(name), name, nameKey, source: JSON.stringify({ name }) }]
  })
}

async function importEventChunk(
  db: Database,
  now: number,
  imported: ImportableEvent[],
): Promise<RowOutcome[]> {
  const { stored, slugs, knownGroups, groupSlugs } = await readExistingRows(db, imported)
  const byKey = new Map(stored.map((one) => [one.importKey, one]))
  const nextSlug = createSlugGenerator(slugs)
  const added: NewEvent[] = []
  const updated: ExistingEvent[] = []
  const outcomes = imported.map((event) => {
    const known = byKey.get(event.importKey)
    const outcome = determineOutcome(event, known)
    if (outcome === 'added') added.push({ ...event, slug: nextSlug(event.name) })
    if (outcome === 'updated' && known) {
      updated.push({ ...event, id: known.id, seenAt: known.updatedAt })
    }
    return outcome
  })
  const groups = listMissingGroups(imported, knownGroups, createSlugGenerator(groupSlugs))
  await batch(db, 'write', eventImportStatements(now, { groups, added, updated, all: imported }))
  return outcomes
}

/** An event that a person changed since the last import stays as it is. */
export async function importEvents(
  db: Database,
  now: number,
  file: Extract<FileRows, { kind: 'events' }>,
  onRows: (done: number, total: number) => void = () => undefined,
): Promise<FileImportReport> {
  const unique = separateDuplicateRows(file.rows, 'id', (row) => row.id)
  const mapped = unique.rows.map((row) => mapEventRow(row, now))
  const imported = mapped.flatMap((one) => ('facts' in one ? [one.facts] : []))
  const outcomes: RowOutcome[] = []
  for (let start = 0; start < imported.length; start += chunkRows) {
    onRows(start, imported.length)
    outcomes.push(...(await importEventChunk(db, now, imported.slice(start, start + chunkRows))))
  }
  onRows(imported.length, imported.length)
  const bad = mapped.flatMap((one) => ('bad' in one ? [one.bad] : []))
  return toImportReport('events', outcomes, {
    skipped: mapped.flatMap((one) => ('skipped' in one ? [one.skipped] : [])),
    bad: [...file.bad, ...unique.bad, ...bad],
  })
}
