import { sql, type Column, type SQL } from 'drizzle-orm'

/**
 * Whether a column holds a value of its type. The value stands in the text: an index on some of a
 * table's rows serves no query that gives its condition as a parameter.
 */
export function equals<Of extends Column>(column: Of, value: Of['_']['data'] & string): SQL {
  return sql`${column} = ${sql.raw(`'${value.replaceAll("'", "''")}'`)}`
}
