import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  databaseFile,
  openLocalDatabase,
  openMigratedDatabase,
  serveDatabase,
  type LocalDatabase,
} from './database.ts'

export type TemporaryDatabase = {
  db: LocalDatabase
  url: string
  authToken: string
  query<Row = Record<string, unknown>>(text: string): Promise<Row[]>
  remove(): Promise<void>
}

const authToken = 'a-token-for-one-test-only'
let template: Promise<string> | undefined

/** The file of a migrated database: made once for all tests of a process. */
async function createTemplateDatabase(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hypecal-template-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const server = await serveDatabase(folder, authToken)
  const db = await openMigratedDatabase({ url: server.url, authToken })
  // Checkpoint: the file alone is copied.
  await db.$client.execute('pragma wal_checkpoint(truncate)')
  await server.close()
  return databaseFile(folder)
}

export async function startTemporaryDatabase(): Promise<TemporaryDatabase> {
  const migrated = await (template ??= createTemplateDatabase())
  const folder = mkdtempSync(join(tmpdir(), 'hypecal-'))
  mkdirSync(join(folder, 'db'))
  copyFileSync(migrated, databaseFile(folder))
  const server = await serveDatabase(folder, authToken)
  const db = openLocalDatabase({ url: server.url, authToken })
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
