import { sql, type InferInsertModel, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Statement } from '#worker/db/client.ts'
import { insert, jsonField, jsonRows, update, type InsertValues } from '#worker/db/writes.ts'

type ColumnName<Table extends SQLiteTable> = keyof InferInsertModel<Table> & string
type InsertRow<Table extends SQLiteTable, Name extends ColumnName<Table>> = {
  readonly [Key in Name]: InferInsertModel<Table>[Key]
}

function toJsonFields<Table extends SQLiteTable>(names: readonly string[]): InsertValues<Table> {
  return Object.fromEntries(names.map((name) => [name, jsonField(name)])) as InsertValues<Table>
}

export function insertInBulk<Table extends SQLiteTable, Name extends ColumnName<Table>>(
  table: Table,
  names: readonly Name[],
  values: readonly InsertRow<Table, Name>[],
): Statement {
  return insert(table, toJsonFields<Table>(names), {
    from: jsonRows(values),
    onConflict: sql`do nothing`,
  })
}

/** Rows carry the `id` of what they change; `where` may ask for more. */
export function updateInBulk<
  Table extends SQLiteTable & { id: SQLiteColumn },
  Name extends ColumnName<Table>,
>(
  table: Table,
  names: readonly Name[],
  values: readonly (InsertRow<Table, Name> & { id: number | undefined })[],
  where: SQL = sql`true`,
): Statement {
  return update(table, toJsonFields<Table>(names), {
    from: jsonRows(values),
    where: sql`${table.id} = ${jsonField('id')} and ${where}`,
  })
}
