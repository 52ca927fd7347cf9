import type { LocalDatabase } from '../local/database.ts'
import type { LibsqlServer } from '../local/libsql-server/server.ts'
import type { SentMessage } from '../worker/queue-messages.ts'
import { countQueries, dispatch } from './driven.ts'
import { scaleNow } from './scale.ts'
import type { DrivenWorker } from './workerd.ts'

/** Memory in bytes, after each page. */
export type RuleFill = {
  pages: number
  seconds: number
  queries: number
  unlocks: number
  memory: number[]
}

type Driven = {
  worker: DrivenWorker
  libsql: LibsqlServer
  messages: SentMessage[]
  db: LocalDatabase
}

/** Grants new rules page by page. */
export async function fillRules(
  { worker, libsql, messages, db }: Driven,
  achievements: readonly string[],
): Promise<RuleFill> {
  const names = JSON.stringify(achievements)
  const among = 'achievement in (select value from json_each(?))'
  for (const sql of [
    `delete from unlocked_achievements where ${among}`,
    `delete from achievement_rules where ${among}`,
    'insert into achievement_rules (achievement) select value from json_each(?)',
  ]) {
    await db.$client.execute({ sql, args: [names] })
  }
  const fillFigures: RuleFill = { pages: 0, seconds: 0, queries: 0, unlocks: 0, memory: [] }
  messages.push({ type: 'unlock_for_rules', at: scaleNow })
  for (;;) {
    const page = messages.splice(0)
    if (page.length === 0) break
    const queriesBefore = countQueries(libsql)
    const began = performance.now()
    await dispatch(worker, '/queue', page)
    fillFigures.seconds += (performance.now() - began) / 1000
    fillFigures.queries = Math.max(fillFigures.queries, countQueries(libsql) - queriesBefore)
    fillFigures.pages += 1
    fillFigures.memory.push(worker.memory())
  }
  const { rows } = await db.$client.execute({
    sql: `select count(*) as many from unlocked_achievements where ${among}`,
    args: [names],
  })
  return { ...fillFigures, unlocks: Number(rows[0]?.['many']) }
}
