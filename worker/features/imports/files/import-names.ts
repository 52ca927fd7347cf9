import { sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { batch, rows, type Database } from '#worker/db/client.ts'
import { insertRows, updateRows } from './bulk.ts'
import { GameRow, GroupRow, type ImportReport } from './contract.ts'
import { withoutDuplicates, type FileRow, type FileRows } from './file-rows.ts'
import { nameKeyOf, selectTakenSlugs, slugMaker } from './names.ts'
import { compareWithStored, reportOf } from './report.ts'

/** Games and groups: rows that their name tells apart. */
type NamedKind<Row> = {
  kind: 'games' | 'groups'
  table: 'games' | 'event_groups'
  schema: v.GenericSchema<unknown, Row>
  facts: (keyof Row & string)[]
}

const games: NamedKind<GameRow> = {
  kind: 'games',
  table: 'games',
  schema: GameRow,
  facts: ['name', 'description'],
}
const groups: NamedKind<GroupRow> = {
  kind: 'groups',
  table: 'event_groups',
  schema: GroupRow,
  facts: ['name', 'description', 'language_code', 'website'],
}

type Stored = { id: number; name_key: string; source: string | null; facts: string }

type Named = { name: string }

function pick<Row>(row: Row, names: (keyof Row)[]): Row[keyof Row][] {
  return names.map((name) => row[name])
}

/** The facts that a stored source stands for; undefined when it is no import's. */
function factsOf<Row>(kind: NamedKind<Row>, source: unknown): Row[keyof Row][] | undefined {
  const result = v.safeParse(kind.schema, source)
  return result.success ? pick(result.output, kind.facts) : undefined
}

function selectStored<Row>(db: Database, { table, facts }: NamedKind<Row>, keys: string[]) {
  const columns: SQL = sql.raw(facts.join(', '))
  return rows<Stored>(
    db,
    sql`select id, name_key, source, json_array(${columns}) as facts from ${sql.identifier(table)}
      where name_key in (select value from json_each(${JSON.stringify(keys)}))`,
  )
}

async function importNamed<Row extends Named>(
  db: Database,
  now: number,
  kind: NamedKind<Row>,
  file: { rows: FileRow<Row>[]; bad: ImportReport['bad'] },
): Promise<ImportReport> {
  const unique = withoutDuplicates(file.rows, 'name', (row) => nameKeyOf(row.name))
  const names = unique.rows.map(({ row }) => row.name)
  const [stored, taken] = await batch(db, 'read', [
    selectStored(db, kind, names.map(nameKeyOf)),
    selectTakenSlugs(kind.table, names),
  ])
  const storedByKey = new Map(stored.map((one) => [one.name_key, one]))
  const nextSlug = slugMaker(taken)
  const added: object[] = []
  const updated: object[] = []
  const outcomes = unique.rows.map(({ row, source: original }) => {
    const known = storedByKey.get(nameKeyOf(row.name))
    const source = JSON.stringify(original)
    const outcome = compareWithStored(
      known && { source: known.source, facts: JSON.parse(known.facts) as Row[keyof Row][] },
      (earlier) => factsOf(kind, earlier),
      source,
    )
    const facts = Object.fromEntries(kind.facts.map((name) => [name, row[name]]))
    if (outcome === 'updated') updated.push({ ...facts, id: known?.id, source })
    if (outcome === 'added') {
      const fresh = { slug: nextSlug(row.name), name_key: nameKeyOf(row.name), created_at: now }
      added.push({ ...facts, ...fresh, source })
    }
    return outcome
  })
  const columns = [...kind.facts, 'source']
  await batch(db, 'write', [
    insertRows(
      db,
      { table: kind.table, columns: [...columns, 'slug', 'name_key', 'created_at'] },
      added,
    ),
    updateRows(db, { table: kind.table, columns }, updated),
  ])
  return reportOf(kind.kind, outcomes, { bad: [...file.bad, ...unique.bad] })
}

type FileOf<Kind> = Extract<FileRows, { kind: Kind }>

export function importGames(db: Database, now: number, file: FileOf<'games'>) {
  return importNamed(db, now, games, file)
}

export function importGroups(db: Database, now: number, file: FileOf<'groups'>) {
  return importNamed(db, now, groups, file)
}
