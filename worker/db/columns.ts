import { sql, type SQL } from 'drizzle-orm'

/** For rows with a hand-written type; `row.ts` derives the type from the schema. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: string | SQL }

function expressions(columns: Columns<unknown>): [string, SQL][] {
  return Object.entries<string | SQL>(columns).map(([name, one]) => [
    name,
    typeof one === 'string' ? sql.raw(one) : one,
  ])
}

export function named<Row>(columns: Columns<Row>): SQL {
  const list = expressions(columns).map(([name, one]) => sql`${one} as ${sql.raw(name)}`)
  return sql.join(list, sql`, `)
}

export function asJson<Row>(columns: Columns<Row>): SQL {
  const list = expressions(columns).map(([, one]) => one)
  return sql`json_array(${sql.join(list, sql`, `)})`
}

export function fromJson<Row>(columns: Columns<Row>, text: string): Row {
  const cells = JSON.parse(text) as unknown[]
  return Object.fromEntries(Object.keys(columns).map((name, index) => [name, cells[index]])) as Row
}
