/** Texts that begin alike have that beginning once. */
type Values = unknown[] | { prefix: string; rest: string[] }

/**
 * The values of one property in row order; repeated values are stored once, with indexes, and a single
 * one with the number of rows.
 */
type Column = Values | { values: Values; at: number[] | number }

/** Rows in columnar form, for short JSON: each name and each repeated value once. */
export type ColumnarRows<Row> = Partial<Record<keyof Row, Column>>

export function toColumns<Row extends object>(rows: readonly Row[]): ColumnarRows<Row> {
  const names = Object.keys(rows[0] ?? {}) as (keyof Row)[]
  const columns = names.map((name) => [name, toColumn(rows.map((row) => row[name]))] as const)
  return Object.fromEntries(columns) as ColumnarRows<Row>
}

function toColumn(all: unknown[]): Column {
  const written = all.map((value) => JSON.stringify(value ?? null))
  const distinct = [...new Set(written)]
  const places = new Map(distinct.map((text, place) => [text, place]))
  const indexed = {
    values: toValues(distinct.map((text) => JSON.parse(text) as unknown)),
    at: distinct.length === 1 ? all.length : written.map((text) => places.get(text) ?? 0),
  }
  const plain = toValues(all)
  return JSON.stringify(indexed).length < JSON.stringify(plain).length ? indexed : plain
}

function toValues(all: unknown[]): Values {
  const texts = all.filter((value) => typeof value === 'string')
  const [first = ''] = texts
  if (texts.length < all.length) return all
  let length = first.length
  for (const text of texts) while (!text.startsWith(first.slice(0, length))) length -= 1
  if (length * texts.length < '{"prefix":"","rest":}'.length + length) return all
  return { prefix: first.slice(0, length), rest: texts.map((text) => text.slice(length)) }
}

export function fromColumns<Row extends object>(columns: ColumnarRows<Row>): Row[] {
  const all = (Object.entries(columns) as [string, Column][]).map(
    ([name, column]) => [name, valuesOf(column)] as const,
  )
  return Array.from({ length: all[0]?.[1].length ?? 0 }, (_, index) =>
    rowOf<Row>(all.map(([name, values]) => [name, values[index] ?? undefined])),
  )
}

function valuesOf(column: Column): unknown[] {
  if (Array.isArray(column) || 'prefix' in column) return listOf(column)
  const values = listOf(column.values)
  const { at } = column
  return Array.isArray(at)
    ? at.map((place) => values[place])
    : Array.from({ length: at }, () => values[0])
}

function listOf(values: Values): unknown[] {
  return Array.isArray(values) ? values : values.rest.map((text) => values.prefix + text)
}

function rowOf<Row>(entries: [string, unknown][]): Row {
  return Object.fromEntries(entries) as Row
}
