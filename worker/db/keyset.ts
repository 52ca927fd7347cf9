import { sql, type SQL } from 'drizzle-orm'

export type SortColumn = { column: SQL; direction: 'asc' | 'desc'; isNullable?: boolean }
export type SortKey = string | number | null

/** The order of a list, for its `order by`. */
export function orderBy(columns: readonly SortColumn[]): SQL {
  const terms = columns.map(({ column, direction }) => sql`${column} ${sql.raw(direction)}`)
  return sql.join(terms, sql`, `)
}

/** What a column may hold after a key; a nullable column counts downwards, so nothing follows null. */
function beyond({ column, direction, isNullable }: SortColumn, key: SortKey): SQL[] {
  if (key === null) return []
  const past = sql`${column} ${sql.raw(direction === 'desc' ? '<' : '>')} ${key}`
  return isNullable ? [past, sql`${column} is null`] : [past]
}

/**
 * What follows a row, as ranges that one seek of the list's index answers each; one after the other
 * they are the rest of the list. Without keys: all of it.
 */
export function rangesAfter(
  columns: readonly SortColumn[],
  keys: readonly SortKey[] | undefined,
): SQL[] {
  if (!keys) return [sql`true`]
  const isAt = (column: SQL, key: SortKey) =>
    key === null ? sql`${column} is null` : sql`${column} = ${key}`
  return columns
    .flatMap((one, index) => {
      const same = columns.slice(0, index).map(({ column }, at) => isAt(column, keys[at] ?? null))
      const after = beyond(one, keys[index] ?? null)
      return [after.map((range) => sql.join([...same, range], sql` and `))]
    })
    .reverse()
    .flat()
}
