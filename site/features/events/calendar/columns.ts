/**
 * The values of one property in row order; repeated values are stored once, with indexes, and a single
 * one with the number of rows.
 */
type Column = unknown[] | { values: unknown[]; at: number[] | number }

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
  if (distinct.length === 1) return { values: [all[0] ?? null], at: all.length }
  if (distinct.length > all.length / 2) return all
  const places = new Map(distinct.map((text, place) => [text, place]))
  return {
    values: distinct.map((text) => JSON.parse(text) as unknown),
    at: written.map((text) => places.get(text) ?? 0),
  }
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
  if (Array.isArray(column)) return column
  const { values, at } = column
  return Array.isArray(at)
    ? at.map((place) => values[place])
    : Array.from({ length: at }, () => values[0])
}

function rowOf<Row>(entries: [string, unknown][]): Row {
  return Object.fromEntries(entries) as Row
}
