import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMigratedDatabase, serveDatabase, type LocalDatabase } from './database.ts'

/** A migrated database of its own for a test file. */
export type TemporaryDatabase = {
  db: LocalDatabase
  url: string
  authToken: string
  /** Rows as plain values. */
  query<Row = Record<string, unknown>>(text: string): Promise<Row[]>
  remove(): Promise<void>
}

export async function startTemporaryDatabase(): Promise<TemporaryDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'hypecal-'))
  const authToken = 'a-token-for-one-test-only'
  const server = await serveDatabase(folder, authToken)
  const db = await openMigratedDatabase({ url: server.url, authToken })
  return {
    db,
    url: server.url,
    authToken,
    query: async <Row>(text: string) => {
      const { rows } = await db.$client.execute(text)
      return rows.map((row) => ({ ...row })) as Row[]
    },
    async remove() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
