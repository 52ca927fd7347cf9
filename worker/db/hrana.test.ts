import { LibsqlBatchError } from '@libsql/client/web'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import { listen } from '#tests/support/fakes/fake-server.ts'
import { DatabaseError } from './errors.ts'
import { BatchError, createSender, type Mode, type Query } from './hrana.ts'

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
  await database.db.$client.execute(
    'create table things (id integer primary key, name text unique)',
  )
})
afterAll(() => database.remove())

function ask(sql: string, ...args: unknown[]): Query {
  return { sql, args }
}

async function faultOf(queries: Query[], mode: Mode = 'write'): Promise<unknown> {
  const error: unknown = await database.db.send(queries, mode).catch((fault: unknown) => fault)
  expect(error).toBeInstanceOf(Error)
  return error
}

function outlineOf(error: unknown) {
  const { code, statementIndex } = error as BatchError
  return { code, statementIndex }
}

const bytes = new Uint8Array([0, 127, 128, 255])

describe('values', () => {
  test('come back as the library gives them', async () => {
    const query = ask(
      `select ? as text, ? as number, ? as none, ? as yes, ? as bytes, 9007199254740991 as big,
        -1 as less, 0.1 as part, '' as empty, x'' as no_bytes, 1 as text`,
      'é 🎮 "’',
      2.5,
      null,
      true,
      bytes,
    )
    const [own] = await database.db.send([query], 'read')
    const [known] = await database.db.$client.batch([query as never], 'read')
    expect(own?.columns).toEqual(known?.columns)
    expect(own?.rows).toEqual(known?.rows.map((row) => Array.from(row)))
    expect(own?.rows[0]?.[4]).toEqual(bytes.buffer)
  })

  test('a whole number stays one in its column', async () => {
    const [, found] = await database.db.send(
      [ask('insert into things values (?, ?)', 7, 'seven'), ask('select typeof(id) from things')],
      'write',
    )
    expect(found?.rows).toEqual([['integer']])
  })

  test('an integer that no number holds is refused rather than rounded', async () => {
    expect(await faultOf([ask('select 9007199254740993')], 'read')).toBeInstanceOf(RangeError)
  })

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [undefined], [{}]])(
    '%s is none',
    async (value) => {
      expect(await faultOf([ask('select ?', value)], 'read')).toBeInstanceOf(TypeError)
    },
  )
})

describe('a fault', () => {
  const faults: [string, Mode, Query[]][] = [
    ['in the text', 'read', [ask('select 1'), ask('selec 1')]],
    ['of a constraint', 'write', [ask("insert into things values (50, 'a'), (51, 'a')")]],
    ['of a write in a read', 'read', [ask("insert into things values (52, 'b')")]],
    ['of arguments that are too few', 'read', [ask('select ?')]],
  ]
  test.each(faults)('%s is the same error as the library’s', async (_, mode, queries) => {
    const known = await database.db.$client.batch(queries as never, mode).catch((error) => error)
    expect(known).toBeInstanceOf(LibsqlBatchError)
    const fault = await faultOf(queries, mode)
    expect(fault).toBeInstanceOf(BatchError)
    expect(outlineOf(fault)).toEqual(outlineOf(known))
  })

  test('undoes what came before it and runs nothing after', async () => {
    const error = await faultOf([
      ask("insert into things values (60, 'sixty')"),
      ask("insert into things values (60, 'again')"),
      ask("insert into things values (61, 'after')"),
    ])
    expect(error).toMatchObject({ code: 'SQLITE_CONSTRAINT', statementIndex: 1 })
    expect(await database.query('select * from things where id >= 60')).toEqual([])
    await database.db.send([ask("insert into things values (60, 'sixty')")], 'write')
    expect(await database.query('select id from things where id >= 60')).toEqual([{ id: 60 }])
  })
})

