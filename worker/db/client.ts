import { createClient, type Client } from '@libsql/client/web'
import type { Query as Built, SQL } from 'drizzle-orm'
import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import { drizzle } from 'drizzle-orm/libsql/web'
import { createSender, fetchInTime, type Mode, type Result, type Send } from './hrana.ts'

/** The worker builds statements and sends them with `batch`; the client is for migrations and tools. */
export type Database = LibSQLDatabase & { $client: Client; send: Send }

export function openDatabase(url: string, authToken: string | undefined): Database {
  const client = createClient({ url, authToken, intMode: 'number', fetch: fetchInTime })
  return Object.assign(drizzle({ client }), { send: createSender(url, authToken) })
}

type Prepared = {
  getQuery(): Built
  /** Builders map the cells of a row by their place, raw statements give rows as they come. */
  isResponseInArrayMode(): boolean
  allowsFailure?: boolean
  mapResult(response: unknown, isFromBatch?: boolean): unknown
}

/** Any drizzle statement: a builder or a raw `db.all(sql)`. */
export type Statement<Result = unknown> = PromiseLike<Result>
export type Results<Statements extends readonly Statement[]> = {
  -readonly [Index in keyof Statements]: Awaited<Statements[Index]>
}

function prepare(statement: Statement): Prepared {
  // Every drizzle builder has it; drizzle's own batch relies on the same method.
  return (statement as unknown as { _prepare(): Prepared })._prepare()
}

/** A read whose failure yields `undefined` and leaves the rest of its batch as it is. */
export function allowFailure<Found>(statement: Statement<Found>): Statement<Found | undefined> {
  const wrapped = {
    _prepare(): Prepared {
      const prepared = prepare(statement)
      return {
        allowsFailure: true,
        getQuery: () => prepared.getQuery(),
        isResponseInArrayMode: () => prepared.isResponseInArrayMode(),
        mapResult: (response, isFromBatch) => prepared.mapResult(response, isFromBatch),
      }
    },
  }
  // Has all that `batch` needs of a statement.
  return wrapped as unknown as Statement<Found | undefined>
}

/** The results of several statements that make one section; `undefined` where one of them failed. */
export function allOrNone<Found>(results: readonly (Found | undefined)[]): Found[] | undefined {
  const found = results.filter((one) => one !== undefined)
  return found.length === results.length ? found : undefined
}

/**
 * Runs statements as one transaction in one round trip. Drizzle's own `batch` cannot say `read`
 * (which a replica may answer) or `write` (which takes the lock first instead of failing late).
 */
export async function batch<const Statements extends readonly Statement[]>(
  db: Database,
  mode: Mode,
  statements: Statements,
  reportFailure?: (error: unknown) => void,
): Promise<Results<Statements>> {
  const prepared = statements.map(prepare)
  const queries = prepared.map((one) => {
    const { sql, params } = one.getQuery()
    return { sql, args: params, allowsFailure: one.allowsFailure }
  })
  const results = await db.send(queries, mode)
  return prepared.map((one, index) => {
    const result = results[index] ?? { columns: [], rows: [] }
    if (result.error) {
      reportFailure?.(result.error)
      return undefined
    }
    const rows = one.isResponseInArrayMode() ? result.rows : withNames(result)
    return one.mapResult({ rows }, true)
  }) as Results<Statements>
}

function withNames({ columns, rows }: Result): Record<string, unknown>[] {
  return rows.map((cells) => {
    const row: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) row[column] = cells[index]
    return row
  })
}

/** A raw statement whose rows have a known shape; the caller names the columns as the type has them. */
export function rows<Row>(db: Database, query: SQL): Statement<Row[]> {
  return db.all<Row>(query) as unknown as Statement<Row[]>
}
