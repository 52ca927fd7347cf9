import type { Column, InferInsertModel, InferSelectModel } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { batch, type Statement } from '#worker/db/client.ts'
import { insert, type InsertValues } from '#worker/db/writes.ts'
import type { LocalEnvironment } from '#local/environment.ts'

type Database = LocalEnvironment['db']
/** Targets of factories: a worker, a site or an outbox, or a database alone. */
export type TestDatabase = { environment: { db: Database } } | { db: Database }
/** With the keys that tokens and secrets need. */
export type TestBackend = { environment: Pick<LocalEnvironment, 'db' | 'vars'> }

export function databaseOf(target: TestDatabase): Database {
  return 'db' in target ? target.db : target.environment.db
}

type Unbranded<Value> = Value extends number ? number : Value
/** The columns of a row; ids are plain numbers, as answers of the API hold them. */
export type RowValues<Table extends SQLiteTable> = {
  [Name in keyof InferInsertModel<Table>]: Unbranded<InferInsertModel<Table>[Name]>
}

type TableWithId = SQLiteTable & { id: Column }
type IdOf<Table extends SQLiteTable> = InferSelectModel<Table> extends { id: infer Id } ? Id : never

/** Inserts a row and returns its id. */
export async function insertRow<Table extends TableWithId>(
  target: TestDatabase,
  table: Table,
  values: RowValues<Table>,
): Promise<IdOf<Table>> {
  const statement: Statement<{ id: unknown }[]> = insert(table, values as InsertValues<Table>, {
    returning: { id: table.id },
  })
  const [[row]] = await batch(databaseOf(target), 'write', [statement])
  if (!row) throw new Error('the row was not written')
  return row.id as IdOf<Table>
}

/** Inserts a row of a table without an id. */
export async function insertInto<Table extends SQLiteTable>(
  target: TestDatabase,
  table: Table,
  values: RowValues<Table>,
): Promise<void> {
  await batch(databaseOf(target), 'write', [insert(table, values as InsertValues<Table>)])
}

/** Rows of the test's database. */
export async function query<Row>(
  target: TestDatabase,
  text: string,
  ...args: (string | number | null)[]
): Promise<Row[]> {
  const { rows, columns } = await databaseOf(target).$client.execute({ sql: text, args })
  return rows.map((row) =>
    Object.fromEntries(columns.map((column, index) => [column, row[index]])),
  ) as Row[]
}
