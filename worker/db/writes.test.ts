import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import { schemaTables } from '#scripts/schema-tables.ts'
import type { DealId, EventId, UserId } from '#worker/contracts/ids.ts'
import { batch, inOrder, type StatementOrdering } from './client.ts'
import * as accountTables from './schema/accounts.ts'
import { campaigns } from './schema/campaigns.ts'
import { deals } from './schema/deals.ts'
import type * as eventTables from './schema/events.ts'
import { rateLimitCounters } from './schema/operations.ts'
import { createShuffle } from './shuffle.ts'
import { prepare, select, type Params } from './statement.ts'
import {
  afterChange,
  buildSetSql,
  withChangeCount,
  excluded,
  valuesConditionSql,
  insert,
  remove,
  requireChange,
  update,
  withNewId,
  type InsertValues,
} from './writes.ts'

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
})
afterAll(() => database.remove())

const deal = {
  partner: 'Ünion "Q"',
  title: 'é, 🎮',
  text: 'a',
  link: 'https://example.com',
  imagePath: null,
  startAt: 1,
  endAt: 2,
  placement: 'home',
  createdAt: 0,
} as const

test('what is inserted, changed and deleted is what the statements answer', async () => {
  const columns = {
    id: deals.id,
    title: deals.title,
    clicks: deals.clicks,
    imagePath: deals.imagePath,
  }
  const results = await batch(database.db, 'write', {
    inserted: insert(deals, deal, { returning: columns }),
    refused: insert(deals, deal, { where: sql`${0}`, returning: columns }),
    copied: insert(
      deals,
      { ...deal, title: deals.text, clicks: sql<number>`${deals.clicks} + ${3}` },
      { from: sql`${deals}`, where: sql`${deals.id} = 1`, returning: columns },
    ),
    updated: update(
      deals,
      { imagePath: '/a.png', code: undefined, clicks: sql<number>`${deals.clicks} + 1` },
      {
        where: valuesConditionSql(deals, { title: deal.title, imagePath: null }),
        returning: columns,
      },
    ),
    removed: remove(deals, { where: sql`${deals.id} = ${2}`, returning: { id: deals.id } }),
  })
  expectTypeOf(results.removed).toEqualTypeOf<{ id: DealId }[]>()
  expect(results).toEqual({
    inserted: [{ id: 1, title: 'é, 🎮', clicks: 0, imagePath: null }],
    refused: [],
    copied: [{ id: 2, title: 'a', clicks: 3, imagePath: null }],
    updated: [{ id: 1, title: 'é, 🎮', clicks: 1, imagePath: '/a.png' }],
    removed: [{ id: 2 }],
  })
})

test('values of JSON and boolean columns are encoded and decoded', async () => {
  const values: InsertValues<typeof campaigns> = {
    name: 'a',
    status: 'draft',
    texts: sql`'{}'` as SQL<never>,
    languages: ['en', 'fr'],
    fallsBackToEnglish: true,
    audience: sql`'{}'` as SQL<never>,
    createdAt: 0,
    updatedAt: 0,
  }
  const columns = { languages: campaigns.languages, fallsBack: campaigns.fallsBackToEnglish }
  const [found] = await batch(database.db, 'write', [
    insert(campaigns, values, { returning: columns }),
  ])
  expect(found).toEqual([{ languages: ['en', 'fr'], fallsBack: true }])
})

test('an insert that meets a row may change it', async () => {
  const count = prepare(({ subject, at }: Params<{ subject: string; at: number }>) =>
    insert(
      rateLimitCounters,
      { subject, hour: 1, count: 1, lastAt: at },
      {
        onConflict: sql`(subject, hour) do update set ${buildSetSql(rateLimitCounters, {
          count: sql<number>`${rateLimitCounters.count} + 1`,
          lastAt: excluded(rateLimitCounters.lastAt),
        })}`,
      },
    ),
  )
  const [, , found] = await batch(database.db, 'write', [
    count({ subject: 'x', at: 5 }),
    count({ subject: 'x', at: 6 }),
    select(
      { count: rateLimitCounters.count, lastAt: rateLimitCounters.lastAt },
      sql`from ${rateLimitCounters}`,
    ),
  ])
  expect(found).toEqual([{ count: 2, lastAt: 6 }])
})

