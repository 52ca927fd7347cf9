import { createClient, type Client } from '@libsql/client/web'
import { migrate as runMigrations } from 'drizzle-orm/libsql/migrator'
import { drizzle } from 'drizzle-orm/libsql/web'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase, type Database } from '#worker/db/client.ts'
import { fetchInTime } from '#worker/db/hrana.ts'
import { startLibsqlServer, type LibsqlServer } from './libsql-server/server.ts'
import { Problem, reasonOf } from './reason.ts'

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

export type DatabaseAddress = { url: string; authToken: string | undefined }

/** Serves the database of the data folder until this process exits. */
export async function serveDatabase(dataDir: string, authToken: string): Promise<LibsqlServer> {
  try {
    return await startLibsqlServer({ file: join(dataDir, 'db', 'hypecal.db'), authToken })
  } catch (error) {
    throw new Problem((error as Error).message, { cause: error })
  }
}

/** The worker's connection, and a client for other queries of tools and tests. */
export type LocalDatabase = Database & { $client: Client }

export function openLocalDatabase({ url, authToken }: DatabaseAddress): LocalDatabase {
  const client = createClient({ url, authToken, intMode: 'number', fetch: fetchInTime })
  return { ...openDatabase(url, authToken), $client: client }
}

export function migrate({ $client }: LocalDatabase, folder = migrationsFolder): Promise<void> {
  return runMigrations(drizzle({ client: $client }), { migrationsFolder: folder })
}

/**
 * Checks that all migrations are applied.
 * @throws Problem with a one-line reason
 */
export async function openMigrated(address: DatabaseAddress): Promise<LocalDatabase> {
  try {
    const db = openLocalDatabase(address)
    await db.$client.execute('select 1')
    await migrate(db)
    return db
  } catch (error) {
    const reason = reasonOf(error)
    throw new Problem(`the database at ${withoutPassword(address.url)} cannot be used: ${reason}`, {
      cause: error,
    })
  }
}

function withoutPassword(url: string): string {
  return URL.canParse(url) ? new URL(url).origin.replace(/^null$/, url.split('?')[0] ?? '') : url
}
