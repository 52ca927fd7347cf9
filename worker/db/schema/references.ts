import { integer, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core'

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
