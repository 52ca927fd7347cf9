import { sql } from 'drizzle-orm'
import { index, integer, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Parts that tables share. */

/** Id of the row that this one is deleted with. */
export function ownerId<Name extends string, Id extends AnySQLiteColumn>(
  name: Name,
  target: () => Id,
) {
  return integer(name)
    .$type<Id['_']['data']>()
    .notNull()
    .references(target, { onDelete: 'cascade' })
}

/** Id of a row that this one outlives, then without it. */
export function linkedId<Name extends string, Id extends AnySQLiteColumn>(
  name: Name,
  target: () => Id,
) {
  return integer(name).$type<Id['_']['data']>().references(target, { onDelete: 'set null' })
}

export function flag<Name extends string>(name: Name, initial = false) {
  return integer(name, { mode: 'boolean' }).notNull().default(initial)
}

/** Rows that have a value in the first column. */
export function notNullIndex(
  name: string,
  column: AnySQLiteColumn,
  ...others: readonly AnySQLiteColumn[]
) {
  return index(name)
    .on(column, ...others)
    .where(sql`${column} is not null`)
}
