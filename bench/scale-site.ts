import { readFileSync } from 'node:fs'
import { openMigratedDatabase, serveDatabase, type LocalDatabase } from '../local/database.ts'
import { readOrCreateSecrets, type Secrets } from '../local/secrets.ts'
import { listScopes } from '../worker/context.ts'
import type { SessionId, UserId } from '../worker/contracts/ids.ts'
import { signAccessToken } from '../worker/auth/tokens.ts'
import type { Env } from '../worker/env.ts'
import { refreshSectionPicks } from '../worker/jobs/refresh-picks.ts'
import { createContext } from '../worker/request/request-context.ts'
import { day, scaleNow, type ScaleName } from './scale.ts'
import { findScaleSet } from './seed.ts'
import { serveBuilt } from './workerd.ts'

/** The built worker alone in the runtime, on a scale set. */
export type ScaleSite = {
  url: string
  /** Slugs of events all over the set. */
  slugs: string[]
  db: LocalDatabase
  dataDir: string
  /** Headers of a member's requests. */
  signInAs(userId: UserId): Promise<Record<string, string>>
  /** Round trips to the database so far. */
  trips(): number
  /** Milliseconds of processor time so far; the database runs in this process. */
  cpu(): Cpu
  close(): Promise<void>
}
export type Cpu = { worker: number; database: number }

const slugsAtMost = 200

export const clockHeader = { 'X-Test-Now': String(scaleNow) }

export function createBenchVars(secrets: Secrets, databaseUrl: string): Record<string, string> {
  return {
    LOCAL_MODE: 'on',
    TEST_CLOCK: 'on',
    RATE_LIMITS: 'off',
    SITE_URL: 'http://localhost:8787',
    DATABASE_URL: databaseUrl,
    DATABASE_AUTH_TOKEN: secrets.database,
    JWT_SECRET: secrets.jwt,
    ENCRYPTION_KEY: secrets.encryption,
    MAIL_API_KEY: secrets.mail,
    MAIL_FROM: 'Hypecal <hello@hypecal.example>',
  }
}

export async function openScaleSet(name: ScaleName) {
  const dataDir = await findScaleSet(name)
  const secrets = readOrCreateSecrets(dataDir)
  const libsql = await serveDatabase(dataDir, secrets.database)
  const db = await openMigratedDatabase({ url: libsql.url, authToken: secrets.database })
  return { dataDir, secrets, libsql, db, vars: createBenchVars(secrets, libsql.url) }
}

/** Prepares what the minutely and the hourly job do in time; no bench runs them. */
async function prepare(db: LocalDatabase, vars: Record<string, string>): Promise<void> {
  await db.$client.execute(`insert into search_names(search_names) values('optimize')`)
  const source = { origin: 'cron', request: 'bench' } as const
  const context = createContext(vars as unknown as Env, { now: scaleNow, locale: 'en', source })
  await refreshSectionPicks({ ...context, actor: { kind: 'system' } })
}

/** @param settings variables of the worker besides those of every bench */
export async function startScaleSite(
  name: ScaleName,
  folder: string,
  settings: Record<string, string> = {},
): Promise<ScaleSite> {
  const { dataDir, secrets, libsql, db, vars } = await openScaleSet(name)
  await prepare(db, vars)
  const { rows } = await db.$client.execute(`select slug from events where status = 'approved'
    order by (id * 2654435761) % 4294967296 limit ${slugsAtMost}`)
  const worker = await serveBuilt(folder, { ...vars, ...settings })
  return {
    url: worker.url,
    slugs: rows.map((row) => String(row['slug'])),
    db,
    dataDir,
    async signInAs(userId) {
      const { rows } = await db.$client.execute({
        sql: `insert into sessions (user_id, created_at, last_used_at, expires_at)
          values (?1, ?2, ?2, ?2 + ?3) returning id`,
        args: [userId, scaleNow, day],
      })
      const sessionId = Number(rows[0]?.['id']) as SessionId
      const facts = { userId, sessionId, scopes: listScopes({ role: 'member', isStreamer: false }) }
      const token = await signAccessToken(secrets.jwt, scaleNow, facts)
      return { Authorization: `Bearer ${token}` }
    },
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

/** Typical searches: complete, partial, misspelt, without accents, without result. */
export function searchPaths(): string[] {
  const file = new URL('queries.txt', import.meta.url)
  const queries = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return queries.map((query) => `/api/v1/search?${new URLSearchParams({ q: query })}`)
}
