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

    test('keeps it where an update changes none of them', async () => {
      const text = (await triggerOf(table, 'update')).replaceAll('`', '')
      const [, watched = ''] = /UPDATE OF ([^)]*?) ON /.exec(text) ?? []
      const row = (name: string) =>
        watched
          .split(', ')
          .map((column) => `${name}.${column}`)
          .join(', ')
      expect(text).toContain(`WHEN (${row('old')}) IS NOT (${row('new')})`)
      expect(text).not.toMatch(/IS NOT \([^)]*\)\s+OR/)
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

const version = async () => (await database.query('select version from content_version'))[0]

test('a write that names columns without changing them keeps the version', async () => {
  await database.query(`insert into users (id, username, username_key, email, email_key, created_at)
    values (1, 'Ana', 'ana', 'a@example.com', 'a@example.com', 0)`)
  await database.query(`insert into games (id, slug, name, name_key, created_at)
    values (1, 'a', 'A', 'a', 0)`)
  const before = await version()
  for (const same of [
    'update users set username = username, is_shown_on_hypes = is_shown_on_hypes',
    'update games set name = name, thumbnail_path = thumbnail_path',
    `update games set source = 'other'`,
  ]) {
    await database.query(same)
    expect([same, await version()]).toEqual([same, before])
  }
  await database.query(`update games set thumbnail_path = 'a.webp'`)
  expect(await version()).not.toEqual(before)
})
