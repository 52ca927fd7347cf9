import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import type { DealId, EventId, UserId } from '#worker/contracts/ids.ts'
import { allowFailure, batch, allowGroupFailure, type ResultOf, type Statement } from './client.ts'
import {
  booleanSql,
  jsonArraySql,
  jsonRowList,
  nullable,
  notNullable,
  parseJsonRow,
  type RowOf,
} from './row.ts'
import { hypes } from './schema/events.ts'
import { deals } from './schema/deals.ts'
import { sessions, users } from './schema/accounts.ts'
import {
  createCommand,
  first,
  prepare,
  preparePerShape,
  queryRows,
  select,
  selectCompactRows,
  selectCompactRowsWithTotal,
  type Params,
} from './statement.ts'
import { alias } from './write-sql.ts'

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
  await database.db.$client.execute(`insert into users (id, username, username_key, created_at)
    values (1, 'Ada "é" 🎮', 'ada', 5), (2, 'Bob', 'bob', 6)`)
  await database.db.$client.execute(`insert into sessions
    (user_id, created_at, last_used_at, expires_at) values (1, 1, 1, 9)`)
})
afterAll(() => database.remove())

async function answerOf<Found>(statement: Statement<Found>): Promise<Found> {
  const { found } = await batch(database.db, 'write', { found: statement })
  return found as Found
}

const u = alias(users, 'u')
const s = alias(sessions, 's')
const memberColumns = {
  id: u.id,
  name: u.username,
  isActive: u.isActive,
  marketingOptIn: u.marketingOptIn,
  role: u.role,
  hasSession: booleanSql(
    sql`exists (select 1 from ${sessions} where ${sessions.userId} = ${u.id})`,
  ),
  length: sql<number>`length(${u.username})`,
  email: notNullable(u.email),
  expiresAt: nullable(s.expiresAt),
}
const members = sql`from ${u} left join ${s} on ${s.userId} = ${u.id}`
const ada = {
  id: 1,
  name: 'Ada "é" 🎮',
  isActive: true,
  marketingOptIn: null,
  role: 'member',
  hasSession: true,
  length: 9,
  email: null,
  expiresAt: 9,
}

