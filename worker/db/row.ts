import { Column, SQL, sql, type GetColumnData } from 'drizzle-orm'
import { createSecondRequestMemo } from '#worker/contracts/memo.ts'
import { toInstant, type Instant } from '#worker/contracts/time.ts'
import type { Cell, Result } from './hrana.ts'
import { renderSql } from './write-sql.ts'

/** Yields 1 or 0, which rows hold as a boolean. */
class Condition extends SQL<boolean> {
  protected readonly isCondition = true
}

export function booleanSql({ queryChunks }: SQL): Condition {
  return new Condition(queryChunks)
}

class InstantCell<Value> extends SQL<Value> {
  protected readonly isInstant = true
}

/** Milliseconds, which rows hold as the API says them. */
export function instantSql<Of extends Column | SQL>(
  column: Of,
): SQL<null extends CellOf<Of> ? Instant | null : Instant> {
  return new InstantCell(sql`${column}`.queryChunks)
}

class RowList<Of extends Columns> extends SQL<RowOf<Of>[]> {
  readonly columns: Of
  constructor(columns: Of, { queryChunks }: SQL) {
    super(queryChunks)
    this.columns = columns
  }
}

/** `tail` begins with `from`. */
export function jsonRowList<const Of extends Columns>(columns: Of, tail: SQL): SQL<RowOf<Of>[]> {
  // Plain text stays one cell within `jsonArraySql`.
  return new RowList(
    columns,
    sql`(select json_group_array(${jsonArraySql(columns)}) || '' ${tail})`,
  )
}

class JsonRow<Of extends Columns, Value> extends SQL<Value> {
  readonly columns: Of
  constructor(columns: Of, { queryChunks }: SQL) {
    super(queryChunks)
    this.columns = columns
  }
}

/** `within` puts it into a query that yields it, or null. */
export function jsonRow<const Of extends Columns>(columns: Of): SQL<RowOf<Of>>
export function jsonRow<const Of extends Columns>(
  columns: Of,
  within: (row: SQL) => SQL,
): SQL<RowOf<Of> | null>
export function jsonRow(columns: Columns, within = (row: SQL): SQL => row): SQL {
  return new JsonRow(columns, within(sql`${jsonArraySql(columns)} || ''`))
}

declare const nullability: unique symbol
type NullableColumn = { readonly [nullability]: 'nullable' }
type PresentColumn = { readonly [nullability]: 'present' }

export function nullable<Of extends Column | SQL>(column: Of): Of & NullableColumn {
  return column as Of & NullableColumn
}

export function notNullable<Of extends Column | SQL>(column: Of): Of & PresentColumn {
  return column as Of & PresentColumn
}

export type Columns = Readonly<Record<string, Column | SQL>>

type ColumnCell<Of> = Of extends Column
  ? GetColumnData<Of>
  : Of extends Condition
    ? boolean
    : Of extends SQL<infer Value>
      ? [Value] extends [boolean]
        ? 'a boolean has to be made with booleanSql()'
        : Value
      : never

type CellOf<Of> = Of extends NullableColumn
  ? ColumnCell<Of> | null
  : Of extends PresentColumn
    ? NonNullable<ColumnCell<Of>>
    : ColumnCell<Of>

export type RowOf<Of extends Columns> = FlattenedRow<{
  -readonly [Name in keyof Of]: CellOf<Of[Name]>
}>
/** Flattened for readable compiler messages. */
type FlattenedRow<Row> = Row extends infer Shown ? { [Name in keyof Shown]: Shown[Name] } : never

const cellTexts = new WeakMap<Columns, SQL>()

export function columnListSql(columns: Columns): SQL {
  const known = cellTexts.get(columns)
  if (known) return known
  const list = sql.join(Object.values(columns), sql`, `)
  const { sql: text, args } = renderSql(list)
  const cells = args.length === 0 ? sql.raw(text) : list
  cellTexts.set(columns, cells)
  return cells
}

export function jsonArraySql(columns: Columns): SQL<string> {
  return sql<string>`json_array(${columnListSql(columns)})`
}

