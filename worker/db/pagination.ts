import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'
import { sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import type { Locale } from '#worker/contracts/locale.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
import { validationError } from '../api/errors.ts'

export type SortColumn = { column: SQL; direction: 'asc' | 'desc'; isNullable?: boolean }
export type SortKey = string | number | null

type CursorKeySchema = v.GenericSchema<unknown, string | number>
type CursorKeys<Schemas extends readonly CursorKeySchema[]> = {
  [Index in keyof Schemas]: v.InferOutput<Schemas[Index]>
}

export const CursorNumber = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(8_000_000_000_000),
)
export const CursorText = v.pipe(v.string(), v.maxLength(300))

export type Cursors<Schemas extends readonly CursorKeySchema[]> = {
  after: (keys: CursorKeys<Schemas>) => string
  /** @throws AppError `validation_failed` for a cursor of another order. */
  keysOf: (ctx: { locale: Locale }, cursor: string | undefined) => CursorKeys<Schemas> | undefined
}

/** A cursor names its order: its keys have another meaning in other orders. */
export function defineCursors<const Schemas extends readonly CursorKeySchema[]>(
  order: string,
  schemas: Schemas,
): Cursors<Schemas> {
  const Parts = v.strictTuple([v.literal(order), ...schemas])
  return {
    after: (keys) => encodeCursor([order, ...keys]),
    keysOf({ locale }, cursor) {
      if (cursor === undefined) return undefined
      const result = v.safeParse(Parts, decodeCursor(cursor))
      if (!result.success)
        throw validationError([{ path: 'cursor', msg: validationRuleText('bad_cursor', locale) }])
      const [, ...keys] = result.output
      return keys as CursorKeys<Schemas>
    },
  }
}

function encodeCursor(parts: readonly (string | number)[]): string {
  return encodeBase64urlNoPadding(new TextEncoder().encode(JSON.stringify(parts)))
}

function decodeCursor(cursor: string): unknown {
  try {
    const bytes = decodeBase64urlIgnorePadding(cursor)
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

type CursorPageMapping<Row, Item> = {
  toItem: (row: Row) => Item
  cursorAfter: (row: Row) => string
}

export function toCursorPage<Row, Item>(
  found: readonly Row[],
  limit: number,
  { toItem, cursorAfter }: CursorPageMapping<Row, Item>,
): Page<Item> {
  const pageRows = found.slice(0, limit)
  const last = found.length > limit ? pageRows.at(-1) : undefined
  return {
    items: pageRows.map((row) => toItem(row)),
    next_cursor: last === undefined ? null : cursorAfter(last),
  }
}

export function orderBy(columns: readonly SortColumn[]): SQL {
  const terms = columns.map(({ column, direction }) => sql`${column} ${sql.raw(direction)}`)
  return sql.join(terms, sql`, `)
}

/** Nullable columns sort in descending order, so nothing follows null. */
function rangesBeyondKey({ column, direction, isNullable }: SortColumn, key: SortKey): SQL[] {
  if (key === null) return []
  const past = sql`${column} ${sql.raw(direction === 'desc' ? '<' : '>')} ${key}`
  return isNullable ? [past, sql`${column} is null`] : [past]
}

/** Ranges that are one index seek each; their concatenation is the rest of the list. */
export function buildSeekConditions(
  columns: readonly SortColumn[],
  keys: readonly SortKey[] | undefined,
): SQL[] {
  if (!keys) return [sql`true`]
  const isAt = (column: SQL, key: SortKey) =>
    key === null ? sql`${column} is null` : sql`${column} = ${key}`
  return columns
    .flatMap((one, index) => {
      const same = columns.slice(0, index).map(({ column }, at) => isAt(column, keys[at] ?? null))
      const after = rangesBeyondKey(one, keys[index] ?? null)
      return [after.map((range) => sql.join([...same, range], sql` and `))]
    })
    .reverse()
    .flat()
}