describe('of two rows, the one that refers', () => {
  const refer = (id: number) => ask('insert into parts (thing) values (?)', id)
  const insertThing = (id: number) => ask('insert into things (id) values (?)', id)
  beforeAll(() =>
    database.query('create table parts (thing integer not null references things (id))'),
  )

  test('may come first, which alone costs a second trip', async () => {
    for (const [queries, cost] of [
      [[insertThing(80), refer(80)], 1],
      [[refer(81), insertThing(81)], 2],
    ] as const) {
      const sent = vi.spyOn(globalThis, 'fetch')
      await database.db.send(queries, 'write')
      expect(sent).toHaveBeenCalledTimes(cost)
      sent.mockRestore()
    }
    expect(await database.query('select thing from parts')).toEqual([{ thing: 80 }, { thing: 81 }])
  })

  test('fails with all the others where the row it refers to never comes', async () => {
    for (const queries of [[refer(90)], [insertThing(91), refer(90)]]) {
      expect(await faultOf(queries)).toMatchObject({ code: 'SQLITE_CONSTRAINT' })
    }
    expect(await database.query('select id from things where id > 85')).toEqual([])
  })
})

describe('a statement that may fail', () => {
  const broken = { ...ask('select 1 from nowhere'), allowsFailure: true }

  test('fails alone', async () => {
    const found = await database.db.send([ask('select 1'), broken, ask('select 3')], 'read')
    expect(found.map(({ rows }) => rows)).toEqual([[[1]], [], [[3]]])
    expect(found.map(({ error }) => error?.code)).toEqual([undefined, 'SQLITE_ERROR', undefined])
  })

  test('may be the last one, or all of them', async () => {
    const found = await database.db.send([broken, broken], 'read')
    expect(found.map(({ error }) => error?.message.includes('nowhere'))).toEqual([true, true])
  })

  test('leaves the others as decisive as they were', async () => {
    const error = await faultOf([broken, ask('select 1 from elsewhere'), broken], 'read')
    expect(error).toMatchObject({ statementIndex: 1 })
  })
})

test('the token goes along, also one of the address, and a wrong one is refused', async () => {
  const query = [ask('select 1')]
  const address = `${database.url}?authToken=${database.authToken}`
  expect(await createSender(address, undefined)(query, 'read')).toHaveLength(1)
  await expect(createSender(database.url, 'wrong')(query, 'read')).rejects.toBeInstanceOf(
    DatabaseError,
  )
})

test('what is no database is told apart from one that refuses', async () => {
  let answer: readonly [status: number, body: string] = [200, '']
  const server = await listen((request, response) => {
    request.resume().once('end', () => response.writeHead(answer[0]).end(answer[1]))
  })
  const send = createSender(server.url, undefined)
  const codes: string[] = []
  for (answer of [
    [200, '<html>'],
    [200, 'null'],
    [200, '{"results":[]}'],
    [200, '{"results":[{"type":"ok","response":{"type":"close"}}]}'],
    [200, '{"results":[{"type":"error","error":{"message":"full","code":"SQLITE_FULL"}}]}'],
    [502, '<html>'],
    [401, '{"message":"no","code":"AUTH"}'],
  ] as const) {
    const error = await send([ask('select 1')], 'read').catch((fault: DatabaseError) => fault)
    codes.push((error as DatabaseError).code)
  }
  await server.close()
  const foreign = 'BAD_ANSWER'
  expect(codes).toEqual([foreign, foreign, foreign, foreign, 'SQLITE_FULL', 'SERVER_ERROR', 'AUTH'])
})

test('a connection that is lost is told as one, before the answer or within it', async () => {
  const server = await listen((request, response) => {
    request.resume()
    response.writeHead(200, { 'Content-Length': 100 }).write('{', () => response.destroy())
  })
  const codes: unknown[] = []
  for (const url of [server.url, 'http://127.0.0.1:1']) {
    const fault = createSender(url, undefined)([ask('select 1')], 'read')
    codes.push(await fault.catch((error: DatabaseError) => error.code))
  }
  await server.close()
  expect(codes).toEqual(['UNREACHABLE', 'UNREACHABLE'])
})