describe('a row', () => {
  test('has the types of the schema', () => {
    expectTypeOf<RowOf<typeof memberColumns>>().toEqualTypeOf<{
      id: UserId
      name: string
      isActive: boolean
      marketingOptIn: boolean | null
      role: 'member' | 'moderator' | 'admin'
      hasSession: boolean
      length: number
      email: string
      expiresAt: number | null
    }>()
    type Columns = { isOpen: SQL<boolean> }
    expectTypeOf<RowOf<Columns>['isOpen']>().not.toEqualTypeOf<boolean>()
  })

  test('is the same by its columns and as one text', async () => {
    const [rows, [written]] = await batch(database.db, 'read', [
      select(memberColumns, sql`${members} order by ${u.id}`),
      select({ row: jsonArraySql(memberColumns) }, sql`${members} where ${u.id} = 1`),
    ])
    expect(rows).toEqual([
      ada,
      expect.objectContaining({ id: 2, hasSession: false, expiresAt: null }),
    ])
    expect(parseJsonRow(memberColumns, written?.row ?? '')).toEqual(ada)
  })

  test('holds the rows of a subquery as a list', async () => {
    const columns = {
      id: u.id,
      sessions: jsonRowList(
        { expiresAt: s.expiresAt, isOpen: booleanSql(sql`${s.expiresAt} > 5`) },
        sql`from ${s} where ${s.userId} = ${u.id}`,
      ),
    }
    const [rows, [written]] = await batch(database.db, 'read', [
      select(columns, sql`from ${u} order by ${u.id}`),
      select({ row: jsonArraySql(columns) }, sql`from ${u} where ${u.id} = 1`),
    ])
    expectTypeOf(rows).toEqualTypeOf<
      { id: UserId; sessions: { expiresAt: number; isOpen: boolean }[] }[]
    >()
    expect(rows).toEqual([
      { id: 1, sessions: [{ expiresAt: 9, isOpen: true }] },
      { id: 2, sessions: [] },
    ])
    expect(parseJsonRow(columns, written?.row ?? '')).toEqual(rows[0])
  })

  test('is the same in one cell', async () => {
    const tail = sql`${members} order by ${u.id}`
    const [rows, compact] = await batch(database.db, 'read', [
      select(memberColumns, tail),
      selectCompactRows(memberColumns, tail),
    ])
    expectTypeOf(compact).toExtend<typeof rows>()
    expect(compact).toEqual(rows)
  })

  test('has beside it what a union tells apart by constants', async () => {
    const ids = sql`(select 1 as id, 0 as is_last union all select 2, 1) pick`
    const found = await answerOf(
      selectCompactRows(
        { id: u.id, name: u.username },
        sql`from ${ids} cross join ${u} on ${u.id} = pick.id`,
        { isLast: booleanSql(sql`pick.is_last`) },
      ),
    )
    expect(found).toEqual([
      { id: 1, name: 'Ada "é" 🎮', isLast: false },
      { id: 2, name: 'Bob', isLast: true },
    ])
  })

  test('is the same object whatever the total of its list is', async () => {
    const columns = { id: u.id }
    const beside = { name: u.username }
    const selectMembers = (total: number) =>
      selectCompactRowsWithTotal(columns, sql`from ${u} where ${u.id} <= ${total}`, {
        beside,
        total: sql<number>`${total}`,
      })
    await answerOf(selectMembers(1))
    const one = await answerOf(selectMembers(1))
    const two = await answerOf(selectMembers(2))
    const rows = [
      { id: 1, name: ada.name },
      { id: 2, name: 'Bob' },
    ]
    expect(two).toEqual({ rows, total: 2 })
    expect(two.rows[0]).toBe(one.rows[0])
    expect(await answerOf(selectMembers(0))).toEqual({ rows: [], total: 0 })
  })

  test('keeps no more texts than some hundred shapes', async () => {
    const selectOver = preparePerShape(({ id }: { id: number }, _: object) =>
      select({ id: u.id }, sql`from ${u} where ${u.id} > ${id}`),
    )
    const first = selectOver({ id: 0 })
    expect(selectOver({ id: 0 })).toBe(first)
    for (let id = 1; id <= 200; id += 1) selectOver({ id })
    expect(selectOver({ id: 0 })).not.toBe(first)
    expect(await answerOf(selectOver(Object.freeze({ id: 1 }))())).toEqual([{ id: 2 }])
  })

  test('comes from any query that yields its cells', async () => {
    const columns = { name: u.username, place: sql<number>`p.place` }
    const found = await answerOf(
      first(
        queryRows(
          columns,
          sql`with p as (select ${2} as place) select u.username, p.place
        from p join ${u} on ${u.id} = p.place`,
        ),
      ),
    )
    expectTypeOf(found).toEqualTypeOf<{ name: string; place: number } | undefined>()
    expect(found).toEqual({ name: 'Bob', place: 2 })
    expect(
      await answerOf(first(select(columns, sql`from ${u}, (select 1 as place) p where false`))),
    ).toBe(undefined)
  })
})

