import type { Database } from '#worker/db/client.ts'
import type { Query, Send } from '#worker/db/hrana.ts'

/** The steps by which the database answers a query. */
export async function planOf(db: Database, { sql, args }: Query): Promise<string[]> {
  // The client says which arguments it takes; all that the worker sends are among them.
  const { rows } = await db.$client.execute({ sql: `explain query plan ${sql}`, args } as never)
  return rows.map((row) => String(row['detail']))
}

/** The plan of each query that is sent, in their order. */
export async function plansOf(
  db: Database,
  run: (spied: Database) => Promise<unknown>,
): Promise<string[][]> {
  const asked: Query[] = []
  const send: Send = (queries, mode) => {
    asked.push(...queries)
    return db.send(queries, mode)
  }
  await run(Object.assign(Object.create(db) as Database, { send }))
  return Promise.all(asked.map((one) => planOf(db, one)))
}
