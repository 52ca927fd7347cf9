import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import type { Ctx, System } from '#worker/context.ts'
import { SearchQuery } from '#worker/features/search/contract.ts'
import { mergeSearchIndex } from '#worker/features/search/merge-index.ts'
import { search } from '#worker/features/search/search.ts'
import { insertGroup } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'

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

beforeEach(() => database.query('delete from events'))

async function namesFor(q: string, more: object = {}): Promise<string[]> {
  const { events } = await search(context(), v.parse(SearchQuery, { q, ...more }))
  return events.map(({ name }) => name)
}

test.each([
  ['東京格闘大会決勝', ['格闘', '決勝', '大会決勝', '東京', '格闘 決勝']],
  ['조선역사마라톤', ['역사', '마라톤', '조선']],
  ['第三回ゲームまつり', ['ゲーム', 'まつり']],
  ['Bœuf à Łódź', ['boeuf', 'bœuf', 'lodz', 'BOEUF a lodz']],
  ['Straße der Spiele', ['strasse', 'straße']],
  ['Rødgrød på Þingvellir', ['rodgrod', 'thingvellir']],
])('“%s” is found by each of its words', async (name, searches) => {
  await createEvent(database, { name, startAt: now + day })
  for (const q of searches) expect([q, await namesFor(q)]).toEqual([q, [name]])
  await database.query("update events set name = 'Renamed'")
  for (const q of searches) expect([q, await namesFor(q)]).toEqual([q, []])
})

test('letters that are apart in a name are no word of it', async () => {
  await createEvent(database, { name: '東京の格別な戦闘', startAt: now + day })
  expect(await namesFor('格闘')).toEqual([])
  expect(await namesFor('京の格')).toEqual(['東京の格別な戦闘'])
})

test('a category in any language finds its events, those that the other words name first', async () => {
  const charity = { category: 'charity', startAt: now + day } as const
  await createEvent(database, { ...charity, name: 'Brioches', language: 'fr' })
  await createEvent(database, { ...charity, name: 'Marathon of soup', startAt: now + 2 * day })
  await createEvent(database, { ...charity, name: 'Over', startAt: now - day, endAt: now - hour })
  await createEvent(database, { category: 'sport', name: 'Marathon race', startAt: now + day })
  for (const q of ['charity', 'caritatif', 'Benéfico', 'fundraiser']) {
    expect([q, await namesFor(q)]).toEqual([q, ['Brioches', 'Marathon of soup']])
  }
  expect(await namesFor('marathon caritatif')).toEqual(['Marathon of soup'])
  expect(await namesFor('gala caritatif')).toEqual(['Brioches', 'Marathon of soup'])
  await createEvent(database, { ...charity, name: 'Telethon' })
  await database.query(`insert into event_participants (event_id, position, display_name)
    select id, 0, 'Élodie' from events where name = 'Telethon'`)
  expect(await namesFor('elodie caritatif')).toEqual(['Telethon'])
  await database.query("delete from events where name = 'Telethon'")
  expect(await namesFor('charity tomorrow')).toEqual(['Brioches'])
  await createEvent(database, { category: 'charity', name: 'Talk Show Legends', startAt: now })
  expect(await namesFor('talk show legends')).toEqual(['Talk Show Legends'])
})

test('a night is a filter: its letters find no names', async () => {
  await insertGroup(database, 'Desert Bus de l’Espoir')
  const query = v.parse(SearchQuery, { q: 'ce soir', locale: 'fr', tz: 'Europe/Paris' })
  const { when, groups } = await search(context(), query)
  expect([when?.range, groups]).toEqual(['tonight', []])
})

test('of a night, what is in the reader’s language comes first, and shows before long events', async () => {
  const charity = { category: 'charity', startAt: now - hour, endAt: now + hour } as const
  await createEvent(database, { ...charity, name: 'Gala', language: 'es' })
  await createEvent(database, {
    ...{ ...charity, name: 'Marathon', language: 'fr' },
    ...{ startAt: now - day, endAt: now + day },
  })
  await createEvent(database, { ...charity, name: 'Brioches', language: 'fr' })
  await createEvent(database, { ...charity, name: 'Concert', category: 'music', language: 'fr' })
  const french = { locale: 'fr', tz: 'Europe/Paris' }
  expect(await namesFor('caritatif ce soir', french)).toEqual(['Brioches', 'Marathon', 'Gala'])
})
