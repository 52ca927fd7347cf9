import type { Database } from '#worker/db/client.ts'
import { openMigratedDatabase, serveDatabase } from './database.ts'
import { openSecrets } from './secrets.ts'
import { readDataDir } from './settings.ts'

type OpenDatabase = { db: Database; close(): Promise<void> }

/** `DATABASE_URL`, otherwise the file of the data folder, which a running site may share. */
export async function openConfiguredDatabase(): Promise<OpenDatabase> {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = process.env
  if (url)
    return { db: await openMigratedDatabase({ url, authToken }), close: () => Promise.resolve() }
  const dataDir = readDataDir()
  const token = openSecrets(dataDir).database
  const server = await serveDatabase(dataDir, token)
  const db = await openMigratedDatabase({ url: server.url, authToken: token })
  return { db, close: () => server.close() }
}
