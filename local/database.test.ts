import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeliveryStatusReason } from '#worker/features/notifications/contract.ts'
import { levelOf } from '#worker/features/gamification/ledger/levels.ts'
import {
  migrate,
  openLocalDatabase,
  openMigratedDatabase,
  serveDatabase,
  type LocalDatabase,
} from './database.ts'

type Journal = { entries: { tag: string }[] }

const authToken = 'a-token-for-one-test-only'
let folder: string
let server: Awaited<ReturnType<typeof serveDatabase>>
let db: LocalDatabase
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hypecal-'))
  server = await serveDatabase(folder, authToken)
  db = openLocalDatabase({ url: server.url, authToken })
})
afterEach(async () => {
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

const reasonsOfErrors: [error: string | null, reason: DeliveryStatusReason | null][] = [
  [null, null],
  ['quiet hours', 'quiet_hours'],
  ['quiet hours until it was too late', 'quiet_hours_too_long'],
  ['no longer wanted', 'no_longer_relevant'],
  ['moved again', 'superseded'],
  ['cancelled', 'event_cancelled'],
  ['deactivated', 'account_deactivated'],
  ['too late', 'too_late'],
  ['interrupted while sending', 'interrupted'],
  ['no address', 'no_address'],
  ['no webhook', 'no_webhook'],
  ['no device', 'no_device'],
  ['push is off', 'push_off'],
  ['no known push service', 'unknown_push_service'],
  ['mail API answered 429', 'rate_limited'],
  ['Discord answered 429', 'rate_limited'],
  ['the push service answered 429', 'rate_limited'],
  ['Discord answered 401', 'recipient_gone'],
  ['Discord answered 404', 'recipient_gone'],
  ['the push service answered 404', 'recipient_gone'],
  ['the push service answered 410', 'recipient_gone'],
  ['mail API answered 401', 'service_failed'],
  ['mail API answered 403', 'service_failed'],
  ['mail API answered 408', 'service_failed'],
  ['mail API answered 409', 'service_failed'],
  ['mail API answered 500', 'service_failed'],
  ['mail API answered 502', 'service_failed'],
  ['Discord answered 500', 'service_failed'],
  ['the push service answered 503', 'service_failed'],
  ['Discord answered 502', 'no_answer'],
  ['Discord answered 504', 'no_answer'],
  ['the push service answered 502', 'no_answer'],
  ['mail API answered 422', 'rejected'],
  ['Discord answered 400', 'rejected'],
  ['the push service answered 413', 'rejected'],
  ['TimeoutError', 'no_answer'],
  ['AbortError', 'no_answer'],
  ['TypeError', 'no_answer'],
  ['Error', 'no_answer'],
  ['network', 'no_answer'],
  ['RangeError: invalid time zone', 'unwritable'],
]

test('deliveries of before get the reason that their error text meant', async () => {
  await migrate(db, migrationsBefore('0015'))
  await query(`insert into users (id, username, username_key, interface_language, created_at)
    values (1, 'member', 'member', 'en', 0)`)
  for (const [index, [error]] of reasonsOfErrors.entries()) {
    await db.$client.execute({
      sql: `insert into deliveries (key, user_id, channel, kind, payload, status, next_at, error, created_at)
        values (?, 1, 'email', 'reminder', '{}', 'dead', 0, ?, 0)`,
      args: [`old:${index}`, error],
    })
  }
  await openMigratedDatabase({ url: server.url, authToken })
  const rows = await query<{ error: string | null; reason: string | null }>(
    'select error, reason from deliveries order by id',
  )
  expect(rows.map(({ error, reason }) => [error, reason])).toEqual(reasonsOfErrors)
})

const storedNames = [
  ['A\nB', 'A B'],
  ['\u202egnp.exe', 'gnp.exe'],
  ['\u2028 Two\t\u00a0 words \u2069', 'Two words'],
  ['\u0007\u0085', '?'],
  ['Déjà  vu 日本 👩\u200d🚀', 'Déjà vu 日本 👩\u200d🚀'],
  ['Half-Life: Alyx [2] - 100 %', 'Half-Life: Alyx [2] - 100 %'],
] as const

test('names of before become one line, and are found by it [abuse 6]', async () => {
  await migrate(db, migrationsBefore('0028'))
  const insert = (sql: string, args: (string | number)[]) => db.$client.execute({ sql, args })
  for (const [index, [name]] of storedNames.entries()) {
    await insert('insert into games (slug, name, name_key, created_at) values (?, ?, ?, 0)', [
      `game-${index}`,
      name,
      name.toLowerCase(),
    ])
    await insert(
      'insert into event_groups (slug, name, name_key, venue, created_at) values (?, ?, ?, ?, 0)',
      [`group-${index}`, name, `key-${index}`, name],
    )
  }
  await insert(
    "insert into games (slug, name, name_key, created_at) values ('twin', 'A B', 'a b', 0)",
    [],
  )
  await openMigratedDatabase({ url: server.url, authToken })

  const games = await query<{ name: string; key: string }>(
    "select name, name_key as key from games where slug <> 'twin' order by id",
  )
  expect(games.map(({ name }) => name)).toEqual(storedNames.map(([, line]) => line))
  expect(games.map(({ key }) => key)).toEqual(
    // The first one's key is another game's already.
    storedNames.map(([name, line], index) => (index === 0 ? name : line).toLowerCase()),
  )
  const groups = await query<{ name: string; venue: string }>(
    'select name, venue from event_groups order by id',
  )
  expect(groups.flatMap(({ name, venue }) => [name, venue])).toEqual(
    storedNames.flatMap(([, line]) => [line, line]),
  )
  expect(
    await query(
      `select count(*) as found from search_names where search_names match '"gnp" "exe"'`,
    ),
  ).toEqual([{ found: 2 }])
})
