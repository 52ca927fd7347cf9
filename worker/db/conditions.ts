import { sql, type Column, type SQL } from 'drizzle-orm'

/** Writes the value into the text: SQLite uses a partial index only for literal conditions. */
export function equals<Of extends Column>(column: Of, value: Of['_']['data'] & string): SQL {
  return sql`${column} = ${sql.raw(`'${value.replaceAll("'", "''")}'`)}`
}

/** Without regard to ASCII case; `%` and `_` are literal. */
export function contains(column: Column | SQL, text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${column} like ${pattern} escape '\\'`
}

/** Like `equals`, for one of several values. */
export function hasOneOf<Of extends Column>(
  column: Of,
  values: readonly (Of['_']['data'] & string)[],
): SQL {
  const texts = values.map((value) => `'${value.replaceAll("'", "''")}'`)
  return sql`${column} in (${sql.raw(texts.join(', '))})`
}
