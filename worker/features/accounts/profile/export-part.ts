import { sql, type Column, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Columns } from '#worker/db/row.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'

type ColumnName<Table extends SQLiteTable> = keyof Table['_']['columns'] & keyof Table

export function pickColumns<Table extends SQLiteTable>(
  table: Table,
  ...columns: ColumnName<Table>[]
): Columns {
  return Object.fromEntries(
    columns.map((name) => {
      const column = table[name] as Column
      return [column.name, column]
    }),
  )
}

export function createExportPart(columns: Columns, tail: (userId: SQL<UserId>) => SQL) {
  return prepare(({ userId }: Params<{ userId: UserId }>) => select(columns, tail(userId)))
}

type OwnRowsOptions<Name> = { columns: Name[]; orderBy: Name }

export function createOwnRowsExportPart<Table extends SQLiteTable & { userId: Column }>(
  table: Table,
  { columns, orderBy }: OwnRowsOptions<ColumnName<Table>>,
) {
  const tail = (userId: SQL<UserId>) =>
    sql`from ${table} where ${table.userId} = ${userId} order by ${table[orderBy]}`
  return createExportPart(pickColumns(table, ...columns), tail)
}
