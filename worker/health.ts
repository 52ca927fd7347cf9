import { sql } from 'drizzle-orm'
import { read, type Ctx } from './context.ts'
import type { Database } from './db/client.ts'
import { command } from './db/statement.ts'

/** Watchers and attackers ask often; the database answers one of them. */
const reachableForMs = 5000
const failedForMs = 1000

type Check = { db: Database; at: number; outcome: 'reachable' | { error: unknown } }

let last: Check | undefined

/** @throws what asking the database threw, now or a moment ago. */
export async function checkDatabase(ctx: Ctx): Promise<void> {
  if (!last || last.db !== ctx.db || !isRecent(last, ctx.now)) last = await askDatabase(ctx)
  if (last.outcome !== 'reachable') throw last.outcome.error
}

function isRecent({ at, outcome }: Check, now: number): boolean {
  const ageMs = now - at
  return ageMs >= 0 && ageMs < (outcome === 'reachable' ? reachableForMs : failedForMs)
}

async function askDatabase(ctx: Ctx): Promise<Check> {
  const { db, now: at } = ctx
  try {
    await read(ctx, [command(sql`select 1`)])
    return { db, at, outcome: 'reachable' }
  } catch (error) {
    return { db, at, outcome: { error } }
  }
}
