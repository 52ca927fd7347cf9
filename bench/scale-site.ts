import { readFileSync } from 'node:fs'
import { openMigrated, serveDatabase } from '../local/database.ts'
import { openSecrets } from '../local/secrets.ts'
import { scaleNow, type ScaleName } from './scale.ts'
import { findScaleSet } from './seed.ts'
import { serveBuilt } from './workerd.ts'

/** The built worker in the runtime alone, on a scale set. */
export type ScaleSite = {
  url: string
  /** Of events all over the set. */
  slugs: string[]
  /** Round trips to the database so far. */
  trips(): number
  /** Milliseconds of processor time so far; the database runs in this very process. */
  cpu(): Cpu
  close(): Promise<void>
}
export type Cpu = { worker: number; database: number }

const slugsAtMost = 200

export const clockHeader = { 'X-Test-Now': String(scaleNow) }

export async function startScaleSite(name: ScaleName, folder: string): Promise<ScaleSite> {
  const dataDir = await findScaleSet(name)
  const secrets = openSecrets(dataDir)
  const libsql = await serveDatabase(dataDir, secrets.database)
  const db = await openMigrated({ url: libsql.url, authToken: secrets.database })
  const { rows } = await db.$client.execute(`select slug from events where status = 'approved'
    order by (id * 2654435761) % 4294967296 limit ${slugsAtMost}`)
  const worker = await serveBuilt(folder, {
    LOCAL_MODE: 'on',
    TEST_CLOCK: 'on',
    RATE_LIMITS: 'off',
    SITE_URL: 'http://localhost:8787',
    DATABASE_URL: libsql.url,
    DATABASE_AUTH_TOKEN: secrets.database,
    JWT_SECRET: secrets.jwt,
    ENCRYPTION_KEY: secrets.encryption,
    MAIL_API_KEY: secrets.mail,
    MAIL_FROM: 'Hypecal <hello@hypecal.example>',
  })
  return {
    url: worker.url,
    slugs: rows.map((row) => String(row['slug'])),
    trips: () => libsql.stats().pipelines,
    cpu() {
      const { user, system } = process.cpuUsage()
      return { worker: worker.cpu(), database: (user + system) / 1000 }
    },
    async close() {
      await worker.close()
      await libsql.close()
    },
  }
}

/** Searches as people type them: whole, begun, misspelt, without accents, in vain. */
export function searchPaths(): string[] {
  const file = new URL('queries.txt', import.meta.url)
  const queries = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return queries.map((query) => `/api/v1/search?${new URLSearchParams({ q: query })}`)
}
