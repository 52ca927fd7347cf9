import { sql, type SQL } from 'drizzle-orm'
import { rows, type Database, type Statement } from '#worker/db/client.ts'

/** Many rows as one statement: they travel as one JSON text and come apart in the database. */

/** `j.value` is a row. */
export function eachRow(list: readonly object[]): SQL {
  return sql`json_each(${JSON.stringify(list)}) j`
}

export function field(name: string): SQL {
  return sql.raw(`j.value ->> '${name}'`)
}

function list(names: string[], each: (name: string) => string): SQL {
  return sql.raw(names.map(each).join(', '))
}

type Target = { table: string; columns: string[] }

export function insertRows(
  db: Database,
  { table, columns }: Target,
  values: readonly object[],
): Statement {
  return rows(
    db,
    sql`insert into ${sql.identifier(table)} (${list(columns, (name) => name)})
      select ${list(columns, (name) => `j.value ->> '${name}'`)} from ${eachRow(values)}
      where true on conflict do nothing`,
  )
}

/** Rows carry the `id` of what they change; `where` may ask for more. */
export function updateRows(
  db: Database,
  { table, columns, where = sql`true` }: Target & { where?: SQL },
  values: readonly object[],
): Statement {
  return rows(
    db,
    sql`update ${sql.identifier(table)} set ${list(columns, (name) => `${name} = j.value ->> '${name}'`)}
      from ${eachRow(values)} where ${sql.identifier(table)}.id = ${field('id')} and ${where}`,
  )
}
