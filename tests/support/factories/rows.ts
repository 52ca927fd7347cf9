import type { Column, InferInsertModel, InferSelectModel } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { batch, type Statement } from '#worker/db/client.ts'
import { insert, type InsertValues } from '#worker/db/writes.ts'
import type { TestWorker } from '#tests/support/drivers/worker.ts'

/** The part of a worker, a site or an outbox that factories write to. */
export type TestDatabase = { environment: Pick<TestWorker['environment'], 'db' | 'vars'> }

type Unbranded<Value> = Value extends number ? number : Value
/** The columns of a row; ids are plain numbers, as answers of the API hold them. */
export type RowValues<Table extends SQLiteTable> = {
  [Name in keyof InferInsertModel<Table>]: Unbranded<InferInsertModel<Table>[Name]>
}

type TableWithId = SQLiteTable & { id: Column }

/** Inserts a row and returns its id. */
export async function insertRow<Table extends TableWithId>(
  { environment }: TestDatabase,
  table: Table,
  values: RowValues<Table>,
): Promise<InferSelectModel<Table>['id']> {
  const statement: Statement<{ id: unknown }[]> = insert(table, values as InsertValues<Table>, {
    returning: { id: table.id },
  })
  const [[row]] = await batch(environment.db, 'write', [statement])
  if (!row) throw new Error('the row was not written')
  return row.id as InferSelectModel<Table>['id']
}

/** Inserts a row of a table without an id. */
export async function insertInto<Table extends SQLiteTable>(
  { environment }: TestDatabase,
  table: Table,
  values: RowValues<Table>,
): Promise<void> {
  await batch(environment.db, 'write', [insert(table, values as InsertValues<Table>)])
}

/** Rows of the test's database. */
export async function query<Row>(
  { environment }: TestDatabase,
  text: string,
  ...args: (string | number | null)[]
): Promise<Row[]> {
  const { rows, columns } = await environment.db.$client.execute({ sql: text, args })
  return rows.map((row) =>
    Object.fromEntries(columns.map((column, index) => [column, row[index]])),
  ) as Row[]
}
