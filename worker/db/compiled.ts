import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import type { Statement } from './client.ts'

const dialect = new SQLiteSyncDialect()

/** A raw statement with placeholders whose text is written once: writing it can cost more than its answer. */
export function compile<Row, Values extends Record<string, unknown>>(
  query: SQL,
): (values: Values) => Statement<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(query)
  // No text between quotes has more than one space in a row.
  const sql = text.replace(/\s+/g, ' ')
  return (values) => {
    const statement = {
      getQuery: () => ({ sql, params: fillPlaceholders(params, values) }),
      isResponseInArrayMode: () => false,
      mapResult: ({ rows }: { rows: Row[] }) => rows,
    }
    // What `batch` asks of a statement, and all it asks.
    return { _prepare: () => statement } as unknown as Statement<Row[]>
  }
}
