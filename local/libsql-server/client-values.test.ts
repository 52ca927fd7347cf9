import { createClient as createHttpClient } from '@libsql/client/http'
import { createClient as createWebClient } from '@libsql/client/web'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startTemporaryServer,
  type TemporaryServer,
} from '#tests/support/fixtures/temporary-server.ts'

type ClientConfig = Parameters<typeof createHttpClient>[0]
type Passed = null | string | number | bigint | boolean | Date | ArrayBuffer | Uint8Array

let server: TemporaryServer
beforeAll(async () => {
  server = await startTemporaryServer()
})
afterAll(() => server.remove())

describe.each([
  ['http', createHttpClient],
  ['web', createWebClient],
])('the %s client', (_name, createClient) => {
  const connect = (config: Partial<ClientConfig> = {}) =>
    createClient({ url: server.url, ...config })

  async function roundTrip(value: Passed, config: Partial<ClientConfig> = {}): Promise<unknown> {
    const { rows } = await connect(config).execute({ sql: 'SELECT ?', args: [value] })
    return rows[0]?.[0]
  }

  test('reads rows by position and by name, with their columns', async () => {
    const result = await connect().execute("SELECT 1 AS one, 'two' AS two, 0.5 AS three")
    expect(result.columns).toEqual(['one', 'two', 'three'])
    expect(result.columnTypes).toEqual(['', '', ''])
    const row = result.rows[0]
    expect([row?.[0], row?.['two'], row?.['three'], row?.length]).toEqual([1, 'two', 0.5, 3])
  })

  test('keeps columns of the same name apart', async () => {
    const result = await connect().execute('SELECT 1 AS a, 2 AS a')
    expect(result.columns).toEqual(['a', 'a'])
    expect(Array.from(result.rows[0] ?? [])).toEqual([1, 2])
  })

  test.each<[string, Passed, unknown]>([
    ['text', 'boomerang', 'boomerang'],
    ['control characters', 'a\n\r\t\u0001 "\\', 'a\n\r\t\u0001 "\\'],
    ['text of all sorts', 'žluťoučký kůň 🐎', 'žluťoučký kůň 🐎'],
    ['an empty text', '', ''],
    ['null', null, null],
    ['true', true, 1],
    ['false', false, 0],
    ['an integer', -2023, -2023],
    ['a float', 12.345, 12.345],
    ['the largest float', Number.MAX_VALUE, Number.MAX_VALUE],
    ['the smallest float', Number.MIN_VALUE, Number.MIN_VALUE],
    ['the largest safe integer', 9007199254740991n, 9007199254740991],
    ['the smallest safe integer', -9007199254740991n, -9007199254740991],
    ['a date', new Date('2023-01-02T12:34:56Z'), 1672662896000],
  ])('carries %s there and back', async (_what, passed, expected) => {
    expect(await roundTrip(passed)).toStrictEqual(expected)
  })

  test.each([2n ** 53n, -(2n ** 53n), 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)])(
    'carries the integer %s exactly, as bigint or as text',
    async (integer) => {
      expect(await roundTrip(integer, { intMode: 'bigint' })).toBe(integer)
      expect(await roundTrip(integer, { intMode: 'string' })).toBe(String(integer))
      await expect(roundTrip(integer, { intMode: 'number' })).rejects.toBeInstanceOf(RangeError)
    },
  )

  test.each([NaN, Infinity, -Infinity, 2n ** 63n, -(2n ** 63n) - 1n])(
    'refuses to send %s',
    async (value) => {
      await expect(roundTrip(value)).rejects.toBeInstanceOf(RangeError)
    },
  )

  test('carries blobs of every byte and every length around a base64 group', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index ^ 0xab)
    expect(await roundTrip(bytes)).toStrictEqual(bytes.buffer)
    expect(await roundTrip(bytes.buffer)).toStrictEqual(bytes.buffer)
    for (const length of [0, 1, 2, 3, 4]) {
      expect(await roundTrip(bytes.slice(0, length))).toStrictEqual(bytes.slice(0, length).buffer)
    }
  })

  test('tells numbers sent as floats from numbers sent as integers', async () => {
    const sql = 'SELECT typeof(?1), typeof(?2), typeof(?3), typeof(?4)'
    const { rows } = await connect().execute({ sql, args: [1, 1n, true, 0.5] })
    expect(Array.from(rows[0] ?? [])).toEqual(['real', 'integer', 'integer', 'real'])
  })

  test('reads the infinity that SQLite can hold', async () => {
    const { rows } = await connect().execute('SELECT 9e999, -9e999')
    expect(Array.from(rows[0] ?? [])).toEqual([Infinity, -Infinity])
  })

  test('carries any text, number and blob', async () => {
    const client = connect()
    const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''))
    // The client itself sends -0 as 0.
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
    await fc.assert(
      fc.asyncProperty(text, number, fc.uint8Array(), async (string, float, bytes) => {
        const args = [string, float, bytes]
        const { rows } = await client.execute({ sql: 'SELECT ?, ?, ?', args })
        const [readText, readNumber, readBlob] = Array.from(rows[0] ?? [])
        expect([readText, readNumber]).toStrictEqual([string, float])
        expect(new Uint8Array(readBlob as ArrayBuffer)).toStrictEqual(Uint8Array.from(bytes))
      }),
      { numRuns: 60 },
    )
  })

  test('reports declared types', async () => {
    const client = connect()
    await client.execute('DROP TABLE IF EXISTS kinds')
    await client.execute('CREATE TABLE kinds (i INTEGER, f FLOAT, t TEXT, b BLOB, v varchar(9))')
    await client.execute("INSERT INTO kinds VALUES (42, 0.5, 'foo', X'626172', 'v')")
    const json = (await client.execute('SELECT *, i + 1 AS n FROM kinds')).toJSON()
    expect(json).toMatchObject({
      columns: ['i', 'f', 't', 'b', 'v', 'n'],
      columnTypes: ['INTEGER', 'FLOAT', 'TEXT', 'BLOB', 'varchar(9)', ''],
      rows: [[42, 0.5, 'foo', 'YmFy', 'v', 43]],
      rowsAffected: 0,
      lastInsertRowid: null,
    })
  })

  test('shows a changed schema at once', async () => {
    const client = connect()
    await client.executeMultiple(
      'DROP TABLE IF EXISTS s; CREATE TABLE s (a); INSERT INTO s VALUES (1)',
    )
    expect((await client.execute('SELECT * FROM s')).columns).toEqual(['a'])
    await client.execute('ALTER TABLE s ADD COLUMN b')
    const { columns, rows } = await client.execute('SELECT * FROM s')
    expect([columns, rows[0]?.length]).toEqual([['a', 'b'], 2])
  })

  test('counts affected rows and reports the new row id', async () => {
    const client = connect({ intMode: 'bigint' })
    await client.executeMultiple(
      'DROP TABLE IF EXISTS n; CREATE TABLE n (id INTEGER PRIMARY KEY, a)',
    )
    const first = await client.execute("INSERT INTO n (a) VALUES ('one'), ('two')")
    expect([first.rowsAffected, first.lastInsertRowid]).toEqual([2, 2n])
    const large = await client.execute({
      sql: "INSERT INTO n VALUES (?, 'three') RETURNING id, a",
      args: [2n ** 60n + 1n],
    })
    expect([large.rowsAffected, large.lastInsertRowid]).toEqual([1, 2n ** 60n + 1n])
    const next = await client.execute("INSERT INTO n (a) VALUES ('four')")
    expect(next.lastInsertRowid).toBe(2n ** 60n + 2n)
    const copied = await client.execute(
      'WITH x(a) AS (SELECT a FROM n) INSERT INTO n (a) SELECT a FROM x',
    )
    expect(copied.rowsAffected).toBe(4)
    const update = await client.execute("UPDATE n SET a = 'x' WHERE id <= 2 RETURNING a")
    expect([update.rowsAffected, update.rows.length, update.lastInsertRowid]).toEqual([
      2,
      2,
      undefined,
    ])
    expect((await client.execute('DELETE FROM n')).rowsAffected).toBe(8)
  })

  test.each([
    ['?2, ?3, ?1', ['two', 'three', 'one']],
    ['?3, ?1', ['three', 'one']],
    ['?2, ?, ?3', ['two', 'three', 'three']],
  ])('binds by position in SELECT %s', async (list, expected) => {
    const args = ['one', 'two', 'three']
    const { rows } = await connect().execute({ sql: `SELECT ${list}`, args })
    expect(Array.from(rows[0] ?? [])).toEqual(expected)
  })

  test.each([':', '@', '$'])('binds names that start with %s, sign or not', async (sign) => {
    const sql = `SELECT ${sign}b, ${sign}a, ${sign}b || ${sign}a, ?1`
    const args = { a: 'one', [`${sign}b`]: 'two' }
    const { rows } = await connect().execute({ sql, args })
    expect(Array.from(rows[0] ?? [])).toEqual(['two', 'one', 'twoone', 'two'])
  })

  test.each([
    ['SELECT ?, ?', [1]],
    ['SELECT ?', [1, 2]],
    ['SELECT :a', { b: 1 }],
    ['SELECT :a', { a: 1, b: 2 }],
    ['SELECT ?', ['cut\0short']],
  ])('refuses arguments that do not fit %s', async (sql, args) => {
    await expect(connect().execute({ sql, args })).rejects.toMatchObject({ code: 'ARGS_INVALID' })
  })

  test('returns a text of 1 MB and 10,000 rows whole', async () => {
    const text = 'čau '.repeat(250_000)
    expect(await roundTrip(text)).toBe(text)
    const { rows } = await connect().execute(
      'WITH RECURSIVE c(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM c LIMIT 10000) SELECT x FROM c',
    )
    expect([rows.length, rows.at(-1)?.[0]]).toEqual([10_000, 10_000])
  })

  test('goes through a fetch of the caller', async () => {
    let calls = 0
    const counted = (request: Request) => {
      calls += 1
      return fetch(request)
    }
    expect((await connect({ fetch: counted }).execute('SELECT 42')).rows[0]?.[0]).toBe(42)
    expect(calls).toBe(1)
  })
})
