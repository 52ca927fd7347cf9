import { sql } from 'drizzle-orm'
import { batch, rows } from '#worker/db/client.ts'
import { recomputeProgress } from '#worker/features/progress/ledger.ts'
import { openHere } from './open-here.ts'
import { reasonOf } from './reason.ts'

/** XP and trust of every member anew from the ledgers; says how many figures were wrong. */
try {
  const { db, close } = await openHere()
  const figures = sql`select id, total_xp, trust from users order by id`
  const [before] = await batch(db, 'read', [rows(db, figures)])
  await batch(db, 'write', recomputeProgress({ db }))
  const [after] = await batch(db, 'read', [rows(db, figures)])
  const wrong = after.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]))
  console.log(`${after.length} members recomputed, ${wrong.length} figures were wrong.`)
  await close()
} catch (error) {
  console.error(`Not recomputed: ${reasonOf(error)}`)
  process.exit(1)
}
