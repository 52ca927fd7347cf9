/** Texts that begin alike have that beginning once; integers are counted in steps from the least. */
type Values =
  unknown[] | { prefix: string; rest: string[] } | { from: number; step: number; counts: number[] }

/** The index of each row: a number, or a letter of `letters` where they suffice; or how many rows share one value. */
type Indexes = string | number[] | number
type Listed = Values | { values: Values; at: Indexes }

/**
 * The values of one property in row order; repeated values are stored once, with indexes. Texts whose
 * ends repeat, such as dates in addresses, are stored in two parts.
 */
type Column = Listed | { starts: Listed; ends: Listed }

/** Rows in columnar form, for short JSON: each name and each repeated value once. */
export type ColumnarRows<Row> = Partial<Record<keyof Row, Column>>

export function toColumns<Row extends object>(rows: readonly Row[]): ColumnarRows<Row> {
  const names = Object.keys(rows[0] ?? {}) as (keyof Row)[]
  const columns = names.map((name) => [name, toColumn(rows.map((row) => row[name]))] as const)
  return Object.fromEntries(columns) as ColumnarRows<Row>
}

function toColumn(all: unknown[]): Column {
  const whole = toListed(all)
  if (!areTexts(all)) return whole
  const parts = all.map((text) => /^(.*?)((?:-\d{4}[-\d]*)?)$/s.exec(text) ?? ['', text, ''])
  return shortest<Column>([
    whole,
    {
      starts: toListed(parts.map(([, start]) => start)),
      ends: toListed(parts.map(([, , end]) => end)),
    },
  ])
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function toListed(all: unknown[]): Listed {
  const written = all.map((value) => JSON.stringify(value))
  const distinct = [...new Set(written)]
  const indexOf = new Map(distinct.map((text, index) => [text, index]))
  const at = written.map((text) => indexOf.get(text) ?? 0)
  const indexes = distinct.length > letters.length ? at : at.map((index) => letters[index]).join('')
  const values = toValues(distinct.map((text) => JSON.parse(text) as unknown))
  return shortest<Listed>([
    toValues(all),
    { values, at: distinct.length === 1 ? all.length : indexes },
  ])
}

function shortest<Written>(forms: Written[]): Written {
  const lengthOf = (form: Written) => JSON.stringify(form).length
  return forms.reduce((best, form) => (lengthOf(form) < lengthOf(best) ? form : best))
}

function areTexts(all: unknown[]): all is string[] {
  return all.length > 0 && all.every((value) => typeof value === 'string')
}

function toValues(all: unknown[]): Values {
  if (areTexts(all)) return shortest<Values>([all, withoutPrefix(all)])
  return areCountable(all) ? shortest<Values>([all, inSteps(all)]) : all
}

function areCountable(all: unknown[]): all is number[] {
  return (
    all.length > 0 &&
    all.every((value) => Number.isSafeInteger(value)) &&
    Number.isSafeInteger(Math.max(...(all as number[])) - Math.min(...(all as number[])))
  )
}

function withoutPrefix(texts: string[]): Values {
  const [first = ''] = texts
  let length = first.length
  for (const text of texts) while (!text.startsWith(first.slice(0, length))) length -= 1
  return { prefix: first.slice(0, length), rest: texts.map((text) => text.slice(length)) }
}

function inSteps(numbers: number[]): Values {
  const from = Math.min(...numbers)
  const step = numbers.reduce((divisor, number) => greatestDivisor(number - from, divisor), 0) || 1
  return { from, step, counts: numbers.map((number) => (number - from) / step) }
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}

export function fromColumns<Row extends object>(columns: ColumnarRows<Row>): Row[] {
  const all = (Object.entries(columns) as [string, Column][]).map(
    ([name, column]) => [name, valuesOf(column)] as const,
  )
  return Array.from({ length: all[0]?.[1].length ?? 0 }, (_, index) =>
    rowOf<Row>(all.map(([name, values]) => [name, values[index]])),
  )
}

function valuesOf(column: Column): unknown[] {
  if (Array.isArray(column) || !('starts' in column)) return listedValues(column)
  const ends = listedValues(column.ends)
  return listedValues(column.starts).map((start, index) => `${String(start)}${String(ends[index])}`)
}

function listedValues(listed: Listed): unknown[] {
  if (Array.isArray(listed) || !('values' in listed)) return listOf(listed)
  const values = listOf(listed.values)
  const { at } = listed
  if (typeof at === 'number') return Array.from({ length: at }, () => values[0])
  const indexes = typeof at === 'string' ? [...at].map((letter) => letters.indexOf(letter)) : at
  return indexes.map((index) => values[index])
}

function listOf(values: Values): unknown[] {
  if (Array.isArray(values)) return values
  return 'prefix' in values
    ? values.rest.map((text) => values.prefix + text)
    : values.counts.map((count) => values.from + count * values.step)
}

function rowOf<Row>(entries: [string, unknown][]): Row {
  return Object.fromEntries(entries) as Row
}
