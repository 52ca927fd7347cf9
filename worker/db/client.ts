import { createClient, LibsqlError, type Client } from '@libsql/client/web'
import type { Query, SQL } from 'drizzle-orm'
import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import { drizzle } from 'drizzle-orm/libsql/web'

export type Database = LibSQLDatabase & { $client: Client }

/** A client per request: the runtime forbids sharing pending work between requests. */
export function openDatabase(url: string, authToken: string | undefined): Database {
  return drizzle({
    client: createClient({ url, authToken, intMode: 'number', fetch: fetchInTime }),
  })
}

const timeoutMs = 10_000

/** A database that takes the connection and never answers must not hold the request. */
function fetchInTime(request: Request): Promise<Response> {
  return fetch(request, { signal: AbortSignal.timeout(timeoutMs) })
}

type Prepared = { getQuery(): Query; mapResult(response: unknown, isFromBatch?: boolean): unknown }

/** Any drizzle statement: a builder or a raw `db.all(sql)`. */
export type Statement<Result = unknown> = PromiseLike<Result>
export type Results<Statements extends readonly Statement[]> = {
  -readonly [Index in keyof Statements]: Awaited<Statements[Index]>
}

function prepare(statement: Statement): Prepared {
  // Every drizzle builder has it; drizzle's own batch relies on the same method.
  return (statement as unknown as { _prepare(): Prepared })._prepare()
}

/**
 * Runs statements as one transaction in one round trip. Drizzle's own `batch` cannot say `read`
 * (which a replica may answer) or `write` (which takes the lock first instead of failing late).
 */
export async function batch<const Statements extends readonly Statement[]>(
  db: Database,
  mode: 'read' | 'write',
  statements: Statements,
): Promise<Results<Statements>> {
  const prepared = statements.map(prepare)
  const queries = prepared.map((one) => {
    const query = one.getQuery()
    return { sql: query.sql, args: query.params as (string | number | null)[] }
  })
  const results = await db.$client.batch(queries, mode).catch(refuseForeignAnswer)
  return results.map((result, index) =>
    prepared[index]?.mapResult(result, true),
  ) as Results<Statements>
}

/** The client lets the parser's error through when something else answers in the database's place. */
function refuseForeignAnswer(error: unknown): never {
  if (error instanceof SyntaxError) throw new LibsqlError('not a database answered', 'BAD_ANSWER')
  throw error
}

/** A raw statement whose rows have a known shape; the caller names the columns as the type has them. */
export function rows<Row>(db: Database, query: SQL): Statement<Row[]> {
  return db.all<Row>(query) as unknown as Statement<Row[]>
}
