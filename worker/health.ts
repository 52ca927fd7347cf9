import { sql } from 'drizzle-orm'
import { read, write, type Ctx } from './context.ts'
import { hourMs } from './contracts/durations.ts'
import { isBeforeSquash } from './db/before-squash.ts'
import type { Database } from './db/client.ts'
import { rateLimitCounters } from './db/schema/operations.ts'
import { selectFirst } from './db/statement.ts'
import { buildSetSql, excluded, insert } from './db/writes.ts'
import { selectJobStarts, toJobFacts } from './features/operations/alerts/alert-facts.ts'
import { isJobLate } from './features/operations/alerts/alert-rules.ts'

/** Watchers and attackers ask often; the database answers one of them. */
const reachableForMs = 5000
const failedForMs = 1000
/** A database that only reads seems well until somebody writes. */
const writableForMs = 60_000

/** `late`: cron does not run, which nothing that cron runs can tell. */
type Health = { database: 'reachable' | 'before_squash'; jobs: 'on_time' | 'late' }
type HealthCheck = { db: Database; at: number; outcome: Health | { error: unknown } }

let last: HealthCheck | undefined
let written: Pick<HealthCheck, 'db' | 'at'> | undefined

/** @throws what asking the database threw, now or a moment ago. */
export async function getHealth(ctx: Ctx): Promise<Health> {
  if (!last || last.db !== ctx.db || !isRecentCheck(last, ctx.now))
    last = await checkDatabaseHealth(ctx)
  if ('error' in last.outcome) throw last.outcome.error
  return last.outcome
}

function isRecentCheck({ at, outcome }: HealthCheck, now: number): boolean {
  const ageMs = now - at
  return ageMs >= 0 && ageMs < ('error' in outcome ? failedForMs : reachableForMs)
}

/** One row an hour, which goes with the other counters. */
function insertHealthProbe(at: number) {
  const hour = Math.floor(at / hourMs)
  return insert(
    rateLimitCounters,
    { subject: 'health', hour, count: 1, lastAt: at },
    {
      onConflict: sql`do update set ${buildSetSql(rateLimitCounters, {
        lastAt: excluded(rateLimitCounters.lastAt),
      })}`,
    },
  )
}

const schemaVersion = selectFirst(
  { writtenAt: sql<number | null>`max(created_at)` },
  sql`from __drizzle_migrations`,
)

async function checkDatabaseHealth(ctx: Ctx): Promise<HealthCheck> {
  const { db, now: at } = ctx
  try {
    const isProbed = written?.db === db && Math.abs(at - written.at) < writableForMs
    const { jobs, schema } = isProbed
      ? await read(ctx, { jobs: selectJobStarts(), schema: schemaVersion })
      : await write(ctx, {
          jobs: selectJobStarts(),
          schema: schemaVersion,
          probe: insertHealthProbe(at),
        })
    if (!isProbed) written = { db, at }
    const isLate = toJobFacts(jobs).some((job) => isJobLate(job, at))
    const database = isBeforeSquash(schema?.writtenAt ?? Infinity) ? 'before_squash' : 'reachable'
    return { db, at, outcome: { database, jobs: isLate ? 'late' : 'on_time' } }
  } catch (error) {
    return { db, at, outcome: { error } }
  }
}
