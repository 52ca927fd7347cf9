import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLocalDatabase, openMigratedDatabase, type LocalDatabase } from '#local/database.ts'
import {
  startTemporaryServer,
  type TemporaryServer,
} from '#tests/support/fixtures/temporary-server.ts'
import { lastMigrationBeforeSquash, preSquashUpgradeCommands } from '#worker/db/before-squash.ts'
import { readArchive } from './archive.ts'
import { restoreArchive } from './restore-archive.ts'
import { takeSnapshot } from './snapshot.ts'
import { verifyBackup } from './verify-backup.ts'

/** A backup of the last build before the squash: a row in every table of a member, and dates of series. */
const file = 'tests/fixtures/before-squash.ndjson.gz'

let server: TemporaryServer
let db: LocalDatabase
beforeAll(async () => {
  server = await startTemporaryServer()
  db = openLocalDatabase({ url: server.url, authToken: undefined })
})
afterAll(() => server.remove())

type Tables = Record<string, Record<string, unknown>[]>

async function readTables(records: ReturnType<typeof readArchive>): Promise<Tables> {
  const tables: Tables = {}
  let current: { name: string; columns: string[] } = { name: '', columns: [] }
  for await (const record of records) {
    if (record.kind === 'schema') continue
    if (record.kind === 'sequences') tables['sequences'] = [record.highest]
    if (record.kind === 'table') {
      current = record
      tables[record.name] = []
    }
    if (record.kind !== 'row') continue
    const values = JSON.parse(record.json) as unknown[]
    const row = current.columns.map((column, index) => [column, values[index]] as const)
    tables[current.name]?.push(Object.fromEntries(row))
  }
  return tables
}

test('a backup of the last schema before the squash fills the new one', async () => {
  await restoreArchive(file, db, undefined)
  const { events: before = [], ...others } = await readTables(readArchive(file))
  const { events = [], ...found } = await readTables(takeSnapshot(db, undefined))
  expect(found).toEqual(others)
  const { rows } = await db.$client.execute('select id, series_key from events')
  const keys = new Map(rows.map((row) => [row['id'], row['series_key']]))
  const restored = events.map(({ series_name: _, ...row }) => ({
    ...row,
    series_key: keys.get(Number(row['id'])),
  }))
  expect(restored).toEqual(before)
  expect(before.filter(({ series_key: key }) => key !== null).length).toBeGreaterThan(7)
  const tables = Object.values(others).filter((all) => all.length > 0)
  expect(tables.length).toBeGreaterThan(40)
  await expect(verifyBackup(file)).resolves.toBeUndefined()
  await openMigratedDatabase({ url: server.url, authToken: undefined })
  // Two databases are made from all of their statements.
}, 20_000)

test.each([
  ['the last schema', lastMigrationBeforeSquash.writtenAt, preSquashUpgradeCommands],
  [
    'an earlier schema',
    lastMigrationBeforeSquash.writtenAt - 1,
    ['start it once with', ...preSquashUpgradeCommands],
  ],
])('a database of %s before the squash is told the commands', async (_, writtenAt, commands) => {
  await db.$client.execute({
    sql: 'update __drizzle_migrations set created_at = ?',
    args: [writtenAt],
  })
  const opened = openMigratedDatabase({ url: server.url, authToken: undefined })
  for (const command of commands) await expect(opened).rejects.toThrow(command)
})