describe('a prepared statement', () => {
  const selectMember = prepare(({ id, now }: Params<{ id: UserId; now: number }>) =>
    first(
      select(
        {
          name: u.username,
          since: sql<number>`${now} - ${u.createdAt}`,
          now: sql<number>`${now} + ${0}`,
        },
        sql`from ${u}
          where ${u.id} = ${id}`,
      ),
    ),
  )

  test('takes its values each time it runs, beside others', async () => {
    const results = await batch(database.db, 'read', [
      selectMember({ id: 1 as UserId, now: 10 }),
      select({ one: sql<number>`1` }, sql``),
      selectMember({ id: 2 as UserId, now: 7 }),
    ])
    expect(results).toEqual([
      { name: 'Ada "é" 🎮', since: 5, now: 10 },
      [{ one: 1 }],
      { name: 'Bob', since: 1, now: 7 },
    ])
  })

  test('is written once, and sends a value once that it names twice', () => {
    let builds = 0
    const prepared = prepare(({ id }: Params<{ id: number }>) => {
      builds += 1
      return createCommand(sql`select ${id},
        ${'a'}, ${id}`)
    })
    const statements = [prepared({ id: 1 }), prepared({ id: 2 })]
    expect(statements.map(({ sql, args }) => [sql, args])).toEqual([
      ['select ?1, ?2, ?1', [1, 'a']],
      ['select ?1, ?2, ?1', [2, 'a']],
    ])
    expect(builds).toBe(1)
  })

  test('wants all of its values, and none where it has none', () => {
    expectTypeOf(selectMember).parameter(0).toEqualTypeOf<{ id: UserId; now: number }>()
    expectTypeOf<EventId>().not.toExtend<Parameters<typeof selectMember>[0]['id']>()
    const selectAll = prepare(() => select({ id: users.id }, sql`from ${users}`))
    expectTypeOf(selectAll).parameters.toEqualTypeOf<[]>()
    expectTypeOf<ResultOf<ReturnType<typeof selectAll>>>().toEqualTypeOf<{ id: UserId }[]>()
  })

  test('is written once for each shape', async () => {
    const tables = { users, deals }
    const count = preparePerShape((kind: keyof typeof tables, { more }: Params<{ more: number }>) =>
      first(select({ count: sql<number>`count(*) + ${more}` }, sql`from ${tables[kind]}`)),
    )
    const { members, offers } = await batch(database.db, 'read', {
      members: count('users')({ more: 1 }),
      offers: count('deals')({ more: 2 }),
    })
    expect([members?.count, offers?.count]).toEqual([3, 2])
    expect(count('users')).toBe(count('users'))
  })
})

test('results have the names of their statements', async () => {
  const failures: unknown[] = []
  const results = await batch(
    database.db,
    'read',
    {
      ids: select({ id: users.id }, sql`from ${users} order by ${users.id}`),
      broken: allowFailure(select({ id: deals.id }, sql`from ${users}`)),
    },
    (error) => failures.push(error),
  )
  expectTypeOf(results).toEqualTypeOf<{
    ids: { id: UserId }[]
    broken: { id: DealId }[] | undefined
  }>()
  expect(results).toEqual({ ids: [{ id: 1 }, { id: 2 }], broken: undefined })
  expect(failures).toHaveLength(1)
})

test('results of groups are grouped, and a group fails as a whole', async () => {
  const bob = first(select({ name: users.username }, sql`from ${users} where ${users.id} = 2`))
  const nobody = first(select({ name: users.username }, sql`from ${users} where false`))
  const broken = createCommand(sql`select missing`)
  const { list, page, sections } = await batch(database.db, 'read', {
    list: [bob, { nobody }],
    page: { bob, none: [] },
    sections: {
      whole: allowGroupFailure({ bob, nobody }),
      broken: allowGroupFailure({ bob, broken }),
      bob,
    },
  })
  expectTypeOf(sections.whole).toEqualTypeOf<
    { bob: { name: string } | undefined; nobody: { name: string } | undefined } | undefined
  >()
  const found = { name: 'Bob' }
  expect({ list, page, sections }).toEqual({
    list: [found, { nobody: undefined }],
    page: { bob: found, none: [] },
    sections: { whole: { bob: found, nobody: undefined }, broken: undefined, bob: found },
  })
})

test('lists, columns, tables and aliases are written as SQLite reads them', () => {
  const h = alias(hypes, 'h')
  const { sql: text, args } = createCommand(
    sql`select ${h.userId} from ${hypes}, ${h} where ${hypes.eventId} in ${[1, 2]} ${undefined}`,
  )
  expect(text.trim()).toBe(
    'select h.user_id from hypes, hypes as h where hypes.event_id in (?1, ?2)',
  )
  expect(args).toEqual([1, 2])
})
