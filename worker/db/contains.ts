import { sql, type Column, type SQL } from 'drizzle-orm'

/** Whether a text column holds this very text, letters of ASCII in either case; `%` and `_` are letters. */
export function contains(column: Column | SQL, text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${column} like ${pattern} escape '\\'`
}
