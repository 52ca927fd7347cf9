import { sql, type Column, type SQL } from 'drizzle-orm'

/** Writes the number into the text: the planner knows it, and nothing has to be sent. */
export function literal(value: number): SQL {
  return sql.raw(String(value))
}

/** Writes the value into the text: SQLite uses a partial index only for literal conditions. */
export function equals<Of extends Column>(column: Of, value: Of['_']['data'] & string): SQL {
  return sql`${column} = ${sql.raw(`'${value.replaceAll("'", "''")}'`)}`
}

/** Without regard to ASCII case; `%` and `_` are literal. */
export function contains(column: Column | SQL, text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${column} like ${pattern} escape '\\'`
}

export function hasOneOf<Of extends Column>(
  column: Of,
  values: readonly (Of['_']['data'] & string)[],
): SQL {
  const texts = values.map((value) => `'${value.replaceAll("'", "''")}'`)
  return sql`${column} in (${sql.raw(texts.join(', '))})`
}

/** Null where it holds no JSON: one such row would fail the statement for all others. */
export function validJsonOrNull<Data>(
  column: Column & { readonly _: { data: Data } },
): SQL<Data | null> {
  return sql<Data | null>`iif(json_valid(${column}), ${column}, null)`
}

export function ifValidJson(column: Column, condition: SQL): SQL {
  return sql`iif(json_valid(${column}), ${condition}, false)`
}
