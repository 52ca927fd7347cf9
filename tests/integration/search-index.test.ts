import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { startTemporaryDatabase, type TemporaryDatabase } from '#local/temporary-database.ts'
import type { Ctx, System } from '#worker/context.ts'
import { SearchQuery } from '#worker/features/events/search/contract.ts'
import { mergeSearchIndex } from '#worker/features/events/search/merge-index.ts'
import { search } from '#worker/features/events/search/search.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { day } from '#tests/support/drivers/durations.ts'

const now = Date.UTC(2027, 2, 1, 12)

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
})
afterAll(() => database.remove())

function context(): Ctx<System> {
  const ctx = { db: database.db, now, actor: { kind: 'system' }, locale: 'en' }
  return ctx as unknown as Ctx<System>
}

async function countSegments(): Promise<number> {
  const sql = 'select count(distinct segid) as count from search_names_idx'
  const [row] = await database.query<{ count: number }>(sql)
  return row?.count ?? 0
}

async function findEvents(): Promise<string[]> {
  const { events } = await search(context(), v.parse(SearchQuery, { q: 'segment', type: 'event' }))
  return events.map(({ name }) => name).sort()
}

test('the hourly job merges what changes left of the index, and all is still found', async () => {
  for (let n = 0; n < 9; n += 1) {
    await createEvent(database, { name: `Segment ${n}`, startAt: now + n * day })
  }
  await database.query(`update events set name = 'Segment nine' where name = 'Segment 0'`)
  await database.query(`delete from events where name = 'Segment 1'`)
  const found = await findEvents()
  expect(found).toHaveLength(8)
  expect(await countSegments()).toBeGreaterThan(1)
  await mergeSearchIndex(context())
  expect(await countSegments()).toBe(1)
  expect(await findEvents()).toEqual(found)
})
