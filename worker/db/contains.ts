import { sql, type Column, type SQL } from 'drizzle-orm'

/** Without regard to ASCII case; `%` and `_` are literal. */
export function contains(column: Column | SQL, text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${column} like ${pattern} escape '\\'`
}
