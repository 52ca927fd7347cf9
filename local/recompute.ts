import { sql } from 'drizzle-orm'
import { batch, rows, type Database } from '#worker/db/client.ts'
import { addMissingFacts } from '#worker/features/gamification/ledger/missing-facts.ts'
import {
  recomputeHolders,
  recomputeProgress,
  unlockMissing,
} from '#worker/features/gamification/ledger/recompute.ts'
import { openConfiguredDatabase } from './open-here.ts'
import { oneLineReason } from './reason.ts'

/** All figures derived from the ledgers, with a name for each row. */
const figures = {
  'totals and trust': sql`select id as name, total_xp || ' ' || trust as value from users`,
  progress: sql`select user_id || ' ' || counter as name, value from achievement_progress`,
  leaderboard: sql`select period || ' ' || user_id as name, xp || ' ' || is_shown as value
    from leaderboard_entries`,
  rarity: sql`select achievement as name, holders as value from achievement_holders`,
}

type Figure = { name: string | number; value: string | number }

function readFigures(db: Database) {
  return batch(
    db,
    'read',
    Object.values(figures).map((select) => rows<Figure>(db, select)),
  )
}

function countWrong(before: Figure[], after: Figure[]): number {
  const kept = new Map(before.map(({ name, value }) => [name, value]))
  const changed = after.filter(({ name, value }) => kept.get(name) !== value).length
  const names = new Set(after.map(({ name }) => name))
  return changed + before.filter(({ name, value }) => value !== 0 && !names.has(name)).length
}

/** Recomputes all derived figures and prints how many were wrong. */
try {
  const { db, close } = await openConfiguredDatabase()
  const before = await readFigures(db)
  const added = await addMissingFacts({ db })
  await batch(db, 'write', recomputeProgress({ now: Date.now() }))
  const missing = await unlockMissing({ db })
  await batch(db, 'write', recomputeHolders())
  const after = await readFigures(db)
  for (const [index, what] of Object.keys(figures).entries()) {
    const wrong = countWrong(before[index] ?? [], after[index] ?? [])
    console.log(`${what}: ${after[index]?.length ?? 0} figures recomputed, ${wrong} were wrong`)
  }
  console.log(`facts: ${added} entries of the ledger had none`)
  console.log(`achievements: ${missing} were missing`)
  await close()
} catch (error) {
  console.error(`Not recomputed: ${oneLineReason(error)}`)
  process.exit(1)
}
