import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { batch, type Database, type Statement } from '#worker/db/client.ts'
import { jsonRow, type RowOf } from '#worker/db/row.ts'
import { eventGroups, games } from '#worker/db/schema/directory.ts'
import { select } from '#worker/db/statement.ts'
import { insertInBulk, updateInBulk } from './bulk.ts'
import { GameFileRow, GroupFileRow, type FileImportReport } from './contract.ts'
import { separateDuplicateRows, type FileRow, type FileRows } from './file-rows.ts'
import {
  toNameKey,
  selectTakenSlugs,
  createSlugGenerator,
} from '#worker/features/directory/names.ts'
import { isPlatformCategory } from './platform-categories.ts'
import { decideRowOutcome, toImportReport } from './report.ts'

const gameFacts = { name: games.name, description: games.description }
const groupFacts = {
  name: eventGroups.name,
  description: eventGroups.description,
  languageCode: eventGroups.languageCode,
  website: eventGroups.website,
}

type StoredNameRow<Facts> = { id: number; nameKey: string; source: string | null; facts: Facts }
type ChangedNameRow<Facts> = Facts & { id: number; source: string }
type AddedNameRow<Facts> = Facts & {
  source: string
  slug: string
  nameKey: string
  createdAt: number
}

type NamedImportKind<Row, Facts> = {
  kind: 'games' | 'groups'
  table: 'games' | 'event_groups'
  schema: v.GenericSchema<unknown, Row>
  /** In the order in which they are stored. */
  factsOf: (row: Row) => Facts
  selectStored: (keys: string) => Statement<StoredNameRow<Facts>[]>
  writes: (added: AddedNameRow<Facts>[], changed: ChangedNameRow<Facts>[]) => Statement[]
}

const gameKind: NamedImportKind<GameFileRow, RowOf<typeof gameFacts>> = {
  kind: 'games',
  table: 'games',
  schema: GameFileRow,
  factsOf: ({ name, description }) => ({ name, description }),
  selectStored: (keys) =>
    select(
      {
        id: games.id,
        nameKey: games.nameKey,
        source: games.source,
        facts: jsonRow(gameFacts),
      },
      sql`from ${games} where ${games.nameKey} in (select value from json_each(${keys}))`,
    ),
  writes: (added, changed) => [
    insertInBulk(
      games,
      ['name', 'description', 'source', 'slug', 'nameKey', 'isGame', 'createdAt'],
      added.map((row) => ({ ...row, isGame: !isPlatformCategory(row.nameKey) })),
    ),
    updateInBulk(games, ['name', 'description', 'source'], changed),
  ],
}

const groupKind: NamedImportKind<GroupFileRow, RowOf<typeof groupFacts>> = {
  kind: 'groups',
  table: 'event_groups',
  schema: GroupFileRow,
  factsOf: ({ name, description, language_code: languageCode, website }) => ({
    name,
    description,
    languageCode,
    website,
  }),
  selectStored: (keys) =>
    select(
      {
        id: eventGroups.id,
        nameKey: eventGroups.nameKey,
        source: eventGroups.source,
        facts: jsonRow(groupFacts),
      },
      sql`from ${eventGroups}
        where ${eventGroups.nameKey} in (select value from json_each(${keys}))`,
    ),
  writes: (added, changed) => {
    const columns = ['name', 'description', 'languageCode', 'website', 'source'] as const
    return [
      insertInBulk(eventGroups, [...columns, 'slug', 'nameKey', 'createdAt'], added),
      updateInBulk(eventGroups, columns, changed),
    ]
  },
}

/** The facts that a stored source stands for; undefined when it is no import's. */
function parseFacts<Row, Facts>(
  { schema, factsOf }: NamedImportKind<Row, Facts>,
  source: unknown,
): Facts | undefined {
  const result = v.safeParse(schema, source)
  return result.success ? factsOf(result.output) : undefined
}

async function importNamedRows<Row extends { name: string }, Facts>(
  db: Database,
  now: number,
  kind: NamedImportKind<Row, Facts>,
  file: { rows: FileRow<Row>[]; bad: FileImportReport['bad'] },
): Promise<FileImportReport> {
  const unique = separateDuplicateRows(file.rows, 'name', (row) => toNameKey(row.name))
  const names = unique.rows.map(({ row }) => row.name)
  const { stored, taken } = await batch(db, 'read', {
    stored: kind.selectStored(JSON.stringify(names.map(toNameKey))),
    taken: selectTakenSlugs(kind.table, names),
  })
  const storedByKey = new Map(stored.map((one) => [one.nameKey, one]))
  const nextSlug = createSlugGenerator(taken)
  const added: AddedNameRow<Facts>[] = []
  const changed: ChangedNameRow<Facts>[] = []
  const outcomes = unique.rows.map(({ row, source: original }) => {
    const nameKey = toNameKey(row.name)
    const known = storedByKey.get(nameKey)
    const source = JSON.stringify(original)
    const outcome = decideRowOutcome(known, (earlier) => parseFacts(kind, earlier), source)
    const facts = kind.factsOf(row)
    if (outcome === 'updated' && known) changed.push({ ...facts, id: known.id, source })
    if (outcome === 'added') {
      added.push({ ...facts, source, slug: nextSlug(row.name), nameKey, createdAt: now })
    }
    return outcome
  })
  await batch(db, 'write', kind.writes(added, changed))
  return toImportReport(kind.kind, outcomes, { bad: [...file.bad, ...unique.bad] })
}

type FileRowsOfKind<Kind> = Extract<FileRows, { kind: Kind }>

export function importGames(db: Database, now: number, file: FileRowsOfKind<'games'>) {
  return importNamedRows(db, now, gameKind, file)
}

export function importGroups(db: Database, now: number, file: FileRowsOfKind<'groups'>) {
  return importNamedRows(db, now, groupKind, file)
}
