import {
  openLocalDatabase,
  openMigratedDatabase,
  serveDatabase,
  type DatabaseAddress,
  type LocalDatabase,
} from './database.ts'
import { UserError } from './reason.ts'
import { readOrCreateSecrets } from './secrets.ts'
import { resolveDataDir } from './settings.ts'

type EnvironmentVariables = Record<string, string | undefined>
type ServedDatabase = { address: DatabaseAddress; close(): Promise<void> }

/** `DATABASE_URL`, otherwise the file of the data folder, which a running site may share. */
async function serveConfiguredDatabase(env: EnvironmentVariables): Promise<ServedDatabase> {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = env
  if (url) return { address: { url, authToken }, close: () => Promise.resolve() }
  const dataDir = resolveDataDir(env)
  const token = readOrCreateSecrets(dataDir).database
  const server = await serveDatabase(dataDir, token)
  return { address: { url: server.url, authToken: token }, close: () => server.close() }
}

export type ConfiguredDatabase = { db: LocalDatabase; close(): Promise<void> }

export async function openConfiguredDatabase(
  env: EnvironmentVariables = process.env,
): Promise<ConfiguredDatabase> {
  const { address, close } = await serveConfiguredDatabase(env)
  return { db: openLocalDatabase(address), close }
}

export async function withMigratedDatabase<T>(use: (db: LocalDatabase) => Promise<T>): Promise<T> {
  const { address, close } = await serveConfiguredDatabase(process.env)
  try {
    return await use(await openMigratedDatabase(address))
  } finally {
    await close()
  }
}

export async function openDeployedDatabase(): Promise<LocalDatabase> {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = process.env
  if (!url) throw new UserError('DATABASE_URL is not set')
  return openMigratedDatabase({ url, authToken })
}
