import { Placeholder, sql, type SQL, type Table } from 'drizzle-orm'
import { AppError, type ErrorCode } from '#worker/api/errors.ts'
import { createMemo, createObjectMemo } from '#worker/contracts/memo.ts'
import type { Statement } from './client.ts'
import {
  readCompactRows,
  columnListSql,
  jsonArraySql,
  readRows,
  type Columns,
  type RowOf,
} from './row.ts'
import { renderSql } from './write-sql.ts'

export type Params<Values extends object> = { readonly [Name in keyof Values]-?: SQL<Values[Name]> }

type PreparedStatement<Values extends object, Found> = (
  ...values: keyof Values extends never ? [] : [values: Values]
) => Statement<Found>

const placeholders = new Proxy({}, { get: (_, name) => sql`${sql.placeholder(String(name))}` })

/** Writes the text once per isolate, at the first call. */
export function prepare<Values extends object, Found>(
  build: (params: Params<Values>) => Statement<Found>,
): PreparedStatement<Values, Found> {
  let written: Statement<Found> | undefined
  return (...[values]) => {
    written ??= removeIndentation(build(placeholders as Params<Values>))
    return { ...written, args: fillPlaceholders(written.args, values ?? {}) }
  }
}

/** Kept shapes are limited in number: requests choose some of them. */
const mostShapes = 200

const shapeKeys = createObjectMemo<string>()

function buildShapeKey(shape: unknown): string {
  if (typeof shape !== 'object' || shape === null) return String(shape)
  return shapeKeys(shape, '', () => JSON.stringify(shape))
}

export function preparePerShape<Shape, Values extends object, Found>(
  build: (shape: Shape, params: Params<Values>) => Statement<Found>,
): (shape: Shape) => PreparedStatement<Values, Found> {
  const prepared = createMemo<PreparedStatement<Values, Found>>(mostShapes)
  return (shape) =>
    prepared(buildShapeKey(shape), () => prepare<Values, Found>((params) => build(shape, params)))
}

/** Safe, because no quoted text contains a line break. */
function removeIndentation<Found>(statement: Statement<Found>): Statement<Found> {
  return { ...statement, sql: statement.sql.replace(/\s*\n\s*/g, ' ') }
}

function fillPlaceholders(args: readonly unknown[], values: object): unknown[] {
  const valuesByName = values as Record<string, unknown>
  return args.map((arg) => (arg instanceof Placeholder ? valuesByName[arg.name] : arg))
}

export function queryRows<const Of extends Columns>(
  columns: Of,
  text: SQL,
): Statement<RowOf<Of>[]> {
  return { ...renderSql(text), toResult: (result) => readRows(columns, result) }
}

/**
 * One cell a row costs less to send and decode; it holds no bytes. `beside` has cells of its own:
 * SQLite mistakes constants of a union for one another within JSON.
 */
export function selectCompactRows<
  const Of extends Columns,
  const Beside extends Columns = Record<never, never>,
>(columns: Of, tail: SQL, beside?: Beside): Statement<(RowOf<Of> & RowOf<Beside>)[]> {
  const others = beside ? sql`, ${columnListSql(beside)}` : sql``
  const query = renderSql(sql`select ${jsonArraySql(columns)}${others} ${tail}`)
  return { ...query, toResult: (result) => readCompactRows(columns, result, beside) }
}

type TotalColumns<Beside extends Columns> = { beside: Beside; total: SQL<number> }

/** Every row brings the number but none holds it: a row stays the same object when it changes. */
export function selectCompactRowsWithTotal<const Of extends Columns, const Beside extends Columns>(
  columns: Of,
  tail: SQL,
  { beside, total }: TotalColumns<Beside>,
): Statement<{ rows: (RowOf<Of> & RowOf<Beside>)[]; total: number }> {
  const query = renderSql(
    sql`select ${jsonArraySql(columns)}, ${columnListSql(beside)}, ${total} ${tail}`,
  )
  return {
    ...query,
    toResult: (result) => ({
      rows: readCompactRows(columns, result, beside),
      total: Number(result.rows[0]?.at(-1) ?? 0),
    }),
  }
}

type SectionColumns<Of extends Columns> = { columns: Of; section: SQL; count: number }

/** `section` is the number of the list that a row belongs to. */
export function selectCompactSections<const Of extends Columns>(
  { columns, section, count }: SectionColumns<Of>,
  tail: SQL,
): Statement<RowOf<Of>[][]> {
  const query = renderSql(sql`select ${jsonArraySql(columns)}, ${section} ${tail}`)
  return {
    ...query,
    toResult(result) {
      const lists: RowOf<Of>[][] = Array.from({ length: count }, () => [])
      const rows = readCompactRows(columns, result, undefined)
      for (const [index, row] of rows.entries()) lists[Number(result.rows[index]?.[1])]?.push(row)
      return lists
    },
  }
}

/** `tail` begins with `from`. */
export function select<const Of extends Columns>(columns: Of, tail: SQL): Statement<RowOf<Of>[]> {
  return queryRows(columns, sql`select ${columnListSql(columns)} ${tail}`)
}

export function first<Row>(statement: Statement<Row[]>): Statement<Row | undefined> {
  return mapResult(statement, ([row]) => row)
}

/** `tail` begins with `from`. */
export function selectFirst<const Of extends Columns>(
  columns: Of,
  tail: SQL,
): Statement<RowOf<Of> | undefined> {
  return first(select(columns, tail))
}

/** @throws AppError `not_found` with the code where there is no row */
export function existing<Row>(statement: Statement<Row[]>, code: ErrorCode): Statement<Row> {
  return mapResult(statement, ([row]) => {
    if (row === undefined) throw new AppError('not_found', code)
    return row
  })
}

/** @throws AppError `not_found` with the code where the table has no such row */
export function assertExists(table: Table, where: SQL, code: ErrorCode): Statement<unknown> {
  return existing(select({ isThere: sql`1` }, sql`from ${table} where ${where}`), code)
}

export function mapResult<Found, Mapped>(
  { toResult, ...query }: Statement<Found>,
  map: (found: Found) => Mapped,
): Statement<Mapped> {
  return { ...query, toResult: (result) => map(toResult(result)) }
}

export function createCommand(text: SQL): Statement<undefined> {
  return { ...renderSql(text), toResult: () => undefined }
}

/** SQL has `raise` only in triggers; `json` is documented to fail for text that is not JSON. */
export function abortUnless(condition: SQL, tail: SQL = sql``): Statement<undefined> {
  return createCommand(sql`select json(iif(${condition}, 'true', 'refused')) ${tail}`)
}
