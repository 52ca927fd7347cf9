import { sql, type SQL } from 'drizzle-orm'

/** What each cell of a row is, for rows whose type is written by hand; `row.ts` takes it from the schema. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: string | SQL }

function expressions(columns: Columns<unknown>): [string, SQL][] {
  return Object.entries<string | SQL>(columns).map(([name, one]) => [
    name,
    typeof one === 'string' ? sql.raw(one) : one,
  ])
}

/** For a `select`: rows come with their names. */
export function named<Row>(columns: Columns<Row>): SQL {
  const list = expressions(columns).map(([name, one]) => sql`${one} as ${sql.raw(name)}`)
  return sql.join(list, sql`, `)
}

/** A row as one text, so that rows of several kinds come from one statement. */
export function asJson<Row>(columns: Columns<Row>): SQL {
  const list = expressions(columns).map(([, one]) => one)
  return sql`json_array(${sql.join(list, sql`, `)})`
}

/** The row that `asJson` made of the same columns. */
export function fromJson<Row>(columns: Columns<Row>, text: string): Row {
  const cells = JSON.parse(text) as unknown[]
  return Object.fromEntries(Object.keys(columns).map((name, index) => [name, cells[index]])) as Row
}
