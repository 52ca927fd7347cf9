import { sql } from 'drizzle-orm'
import { deriveKeyId } from '#worker/auth/crypto.ts'
import { batch, type Database } from '#worker/db/client.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { jobRuns } from '#worker/db/schema/operations.ts'
import { select, selectFirst } from '#worker/db/statement.ts'
import { findConfigProblems } from '#worker/env.ts'
import type { JobName } from '#worker/features/operations/contract.ts'
import { findDeployProblems, type DeployConfig } from '#scripts/deploy-rules.ts'
import { encryptedColumns } from './keys/encrypted-columns.ts'
import type { Finding } from './mail-dns.ts'

const minuteMs = 60_000

export function checkDeployment(config: DeployConfig | undefined): Finding[] {
  const name = 'dist/server/wrangler.json'
  if (!config) return [{ name, state: 'missing', detail: 'npm run build' }]
  const problems = findDeployProblems(config)
  if (problems.length === 0) return [{ name, state: 'ok', detail: config.name }]
  return problems.map((detail) => ({ name, state: 'missing', detail }))
}

/** Text bindings and secrets, by the rules of the worker itself; no value is printed. */
export function checkBindings(values: Record<string, string | undefined>): Finding[] {
  const problems = findConfigProblems(values)
  if (problems.length === 0) return [{ name: 'bindings', state: 'ok', detail: 'all are valid' }]
  return problems.map((detail) => ({ name: 'bindings', state: 'missing', detail }))
}

export function checkSecrets(names: string[] | undefined, reason = ''): Finding[] {
  if (!names)
    return [{ name: 'secrets', state: 'unknown', detail: `Cloudflare was not asked: ${reason}` }]
  const needed = [
    'DATABASE_URL',
    'JWT_SECRET',
    'ENCRYPTION_KEY',
    'MAIL_API_KEY',
    'MAIL_WEBHOOK_SECRET',
  ]
  const missing = needed.filter((name) => !names.includes(name))
  if (missing.length === 0) return [{ name: 'secrets', state: 'ok', detail: names.join(', ') }]
  return missing.map((name) => ({
    name: 'secrets',
    state: 'missing',
    detail: `npx wrangler secret put ${name} -c dist/server/wrangler.json`,
  }))
}

export function checkAlerting(values: Record<string, string | undefined>): Finding[] {
  const names = ['ALERT_WEBHOOK', 'ALERT_MAIL']
  const set = names.filter((name) => values[name])
  if (set.length > 0) return [{ name: 'alerts', state: 'ok', detail: set.join(', ') }]
  const detail = `${names.join(' or ')}: nobody is notified of a failure`
  return [{ name: 'alerts', state: 'missing', detail }]
}

const encryptionKey = 'ENCRYPTION_KEY'

/** Cloudflare shows no secret again: a key that nobody kept can be neither rotated nor restored. */
export async function checkEncryptionKey(
  db: Database,
  key: string | undefined,
): Promise<Finding[]> {
  const name = 'keys'
  const advice = 'keep JWT_SECRET and ENCRYPTION_KEY in a password manager'
  if (!key) return [{ name, state: 'unknown', detail: `${encryptionKey} is not set: ${advice}` }]
  const newest = await batch(
    db,
    'read',
    encryptedColumns.map((column) =>
      selectFirst(
        { value: sql<string>`${column}` },
        sql`from ${column.table} where ${column} is not null order by rowid desc limit 1`,
      ),
    ),
  )
  const ids = newest.flatMap((row) => (row ? [row.value.split('.').at(-1)] : []))
  if (ids.length === 0)
    return [{ name, state: 'unknown', detail: `nothing is encrypted: ${advice}` }]
  const isKept = ids.every((id) => id === deriveKeyId(key))
  const detail = isKept
    ? `${encryptionKey} is the one of the stored values; ${advice}`
    : `${encryptionKey} is not the one of the stored values: look for it, or rotate (docs/keys.md)`
  return [{ name, state: isKept ? 'ok' : 'missing', detail }]
}

const latestRunMs: Record<JobName, number> = { minute: 5 * minuteMs, hour: 125 * minuteMs }

/** A delivery waits for a queue message, and for the minutely job only when that was lost. */
const longestWaitMs = 10 * minuteMs

export async function checkJobs(db: Database, now: number): Promise<Finding[]> {
  const { runs, oldest } = await batch(db, 'read', {
    runs: select(
      { job: jobRuns.job, startedAt: jobRuns.startedAt, state: jobRuns.state },
      sql`from ${jobRuns}`,
    ),
    oldest: selectFirst(
      { nextAt: deliveries.nextAt },
      sql`from ${deliveries} where ${deliveries.status} = 'pending'
          order by ${deliveries.nextAt} limit 1`,
    ),
  })
  const jobFindings = Object.entries(latestRunMs).map(([job, latestMs]): Finding => {
    const name = `cron, ${job}`
    const run = runs.find((candidate) => candidate.job === job)
    if (!run) return { name, state: 'missing', detail: 'never ran' }
    const minutes = Math.round((now - run.startedAt) / minuteMs)
    const detail = `${run.state}, ${minutes} minutes ago`
    const isRight = now - run.startedAt <= latestMs && run.state !== 'failed'
    return { name, state: isRight ? 'ok' : 'missing', detail }
  })
  const waitMs = oldest ? now - oldest.nextAt : 0
  const isDelivering = waitMs <= longestWaitMs
  const detail = isDelivering
    ? 'nothing waits too long'
    : `a message waits for ${Math.round(waitMs / minuteMs)} minutes`
  return [...jobFindings, { name: 'queue', state: isDelivering ? 'ok' : 'missing', detail }]
}