test('unknown, missing and foreign values do not compile', () => {
  type Hype = InsertValues<typeof eventTables.hypes>
  expectTypeOf<{ eventId: EventId; userId: UserId; createdAt: number }>().toExtend<Hype>()
  expectTypeOf<{ eventId: EventId; userId: UserId }>().not.toExtend<Hype>()
  expectTypeOf<{ eventId: UserId; userId: UserId; createdAt: number }>().not.toExtend<Hype>()
  expectTypeOf<typeof eventTables.events.id>().toExtend<Hype['eventId']>()
  expectTypeOf<typeof accountTables.users.id>().not.toExtend<Hype['eventId']>()
  expectTypeOf(sql``).not.toExtend<Hype['createdAt']>()
  expectTypeOf(sql<number>``).toExtend<Hype['createdAt']>()
  expectTypeOf<typeof eventTables.events.cancelledAt>().not.toExtend<Hype['createdAt']>()
  expectTypeOf<keyof InsertValues<typeof accountTables.users>>().not.toEqualTypeOf<'isRanked'>()
})

test('each name of the schema is in the database and needs no quotes', async () => {
  expect(schemaTables.length).toBeGreaterThan(35)
  await batch(
    database.db,
    'read',
    schemaTables.map((table) => select(getTableColumns(table), sql`from ${table} limit 1`)),
  )
})

const add = (subject: string, hour = 1) =>
  insert(rateLimitCounters, { subject, hour, count: 1, lastAt: 0 }, { onConflict: sql`do nothing` })
const touch = (subject: string) =>
  update(
    rateLimitCounters,
    { lastAt: 1 },
    { where: sql`${rateLimitCounters.subject} = ${subject}` },
  )
const listed = async () => {
  const rows = await database.query('select subject from attempts order by 1')
  return rows.map(({ subject }) => subject)
}

const startWithOne = () =>
  batch(database.db, 'write', [remove(rateLimitCounters, { where: sql`true` }), add('known')])

describe('statements that depend on a change', () => {
  beforeEach(startWithOne)

  test('are written where it had effect, whatever those before them did', async () => {
    const { change, after } = await batch(database.db, 'write', {
      change: afterChange(touch('known'), {
        idle: touch('unknown'),
        first: add('first'),
        again: add('known'),
        second: insert(
          rateLimitCounters,
          { subject: 'second', hour: 1, count: 1, lastAt: 0 },
          { returning: { subject: rateLimitCounters.subject } },
        ),
      }),
      after: add('after'),
    })
    expectTypeOf(change).toExtend<{ hasChanged: boolean; second: { subject: string }[] }>()
    expect(change).toMatchObject({ hasChanged: true, second: [{ subject: 'second' }] })
    expect(after).toBe(undefined)
    expect(await listed()).toEqual(['after', 'first', 'known', 'second'])
  })

  test('are left out where it had none, and what comes behind is written', async () => {
    const { change } = await batch(database.db, 'write', {
      before: add('before'),
      change: afterChange(touch('unknown'), {
        first: add('first'),
        within: afterChange(add('second'), { third: add('third') }),
      }),
      after: afterChange(add('after'), { fourth: add('fourth') }),
    })
    expect(change).toMatchObject({ hasChanged: false, within: { hasChanged: false } })
    expect(await listed()).toEqual(['after', 'before', 'fourth', 'known'])
  })

  test.each([
    ['known', 'known', ['after', 'known', 'third']],
    ['known', 'unknown', ['after', 'known']],
    ['unknown', 'known', ['after', 'known']],
  ])('may have dependents of their own: %s, %s', async (outer, inner, expected) => {
    await batch(database.db, 'write', [
      afterChange(touch(outer), { within: afterChange(touch(inner), { third: add('third') }) }),
      add('after'),
    ])
    expect(await listed()).toEqual(expected)
  })

  test('fail the batch as others do, and are not written where something before failed', async () => {
    const double = insert(rateLimitCounters, { subject: 'known', hour: 1, count: 1, lastAt: 0 })
    for (const statements of [
      [afterChange(touch('known'), { double, other: add('other') })],
      [afterChange(touch('known'), { within: afterChange(touch('known'), { double }) })],
      [double, afterChange(touch('unknown'), { other: add('other') }), add('after')],
      [afterChange(touch('unknown'), { other: add('other') }), double],
      [afterChange(double, { other: add('other') }), add('after')],
    ]) {
      await expect(batch(database.db, 'write', statements)).rejects.toMatchObject({
        code: 'SQLITE_CONSTRAINT',
      })
    }
    expect(await listed()).toEqual(['known'])
  })

  test('can refer to a row by its new id', async () => {
    const newDeal = { ...deal, partner: 'new' }
    const columns = { id: deals.id }
    const twice = (id: SQL<DealId>) =>
      insert(
        rateLimitCounters,
        { subject: sql<string>`'deal' || ${id}`, hour: sql<number>`value`, count: 1, lastAt: 0 },
        { from: sql`json_each('[1, 2]')` },
      )
    const { one, none } = await batch(database.db, 'write', {
      one: withNewId(insert(deals, newDeal, { returning: columns }), twice),
      none: withNewId(insert(deals, newDeal, { where: sql`false` }), twice),
    })
    expect([one.hasChanged, none.hasChanged]).toEqual([true, false])
    const subject = `deal${one.result[0]?.id}`
    expect(await listed()).toEqual([subject, subject, 'known'])
  })

  test('may be all of a batch', async () => {
    const lost = batch(database.db, 'write', [requireChange(touch('unknown')), add('other')])
    await expect(lost).rejects.toMatchObject({ code: 'SQLITE_ERROR' })
    await batch(database.db, 'write', [requireChange(touch('known')), add('won')])
    expect(await listed()).toEqual(['known', 'won'])
  })

  test('may be a count', async () => {
    const all = remove(rateLimitCounters, { where: sql`true` })
    const { removed } = await batch(database.db, 'write', {
      other: add('other'),
      removed: withChangeCount(all),
    })
    expect(removed.count).toEqual({ rows: 2 })
  })
})

