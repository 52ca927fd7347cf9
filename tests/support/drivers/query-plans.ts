import type { LocalDatabase } from '#local/database.ts'
import type { Database } from '#worker/db/client.ts'
import type { Query, SendQueries } from '#worker/db/hrana.ts'

/** The steps by which the database answers a query. */
export async function planOf(db: LocalDatabase, { sql, args }: Query): Promise<string[]> {
  // The client says which arguments it takes; all that the worker sends are among them.
  const { rows } = await db.$client.execute({ sql: `explain query plan ${sql}`, args } as never)
  return rows.map((row) => String(row['detail']))
}

/** The plan of each query that is sent, in their order. */
export async function plansOf(
  db: LocalDatabase,
  run: (spied: Database) => Promise<unknown>,
): Promise<string[][]> {
  const asked: Query[] = []
  const send: SendQueries = (queries, mode) => {
    asked.push(...queries)
    return db.send(queries, mode)
  }
  await run({ ...db, send })
  return Promise.all(asked.map((one) => planOf(db, one)))
}
