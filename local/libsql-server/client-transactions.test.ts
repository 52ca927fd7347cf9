import { createClient as createHttpClient } from '@libsql/client/http'
import { createClient as createWebClient } from '@libsql/client/web'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  startTemporaryServer,
  type TemporaryServer,
} from '#tests/support/fixtures/temporary-server.ts'

let server: TemporaryServer
beforeAll(async () => {
  server = await startTemporaryServer({ busyTimeoutMs: 1000 })
})
afterAll(() => server.remove())

describe.each([
  ['http', createHttpClient],
  ['web', createWebClient],
])('the %s client', (_name, createClient) => {
  const connect = () => createClient({ url: server.url })
  const client = { current: undefined as unknown as ReturnType<typeof connect> }

  beforeEach(async () => {
    client.current = connect()
    await client.current.executeMultiple('DROP TABLE IF EXISTS t; CREATE TABLE t (a UNIQUE)')
  })

  async function values(): Promise<unknown[]> {
    const { rows } = await client.current.execute('SELECT a FROM t ORDER BY a')
    return rows.map((row) => row[0])
  }

  describe('errors', () => {
    test.each([
      ['NOT A STATEMENT', 'SQL_PARSE_ERROR'],
      ['SELECT (', 'SQL_PARSE_ERROR'],
      ["SELECT 'open", 'SQL_PARSE_ERROR'],
      ['SELECT foobar', 'SQLITE_ERROR'],
      ['SELECT * FROM nowhere', 'SQLITE_ERROR'],
      ['SELECT abs(-9223372036854775808)', 'SQLITE_ERROR'],
      ['', 'SQL_NO_STATEMENT'],
      [' -- nothing', 'SQL_NO_STATEMENT'],
      ['SELECT 1; SELECT 2', 'SQL_MANY_STATEMENTS'],
      ['SELECT 1; garbage', 'SQL_MANY_STATEMENTS'],
      ['SELECT 1; \0', 'SQL_PARSE_ERROR'],
      ["SELECT load_extension('x')", 'SQLITE_ERROR'],
      ["ATTACH ':memory:' AS other", 'BLOCKED'],
      ["VACUUM INTO '/tmp/elsewhere.db'", 'BLOCKED'],
      ["INSERT INTO t VALUES ('x'), ('x')", 'SQLITE_CONSTRAINT'],
      ['COMMIT', 'SQLITE_ERROR'],
    ])('gives %j the code %s', async (sql, code) => {
      await expect(client.current.execute(sql)).rejects.toMatchObject({ code })
    })

    test('names the column whose constraint failed', async () => {
      await client.current.execute('INSERT INTO t VALUES (1)')
      await expect(client.current.execute('INSERT INTO t VALUES (1)')).rejects.toThrow(
        'SQLITE_CONSTRAINT: SQLite error: UNIQUE constraint failed: t.a',
      )
    })

    test('allows a last semicolon and a comment behind it', async () => {
      expect((await client.current.execute('SELECT 1; -- done')).rows).toHaveLength(1)
    })

    test('enforces foreign keys', async () => {
      const orphan = client.current.batch([
        'CREATE TABLE IF NOT EXISTS child (t REFERENCES t (a))',
        "INSERT INTO child VALUES ('nobody')",
      ])
      await expect(orphan).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT', statementIndex: 1 })
    })
  })

  describe('batch', () => {
    test.each(['write', 'deferred'] as const)('runs in order in %s mode', async (mode) => {
      const results = await client.current.batch(
        [
          'INSERT INTO t VALUES (1)',
          { sql: 'INSERT INTO t VALUES (?)', args: [2] },
          ['INSERT INTO t VALUES (:a)', { a: 3 }],
          'SELECT a FROM t ORDER BY a',
          'INSERT INTO t VALUES (21) RETURNING 2 * a',
        ],
        mode,
      )
      expect(results.map(({ rows }) => rows.map((row) => row[0]))).toEqual([
        [],
        [],
        [],
        [1, 2, 3],
        [42],
      ])
    })

    test('reads in read mode, and refuses to write there', async () => {
      const [sum] = await client.current.batch(['SELECT 1 + 1', 'SELECT 2'], 'read')
      expect(sum?.rows[0]?.[0]).toBe(2)
      const write = client.current.batch(['SELECT 1', 'INSERT INTO t VALUES (1)'], 'read')
      await expect(write).rejects.toMatchObject({ code: 'SQLITE_READONLY', statementIndex: 1 })
      await client.current.execute('INSERT INTO t VALUES (2)')
      expect(await values()).toEqual([2])
    })

    test.each([0, 1, 2])('rolls back and tells that statement %i failed', async (failing) => {
      const statements = ["INSERT INTO t VALUES ('x')", "INSERT INTO t VALUES ('y')", 'SELECT 1']
      statements[failing] = 'SELECT foobar'
      await expect(client.current.batch(statements, 'write')).rejects.toMatchObject({
        name: 'LibsqlBatchError',
        statementIndex: failing,
        code: 'SQLITE_ERROR',
      })
      expect(await values()).toEqual([])
    })

    test('holds thousands of statements, alike and different', async () => {
      const statements = Array.from({ length: 2_000 }, (_, index) => ({
        sql: `SELECT ?, ${index % 700}`,
        args: [index],
      }))
      const results = await client.current.batch(statements, 'read')
      expect(results.map(({ rows }) => rows[0]?.[0])).toEqual(statements.map((_, index) => index))
    })

    test('is one transaction each among many at once', async () => {
      await client.current.executeMultiple('DROP TABLE IF EXISTS u; CREATE TABLE u (a)')
      const writers = Array.from({ length: 60 }, async (_, index) => {
        const [, , first, second] = await client.current.batch(
          [
            { sql: 'INSERT INTO t VALUES (?)', args: [index] },
            { sql: 'INSERT INTO u VALUES (?)', args: [index * 10] },
            'SELECT SUM(a) FROM t',
            'SELECT SUM(a) FROM u',
          ],
          'write',
        )
        expect(second?.rows[0]?.[0]).toBe(Number(first?.rows[0]?.[0]) * 10)
      })
      await Promise.all(writers)
      expect(await values()).toHaveLength(60)
    })

    test('migrates with foreign keys off, for itself only', async () => {
      await client.current.migrate([
        'DROP TABLE IF EXISTS m',
        'CREATE TABLE m (t REFERENCES t (a))',
        "INSERT INTO m VALUES ('nobody')",
      ])
      const { rows } = await client.current.execute('PRAGMA foreign_keys')
      expect(rows[0]?.[0]).toBe(1)
      await expect(client.current.execute('INSERT INTO m VALUES (9)')).rejects.toThrow(
        'FOREIGN KEY',
      )
      await client.current.migrate(['DROP TABLE m'])
    })
  })

  describe('executeMultiple', () => {
    test('runs a script with triggers, comments and transactions', async () => {
      await client.current.executeMultiple(`
        -- a comment; with a semicolon
        CREATE TRIGGER IF NOT EXISTS twice AFTER INSERT ON t WHEN new.a < 10 BEGIN
          INSERT INTO t VALUES (CASE WHEN new.a = 1 THEN 100 ELSE new.a * 10 END);
        END;
        BEGIN; INSERT INTO t VALUES (1), (2); COMMIT;
      `)
      expect(await values()).toEqual([1, 2, 20, 100])
    })

    test('stops at an error and keeps what was done', async () => {
      const script =
        'INSERT INTO t VALUES (1); INSERT INTO t VALUES (foo()); INSERT INTO t VALUES (2)'
      await expect(client.current.executeMultiple(script)).rejects.toMatchObject({
        code: 'SQLITE_ERROR',
      })
      expect(await values()).toEqual([1])
    })

    test('an error rolls back the transaction it happens in', async () => {
      const script =
        'INSERT INTO t VALUES (0); BEGIN; INSERT INTO t VALUES (1); SELECT foo(); COMMIT'
      await expect(client.current.executeMultiple(script)).rejects.toThrow('foo')
      expect(await values()).toEqual([0])
    })
  })

  describe('transaction', () => {
    test('commits', async () => {
      const transaction = await client.current.transaction('write')
      await transaction.execute('INSERT INTO t VALUES (1)')
      await transaction.batch(['INSERT INTO t VALUES (2)', 'INSERT INTO t VALUES (3)'])
      await transaction.executeMultiple('INSERT INTO t VALUES (4); INSERT INTO t VALUES (5)')
      expect(await values()).toEqual([])
      await transaction.commit()
      expect(transaction.closed).toBe(true)
      expect(await values()).toEqual([1, 2, 3, 4, 5])
      await expect(transaction.execute('SELECT 1')).rejects.toMatchObject({
        code: 'TRANSACTION_CLOSED',
      })
    })

    test.each(['rollback', 'close'] as const)('forgets everything on %s', async (ending) => {
      const transaction = await client.current.transaction('write')
      await transaction.executeMultiple('INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)')
      await transaction[ending]()
      expect(transaction.closed).toBe(true)
      expect(await values()).toEqual([])
      await client.current.execute('INSERT INTO t VALUES (3)')
    })

    test('outlives an error inside', async () => {
      const transaction = await client.current.transaction('write')
      await expect(transaction.execute('SELECT foo')).rejects.toThrow('foo')
      const batch = transaction.batch([
        'INSERT INTO t VALUES (1)',
        'INSERT INTO t VALUES (1)',
        'INSERT INTO t VALUES (2)',
      ])
      await expect(batch).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT', statementIndex: 1 })
      const script = 'INSERT INTO t VALUES (3); SELECT bar; INSERT INTO t VALUES (4)'
      await expect(transaction.executeMultiple(script)).rejects.toThrow('bar')
      await transaction.commit()
      expect(await values()).toEqual([1, 3])
    })

    test('may be empty', async () => {
      await (await client.current.transaction('read')).commit()
      await (await client.current.transaction('write')).rollback()
    })

    test('refuses to write in read mode', async () => {
      const transaction = await client.current.transaction('read')
      expect((await transaction.execute('SELECT 1 AS a')).rows).toHaveLength(1)
      const write = transaction.execute('INSERT INTO t VALUES (1)')
      await expect(write).rejects.toMatchObject({ code: 'SQLITE_READONLY' })
      await transaction.rollback()
      await client.current.execute('INSERT INTO t VALUES (2)')
    })

    test('ends when the engine rolls it back', async () => {
      await client.current.execute('INSERT INTO t VALUES (1)')
      const transaction = await client.current.transaction('write')
      await transaction.execute('INSERT INTO t VALUES (2)')
      const conflict = transaction.execute('INSERT OR ROLLBACK INTO t VALUES (1)')
      await expect(conflict).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT' })
      await expect(transaction.commit()).rejects.toThrow('no transaction is active')
      expect(await values()).toEqual([1])
    })

    test('reads its own snapshot beside a writer', async () => {
      const reader = await client.current.transaction('read')
      await reader.execute('SELECT * FROM t')
      await client.current.execute('INSERT INTO t VALUES (1)')
      expect((await reader.execute('SELECT * FROM t')).rows).toHaveLength(0)
      reader.close()
      expect(await values()).toEqual([1])
    })

    test('makes a second writer wait until it is done', async () => {
      const first = await client.current.transaction('write')
      await first.execute('INSERT INTO t VALUES (1)')
      const others = [
        client.current.execute('INSERT INTO t VALUES (2)'),
        client.current.batch(['INSERT INTO t VALUES (3)'], 'write'),
        client.current.transaction('write').then(async (second) => {
          await second.execute('INSERT INTO t VALUES (4)')
          await second.commit()
        }),
      ]
      await first.execute('INSERT INTO t VALUES (5)')
      await first.commit()
      await Promise.all(others)
      expect(await values()).toEqual([1, 2, 3, 4, 5])
    })

    test('makes a second writer fail as busy when it takes too long', async () => {
      const first = await client.current.transaction('write')
      await first.execute('INSERT INTO t VALUES (1)')
      const second = client.current.execute('INSERT INTO t VALUES (2)')
      await expect(second).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
      const third = client.current.batch(['INSERT INTO t VALUES (3)'], 'write')
      await expect(third).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
      await first.commit()
      expect(await values()).toEqual([1])
    })

    test('fails at once when its snapshot is stale', async () => {
      const late = await client.current.transaction('deferred')
      await late.execute('SELECT * FROM t')
      await client.current.execute('INSERT INTO t VALUES (1)')
      const started = performance.now()
      const write = late.execute('INSERT INTO t VALUES (2)')
      await expect(write).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
      expect(performance.now() - started).toBeLessThan(800)
      await late.rollback()
    })
  })
})
