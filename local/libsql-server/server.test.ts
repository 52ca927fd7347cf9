import { createClient } from '@libsql/client/http'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startLibsqlServer } from './server.ts'
import {
  buildExecuteRequest,
  startTemporaryServer,
} from '#tests/support/fixtures/temporary-server.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'libsql-server-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('startLibsqlServer', () => {
  test('makes missing folders and keeps the data over a restart', async () => {
    const file = join(folder, 'deep', 'down', 'test.db')
    const first = await startLibsqlServer({ file })
    await createClient({ url: first.url }).executeMultiple(
      "CREATE TABLE t (a); INSERT INTO t VALUES ('kept')",
    )
    await first.close()
    const second = await startLibsqlServer({ file, port: first.port })
    expect(second.url).toBe(first.url)
    const { rows } = await createClient({ url: second.url }).execute('SELECT a FROM t')
    expect(rows[0]?.[0]).toBe('kept')
    await second.close()
  })

  test('leaves everything in the one file when it closes, open transactions undone', async () => {
    const file = join(folder, 'test.db')
    const server = await startLibsqlServer({ file })
    const client = createClient({ url: server.url })
    await client.executeMultiple("CREATE TABLE t (a); INSERT INTO t VALUES ('kept')")
    const transaction = await client.transaction('write')
    await transaction.execute("INSERT INTO t VALUES ('dropped')")
    await Promise.all([server.close(), server.close()])
    expect(existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0).toBe(0)
    const content = readFileSync(file, 'latin1')
    expect([content.includes('kept'), content.includes('dropped')]).toEqual([true, false])
    await expect(fetch(server.url)).rejects.toThrow()
  })

  test('does not wait for those who wait for a lock', async () => {
    const server = await startLibsqlServer({ file: join(folder, 'test.db') })
    const client = createClient({ url: server.url })
    const holder = await client.transaction('write')
    await holder.execute('CREATE TABLE t (a)')
    const waiting = client.execute('CREATE TABLE u (a)').catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 20))
    const started = performance.now()
    await server.close()
    expect(performance.now() - started).toBeLessThan(2500)
    expect(await waiting).toBeInstanceOf(Error)
  })

  test.each(['text', 'folder'])('names a %s that is no database', async (kind) => {
    const file = kind === 'folder' ? folder : join(folder, 'notes.txt')
    if (kind === 'text') writeFileSync(file, 'These are my notes.\n'.repeat(100))
    const starting = startLibsqlServer({ file })
    await expect(starting).rejects.toThrow(`${file} cannot be opened as a database: `)
  })

  test('says so when the port is taken', async () => {
    const server = await startLibsqlServer({ file: join(folder, 'a.db') })
    const { port } = server
    await expect(startLibsqlServer({ file: join(folder, 'b.db'), port })).rejects.toThrow(
      'EADDRINUSE',
    )
    await server.close()
  })

  test('asks for the token when it has one', async () => {
    const server = await startTemporaryServer({ authToken: 'secret' })
    const ask = (authToken?: string) =>
      createClient({ url: server.url, ...(authToken && { authToken }) }).execute('SELECT 1')
    await expect(ask()).rejects.toMatchObject({ code: 'AUTH_REQUIRED' })
    await expect(ask('wrong!')).rejects.toMatchObject({ code: 'AUTH_REQUIRED' })
    expect((await ask('secret')).rows).toHaveLength(1)
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    await server.remove()
  })

  test('counts pipelines and statements', async () => {
    const server = await startTemporaryServer()
    await server.pipeline([
      buildExecuteRequest('SELECT 1'),
      { type: 'sequence', sql: 'SELECT 2; SELECT 3' },
    ])
    expect(server.stats()).toEqual({ pipelines: 1, statements: 3 })
    await server.remove()
  })
})

describe('under load', () => {
  test('answers many at once, each its own', async () => {
    const server = await startTemporaryServer()
    const client = createClient({ url: server.url, concurrency: 100 })
    await client.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, a)')
    await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const { rows } = await client.execute({
          sql: index % 3 === 0 ? 'INSERT INTO t (a) VALUES (?) RETURNING a' : 'SELECT ?',
          args: [index],
        })
        expect(rows[0]?.[0]).toBe(index)
      }),
    )
    expect((await client.execute('SELECT count(*) FROM t')).rows[0]?.[0]).toBe(100)
    await server.remove()
  })

  test('stays responsive while interactive writers take turns', async () => {
    const server = await startTemporaryServer()
    const client = createClient({ url: server.url, concurrency: 100 })
    await client.executeMultiple('CREATE TABLE t (a); INSERT INTO t VALUES (0)')
    const increments = Array.from({ length: 12 }, async () => {
      const transaction = await client.transaction('write')
      const { rows } = await transaction.execute('SELECT a FROM t')
      await transaction.execute({ sql: 'UPDATE t SET a = ?', args: [Number(rows[0]?.[0]) + 1] })
      await transaction.commit()
    })
    const reads = Array.from({ length: 50 }, () => client.execute('SELECT a FROM t'))
    await Promise.all([...increments, ...reads])
    expect((await client.execute('SELECT a FROM t')).rows[0]?.[0]).toBe(12)
    await server.remove()
  })
})
