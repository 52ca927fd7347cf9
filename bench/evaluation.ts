import Database from 'libsql'
import { join } from 'node:path'
import type { Ctx } from '../worker/context.ts'
import {
  notifyAchievements,
  unlockAchievements,
} from '../worker/features/gamification/ledger/unlocking.ts'
import { createChance } from './chance.ts'
import { scaleNow } from './scale.ts'
import type { ScaleSite } from './scale-site.ts'
import { median, quantile } from './statistics.ts'

/** Database time of a hype's achievements, in milliseconds. */
export type Evaluation = { median: number; p95: number }

const sample = 1000
/** Runs that fill the caches. */
const warmUp = 100

/** The statements of a hype's ledger entry: counters, unlocks, notification. */
export async function measureEvaluation({ db, dataDir }: ScaleSite): Promise<Evaluation> {
  const chance = createChance(21)
  const ctx = { db: db as Ctx['db'], now: scaleNow } as Ctx
  const { rows } = await db.$client.execute('select max(id) as last from users')
  const last = Number(rows[0]?.['last'])
  const database = new Database(join(dataDir, 'db', 'hypecal.db'))
  const traits = JSON.stringify(['hype', 'hype.category:music', 'hype.language:fr', 'hype.game:7'])
  const count = database.prepare(`insert into achievement_progress (user_id, counter, value)
    select ?1, value, 1 from json_each(?2) where true
    on conflict (user_id, counter) do update set value = value + 1`)
  /** The text is the same for everyone. */
  const statements = new Map<string, Database.Statement>()
  function prepare(sql: string): Database.Statement {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const times: number[] = []
  try {
    for (let nth = 0; nth < warmUp + sample; nth += 1) {
      const userId = chance.between(1, last + 1)
      const queries = [
        unlockAchievements(ctx, { userId, action: 'hype' }),
        notifyAchievements(ctx, userId),
      ]
      const prepared = queries.map(({ sql, args }) => ({ statement: prepare(sql), args }))
      database.exec('begin immediate')
      const began = performance.now()
      count.run(userId, traits)
      for (const { statement, args } of prepared) statement.run(...args)
      times.push(performance.now() - began)
      database.exec('rollback')
    }
  } finally {
    database.close()
  }
  const settled = times.slice(warmUp)
  return { median: median(settled), p95: quantile(settled, 0.95) }
}
