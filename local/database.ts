import { createClient, type Client } from '@libsql/client/web'
import { migrate as runMigrations } from 'drizzle-orm/libsql/migrator'
import { drizzle } from 'drizzle-orm/libsql/web'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  isBeforeSquash,
  lastMigrationBeforeSquash,
  preSquashUpgradeCommands,
} from '#worker/db/before-squash.ts'
import { openDatabase, type Database } from '#worker/db/client.ts'
import { fetchWithTimeout } from '#worker/db/hrana.ts'
import { startLibsqlServer, type LibsqlServer } from './libsql-server/server.ts'
import { UserError, formatReason } from './reason.ts'

export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

export type DatabaseAddress = { url: string; authToken: string | undefined }

export function databaseFile(dataDir: string): string {
  return join(dataDir, 'db', 'hypecal.db')
}

export async function serveDatabase(dataDir: string, authToken: string): Promise<LibsqlServer> {
  try {
    return await startLibsqlServer({ file: databaseFile(dataDir), authToken })
  } catch (error) {
    throw new UserError((error as Error).message, { cause: error })
  }
}

export type LocalDatabase = Database & { $client: Client }

export function openLocalDatabase({ url, authToken }: DatabaseAddress): LocalDatabase {
  const client = createClient({ url, authToken, intMode: 'number', fetch: fetchWithTimeout })
  return { ...openDatabase(url, authToken), $client: client }
}

export function migrate({ $client }: LocalDatabase, folder = migrationsFolder): Promise<void> {
  return runMigrations(drizzle({ client: $client }), { migrationsFolder: folder })
}

/** @throws UserError with the commands that bring its rows into a new database */
async function assertSchemaAfterSquash({ $client }: LocalDatabase): Promise<void> {
  const tables = await $client.execute(
    "select 1 from sqlite_master where name = '__drizzle_migrations'",
  )
  if (tables.rows.length === 0) return
  const { rows } = await $client.execute(
    'select max(created_at) as written_at from __drizzle_migrations',
  )
  const writtenAt = Number(rows[0]?.['written_at'] ?? Infinity)
  if (!isBeforeSquash(writtenAt)) return
  const isLast = writtenAt === lastMigrationBeforeSquash.writtenAt
  const description = isLast
    ? ''
    : 'start it once with the commit before migrations/0000_squashed.sql, then '
  throw new UserError(
    `it was made before the migrations were squashed: ${description}stop the site and run` +
      ` ${preSquashUpgradeCommands.join(' && ')} (with DATABASE_URL: set it to a new database instead of mv)`,
  )
}

/** @throws UserError when migrations are missing or the database cannot be opened */
export async function openMigratedDatabase(address: DatabaseAddress): Promise<LocalDatabase> {
  try {
    const db = openLocalDatabase(address)
    await db.$client.execute('select 1')
    await assertSchemaAfterSquash(db)
    await migrate(db)
    return db
  } catch (error) {
    const reason = formatReason(error)
    throw new UserError(
      `the database at ${stripUrlCredentials(address.url)} cannot be used: ${reason}`,
      {
        cause: error,
      },
    )
  }
}

function stripUrlCredentials(url: string): string {
  return URL.canParse(url) ? new URL(url).origin.replace(/^null$/, url.split('?')[0] ?? '') : url
}
