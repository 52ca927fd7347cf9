import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTemporaryDatabase, type TemporaryDatabase } from '#local/temporary-database.ts'
import { batch, rows } from './client.ts'
import { asJson, fromJson, named, type Columns } from './columns.ts'

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
})
afterAll(() => database.remove())

type Thing = { id: number; name: string; note: string | null; share: number; list: string }
const columns: Columns<Thing> = {
  id: '7',
  name: sql`${'é "quoted", 🎮'}`,
  note: 'null',
  share: '0.5',
  list: `json_array(1, 'a') || ''`,
}
const thing = { id: 7, name: 'é "quoted", 🎮', note: null, share: 0.5, list: '[1,"a"]' }

test('a row is the same by its names and as one text', async () => {
  const [[plain], [written]] = await batch(database.db, 'read', [
    rows<Thing>(database.db, sql`select ${named(columns)}`),
    rows<{ row: string }>(database.db, sql`select ${asJson(columns)} as row`),
  ])
  expect(plain).toEqual(thing)
  expect(fromJson(columns, written?.row ?? '')).toEqual(thing)
})
