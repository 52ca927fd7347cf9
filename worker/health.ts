import { read, type Ctx } from './context.ts'
import type { Database } from './db/client.ts'
import { selectJobStarts, toJobFacts } from './features/operations/alerts/alert-facts.ts'
import { isJobLate } from './features/operations/alerts/alert-rules.ts'

/** Watchers and attackers ask often; the database answers one of them. */
const reachableForMs = 5000
const failedForMs = 1000

/** `late`: cron does not run, which nothing that cron runs can tell. */
type Health = { database: 'reachable'; jobs: 'on_time' | 'late' }
type Check = { db: Database; at: number; outcome: Health | { error: unknown } }

let last: Check | undefined

/** @throws what asking the database threw, now or a moment ago. */
export async function getHealth(ctx: Ctx): Promise<Health> {
  if (!last || last.db !== ctx.db || !isRecent(last, ctx.now)) last = await askDatabase(ctx)
  if ('error' in last.outcome) throw last.outcome.error
  return last.outcome
}

function isRecent({ at, outcome }: Check, now: number): boolean {
  const ageMs = now - at
  return ageMs >= 0 && ageMs < ('error' in outcome ? failedForMs : reachableForMs)
}

async function askDatabase(ctx: Ctx): Promise<Check> {
  const { db, now: at } = ctx
  try {
    const [jobs] = await read(ctx, [selectJobStarts()])
    const isLate = toJobFacts(jobs).some((job) => isJobLate(job, at))
    return { db, at, outcome: { database: 'reachable', jobs: isLate ? 'late' : 'on_time' } }
  } catch (error) {
    return { db, at, outcome: { error } }
  }
}
