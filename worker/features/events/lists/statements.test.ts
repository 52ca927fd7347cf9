import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import type { Ctx } from '#worker/context.ts'
import { batch } from '#worker/db/client.ts'
import * as writing from '#worker/db/write-sql.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { EventsQuery } from '#worker/features/events/contract.ts'
import { selectListedEvents } from './folded.ts'
import { listEvents } from './plain.ts'

vi.mock('#worker/db/write-sql.ts', async (original) => {
  const module = await original<typeof writing>()
  return { ...module, renderSql: vi.fn(module.renderSql) }
})

/** A Monday. */
const now = Date.UTC(2027, 2, 1, 12)
const names = ['Aster', 'Bluebell', 'Clover', 'Daisy', 'Elder']

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
  for (const [index, name] of names.entries()) {
    const startAt = now + (index - 1) * 2.5 * hour
    const values = { name, startAt, endAt: startAt + 4 * hour, approvedAt: now - index }
    await createEvent(database, { ...values, hypeCount: names.length - index })
  }
})
afterAll(() => database.remove())

type Asked = Record<string, string>
type ReadPage = (asked: Asked, at: number) => Promise<{ names: string[]; next: string | null }>

const queryOf = (asked: Asked) => v.parse(EventsQuery, { limit: '2', ...asked })
const contextAt = (at: number) =>
  ({ db: database.db, now: at, locale: 'en', actor: { kind: 'visitor' } }) as unknown as Ctx

const readers: Record<string, ReadPage> = {
  async 'the API'(asked, at) {
    const { items, next_cursor: next } = await listEvents(contextAt(at), queryOf(asked))
    return { names: items.map(({ name }) => name), next }
  },
  async 'the agenda'(asked, at) {
    const list = selectListedEvents(contextAt(at), { query: queryOf(asked), isFolded: false })
    const { items, next_cursor: next } = await batch(database.db, 'read', list)
    return { names: items.flatMap((one) => ('name' in one ? [one.name] : [])), next }
  },
}

async function readAll(readPage: ReadPage, asked: Asked, at: number): Promise<string[]> {
  const found: string[] = []
  let cursor: string | null = null
  do {
    const page = await readPage({ ...asked, ...(cursor === null ? {} : { cursor }) }, at)
    found.push(...page.names)
    cursor = page.next
  } while (cursor !== null)
  return found
}

const lists: [name: keyof typeof readers, asked: Asked][] = [
  ['the API', {}],
  ['the API', { range: 'week', tz: 'Europe/Paris' }],
  ['the API', { range: 'tonight', tz: 'Europe/Paris' }],
  ['the API', { sort: 'hype' }],
  ['the API', { sort: 'newest', range: 'today', tz: 'Europe/Paris' }],
  ['the agenda', {}],
  ['the agenda', { range: 'month', tz: 'Europe/Paris' }],
]

test.each(lists)('%s reads %o page by page as it does at once', async (name, asked) => {
  const readPage = readers[name] as ReadPage
  const { names: all } = await readPage({ ...asked, limit: '50' }, now)
  expect(all.length).toBeGreaterThan(2)
  expect(await readAll(readPage, asked, now)).toEqual(all)
})

test.each(lists)('%s writes the statements of %o once, for all pages', async (name, asked) => {
  const readPage = readers[name] as ReadPage
  await readAll(readPage, asked, now)
  vi.mocked(writing.renderSql).mockClear()
  await readAll(readPage, asked, now + 60_000)
  expect(writing.renderSql).not.toHaveBeenCalled()
})

test('a range of days follows the clock', async () => {
  const readPage = readers['the agenda'] as ReadPage
  const today = { range: 'today', tz: 'UTC', limit: '50' }
  expect((await readPage(today, now)).names).toHaveLength(names.length)
  expect((await readPage(today, now + day)).names).toEqual([])
})