describe('the order of a write', () => {
  beforeEach(startWithOne)

  const reversed: StatementOrdering = (items) => items.toReversed()

  test('is that of the text', async () => {
    const sent: string[] = []
    const db = {
      send: async (queries: readonly { args: readonly unknown[] }[]) => {
        sent.push(...queries.map(({ args }) => String(args[0] ?? 'check')))
        return []
      },
    }
    const statements = {
      one: add('a'),
      group: [add('b'), inOrder([add('c'), [add('d'), add('e')]])],
      seen: select(
        { subject: rateLimitCounters.subject },
        sql`from ${rateLimitCounters}
        where ${rateLimitCounters.subject} = ${'read'}`,
      ),
      change: afterChange(add('f'), { g: add('g'), h: inOrder([add('h'), add('i')]) }),
      last: add('j'),
    }
    await batch(db, 'write', statements)
    expect(sent.splice(0).join(' ')).toBe('a b c d e read f check g h i j')
    await batch({ ...db, order: reversed }, 'write', statements)
    expect(sent.splice(0).join(' ')).toBe('c e d b a read j f check g h i')
    await batch({ ...db, order: reversed }, 'read', statements)
    expect(sent.join(' ')).toBe('a b c d e read f check g h i j')
  })

  test('changes with the seed, and no answer with it', async () => {
    const texts = Array.from({ length: 8 }, (_, index) => `s${index}`)
    const orders = [1, 2, 1].map((seed) => createShuffle(seed)(texts).join())
    expect(orders[0]).toBe(orders[2])
    expect(orders[0]).not.toBe(orders[1])
    const named = (subject: string) =>
      insert(
        rateLimitCounters,
        { subject, hour: 2, count: 1, lastAt: 0 },
        { returning: { subject: rateLimitCounters.subject } },
      )
    const db = { ...database.db, order: createShuffle(1) }
    const answers = await batch(db, 'write', { first: texts.map(named), last: named('last') })
    expect(answers.first.flat().map(({ subject }) => subject)).toEqual(texts)
    expect(answers.last).toEqual([{ subject: 'last' }])
  })

  test('needs no row before the one that refers to it, which must be there in the end', async () => {
    const { users, sessions } = accountTables
    const id = 77 as UserId
    const named = { id, username: 'x', usernameKey: 'x', createdAt: 0 }
    const session = { userId: id, createdAt: 0, lastUsedAt: 0, expiresAt: 1 }
    const orphan = batch(database.db, 'write', [insert(sessions, session), add('other')])
    await expect(orphan).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT' })
    expect(await listed()).toEqual(['known'])
    await batch(database.db, 'write', [insert(sessions, session), insert(users, named)])
    expect(await database.query(`select user_id from sessions`)).toEqual([{ user_id: id }])
  })
})