export function jsonObjectSql(columns: Columns): SQL {
  const fields = Object.entries(columns).map(
    ([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`,
  )
  return sql`json_object(${sql.join(fields, sql`, `)})`
}

type DecodeCell = (value: Cell) => unknown

function findCellDecoder(column: Column | SQL): DecodeCell | undefined {
  if (column instanceof Condition) return Boolean
  if (column instanceof InstantCell) return (value) => toInstant(value as number)
  if (column instanceof RowList) {
    return (value) => (JSON.parse(value as string) as Cell[][]).map(findRowReader(column.columns))
  }
  if (column instanceof JsonRow) {
    const reader = findRowReader(column.columns as Columns)
    return (value) => reader(JSON.parse(value as string) as Cell[])
  }
  if (column instanceof Column && ['boolean', 'json'].includes(column.dataType)) {
    return (value) => column.mapFromDriverValue(value)
  }
  return undefined
}

type RowReader = (cells: readonly Cell[]) => Record<string, unknown>

const readers = new WeakMap<Columns, RowReader>()

function findRowReader(columns: Columns): RowReader {
  const known = readers.get(columns)
  if (known) return known
  const fields = Object.entries(columns).map(([name, one]) => ({
    name,
    decode: findCellDecoder(one),
  }))
  const reader: RowReader = (cells) => {
    const row: Record<string, unknown> = {}
    for (const [index, { name, decode }] of fields.entries()) {
      const cell = cells[index] ?? null
      row[name] = decode && cell !== null ? decode(cell) : cell
    }
    return row
  }
  readers.set(columns, reader)
  return reader
}

export function readRows<Of extends Columns>(columns: Of, { rows }: Result): RowOf<Of>[] {
  const reader = findRowReader(columns)
  return rows.map((cells) => reader(cells) as RowOf<Of>)
}

export function parseJsonRow<Of extends Columns>(columns: Of, text: string): RowOf<Of> {
  return findRowReader(columns)(JSON.parse(text) as Cell[]) as RowOf<Of>
}

export function parseJsonRows<Of extends Columns>(columns: Of, text: string): RowOf<Of>[] {
  return (JSON.parse(text) as Cell[][]).map((cells) => findRowReader(columns)(cells) as RowOf<Of>)
}

/** 26 MB of an isolate's 128: a row of 450 characters takes 6 kB with what is made of it. */
const compactRows = createSecondRequestMemo<object>(2_000_000)
/** Longer ones, such as those with a description, are decoded each time. */
const longestCompactRow = 3_000

let recordCount = 0
const recordNumbers = new WeakMap<Columns, number>()

function numberColumns(columns: Columns): number {
  const known = recordNumbers.get(columns)
  if (known !== undefined) return known
  recordCount += 1
  recordNumbers.set(columns, recordCount)
  return recordCount
}

function memoizeCompactRow(key: string, decode: () => object): object {
  return key.length <= longestCompactRow ? compactRows(key, decode) : decode()
}

/** A row that comes again is the same frozen object. */
export function parseCompactRow<Of extends Columns>(columns: Of, text: string): RowOf<Of> {
  const decode = () => parseJsonRow(columns, text)
  return memoizeCompactRow(`${numberColumns(columns)}  ${text}`, decode) as RowOf<Of>
}

/** The first cell is a JSON list of `columns`, then come those of `beside`; others are left out. */
export function readCompactRows<Of extends Columns, Beside extends Columns>(
  columns: Of,
  { rows }: Result,
  beside: Beside | undefined,
): (RowOf<Of> & RowOf<Beside>)[] {
  if (!beside) {
    return rows.map(([cell]) => parseCompactRow(columns, String(cell)) as RowOf<Of> & RowOf<Beside>)
  }
  const records = `${numberColumns(columns)} ${numberColumns(beside)} `
  const end = 1 + Object.keys(beside).length
  return rows.map((cells) => {
    const text = String(cells[0])
    const others = cells.slice(1, end)
    const decode = () => ({ ...parseJsonRow(columns, text), ...findRowReader(beside)(others) })
    const key = `${records}${JSON.stringify(others)}${text}`
    return memoizeCompactRow(key, decode) as RowOf<Of> & RowOf<Beside>
  })
}
