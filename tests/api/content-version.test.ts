import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTemporaryDatabase, type TemporaryDatabase } from '#local/temporary-database.ts'

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
})
afterAll(() => database.remove())

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
