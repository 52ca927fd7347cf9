import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { levelOf } from '#worker/features/gamification/ledger/levels.ts'
import {
  migrate,
  openLocalDatabase,
  openMigratedDatabase,
  serveDatabase,
  type LocalDatabase,
} from './database.ts'

type Journal = { entries: { tag: string }[] }

const folder = mkdtempSync(join(tmpdir(), 'hypecal-'))
const authToken = 'a-token-for-one-test-only'
let server: Awaited<ReturnType<typeof serveDatabase>>
let db: LocalDatabase
beforeAll(async () => {
  server = await serveDatabase(folder, authToken)
  db = openLocalDatabase({ url: server.url, authToken })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The migrations that come before one of them, in a folder of their own. */
function migrationsBefore(tag: string): string {
  const copy = join(folder, 'migrations')
  cpSync('migrations', copy, { recursive: true })
  const path = join(copy, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as Journal
  const entries = journal.entries.filter((entry) => entry.tag < tag)
  writeFileSync(path, JSON.stringify({ ...journal, entries }))
  return copy
}

async function query<Row>(text: string): Promise<Row[]> {
  const { rows } = await db.$client.execute(text)
  return rows.map((row) => ({ ...row })) as Row[]
}

const totals = [0, 99, 100, 354, 355, 50_000]

test('rewards of before are counted, and levels of before are not announced', async () => {
  await migrate(db, migrationsBefore('0013'))
  for (const [index, total] of totals.entries()) {
    const id = index + 1
    await query(`insert into users (id, username, username_key, interface_language, created_at)
      values (${id}, 'member${id}', 'member${id}', 'en', 0)`)
    await query(`insert into xp_entries (user_id, action, subject, points, at)
      values (${id}, 'hype', 'event:1', ${total}, ${Date.UTC(2026, 10, 22, 23)})`)
  }
  await query(`insert into unlocked_achievements (user_id, achievement, unlocked_at)
    values (1, 'first_hype', 1), (2, 'first_hype', 2), (2, 'level_2', 3)`)

  await openMigratedDatabase({ url: server.url, authToken })
  const held = await query<{ achievement: string; holders: number }>(
    'select achievement, holders from achievement_holders',
  )
  expect(Object.fromEntries(held.map((row) => [row.achievement, row.holders]))).toEqual({
    members: 6,
    first_hype: 2,
    level_2: 1,
  })
  const seen = await query<{ seen: number }>('select seen_level as seen from users order by id')
  expect(seen.map((row) => row.seen)).toEqual(totals.map((total) => levelOf(total).level))
  const board = await query<{ period: string; members: number; xp: number }>(
    `select period, count(*) as members, sum(xp) as xp from leaderboard_entries
      group by period order by period`,
  )
  const earned = totals.reduce((sum, total) => sum + total, 0)
  expect(board).toEqual(
    ['all', 'month-2026-11', 'week-2026-11-16'].map((period) => ({
      period,
      members: totals.length - 1,
      xp: earned,
    })),
  )
})
