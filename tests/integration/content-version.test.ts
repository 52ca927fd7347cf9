import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTemporaryDatabase, type TemporaryDatabase } from '#local/temporary-database.ts'
import { listTables } from '#local/backup/tables.ts'
import { publicTables, unwatchedTables } from '#tests/support/tables/content-columns.ts'

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
})
afterAll(() => database.remove())

const act = { insert: 'AFTER INSERT', update: 'AFTER UPDATE OF', delete: 'AFTER DELETE' }

async function triggerOf(table: string, when: keyof typeof act): Promise<string> {
  const [found] = await database.query<{ sql: string }>(
    `select sql from sqlite_master where type = 'trigger' and name = 'content_version_${table}_${when}'`,
  )
  return found?.sql ?? ''
}

const plain = (sql: string) => sql.replaceAll('`', '').replace(/\s+/g, ' ').toLowerCase()

test('each table changes the version, or has a reason why not', async () => {
  const names = (await listTables(database.db.$client)).map(({ name }) => name)
  const known = [...Object.keys(publicTables), ...Object.keys(unwatchedTables)]
  expect(known.sort()).toEqual(names.sort())
})

describe.each(Object.entries(publicTables))(
  '%s',
  (table, { unwatched, shown, isHiddenAtFirst }) => {
    test('changes the version with each column that public responses show', async () => {
      const rows = await database.query<{ name: string }>(`pragma table_info(${table})`)
      const columns = rows.map(({ name }) => name)
      expect(columns).toEqual(expect.arrayContaining(unwatched))
      const [, watched = ''] = /UPDATE OF ([^)]*?) ON /.exec(await triggerOf(table, 'update')) ?? []
      expect(watched.replaceAll('`', '').split(', ').sort()).toEqual(
        columns.filter((name) => !unwatched.includes(name)).sort(),
      )
    })

    const acts = isHiddenAtFirst
      ? (['update', 'delete'] as const)
      : (['insert', 'update', 'delete'] as const)
    test.each(acts)('does so after %s', async (when) => {
      const text = await triggerOf(table, when)
      expect(text).toContain(act[when])
      expect(plain(text)).toContain('update content_version set version = hex(randomblob(8))')
      for (const row of when === 'update' ? (['new', 'old'] as const) : []) {
        if (shown) expect(plain(text)).toContain(plain(shown(row)))
      }
    })
  },
)
