import { getTableColumns, type Column, type ColumnBuilderBase, type Table } from 'drizzle-orm'
import { sqliteTable } from 'drizzle-orm/sqlite-core'
import { triggerRow, type TriggerRow } from './trigger-sql.ts'

/** Not shown, or counts and orders, which may lag: other changes change the content's version. */
const marked = new WeakSet<object>()
const withHiddenInserts = new WeakSet<Table>()

type VisibleRowsRule = {
  condition: (row: 'old' | 'new') => string
  isChangedToo?: string | undefined
}
const shownRows = new WeakMap<Table, VisibleRowsRule>()

/** Drizzle hands the configuration of the builder on to the column. */
function readColumnConfig(column: ColumnBuilderBase | Column): object {
  return (column as unknown as { config: object }).config
}

export function markUnversioned<Of extends ColumnBuilderBase>(column: Of): Of {
  marked.add(readColumnConfig(column))
  return column
}

function declareUnversioned(...declaration: Parameters<typeof sqliteTable>): Table {
  const table = sqliteTable(...declaration)
  marked.add(table)
  return table
}

/** Has the overloads of `sqliteTable`, whose table it returns. */
export const unversionedTable = declareUnversioned as typeof sqliteTable

export function declareVisibleRows<Of extends Table>(
  table: Of,
  condition: (row: TriggerRow<Of>) => string,
  isChangedToo?: (old: TriggerRow<Of>, row: TriggerRow<Of>) => string,
): void {
  shownRows.set(table, {
    condition: (row) => condition(triggerRow(table, row)),
    isChangedToo: isChangedToo?.(triggerRow(table, 'old'), triggerRow(table, 'new')),
  })
}

export function ignoreInsertsInVersion(table: Table): void {
  withHiddenInserts.add(table)
}

export function findVersionedContent(table: Table) {
  if (marked.has(table)) return undefined
  const columns = Object.values(getTableColumns(table))
  return {
    columns: columns.filter((column) => !column.generated && !marked.has(readColumnConfig(column))),
    areInsertsHidden: withHiddenInserts.has(table),
    ...shownRows.get(table),
  }
}
