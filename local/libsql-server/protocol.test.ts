import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildExecuteRequest,
  startTemporaryServer,
  type TemporaryServer,
} from '#tests/support/fixtures/temporary-server.ts'

let server: TemporaryServer
beforeAll(async () => {
  server = await startTemporaryServer({ busyTimeoutMs: 500, maxBodyBytes: 10_000 })
  await server.pipeline([{ type: 'sequence', sql: 'CREATE TABLE t (a UNIQUE)' }, { type: 'close' }])
})
afterAll(() => server.remove())

const close = { type: 'close' }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('endpoints', () => {
  test.each([
    ['/health', 200],
    ['/v2', 200],
    ['/v3', 404],
    ['/v3-protobuf', 404],
    ['/v2/pipeline', 404],
    ['//', 404],
  ])('GET %s answers %i', async (path, status) => {
    expect((await fetch(server.url + path)).status).toBe(status)
  })

  test.each(['/v1/execute', '/v3/pipeline', '/'])('POST %s answers 404', async (path) => {
    expect((await server.post(path, '{}')).status).toBe(404)
  })
})

describe('requests', () => {
  test('go on after one of them fails', async () => {
    const { results, baton } = await server.pipeline([
      buildExecuteRequest('SELECT foo'),
      buildExecuteRequest('SELECT ?', [{ type: 'integer', value: '9223372036854775807' }]),
      close,
    ])
    expect(results.map(({ type }) => type)).toEqual(['error', 'ok', 'ok'])
    expect(results[1]?.response?.result).toEqual({
      cols: [{ name: '?', decltype: null }],
      rows: [[{ type: 'integer', value: '9223372036854775807' }]],
      affected_row_count: 0,
      last_insert_rowid: null,
    })
    expect(baton).toBeNull()
  })

  test('find the stream closed behind a close', async () => {
    const { results } = await server.pipeline([close, buildExecuteRequest('SELECT 1'), close])
    expect(results.map(({ error }) => error?.code)).toEqual([
      undefined,
      'STREAM_CLOSED',
      'STREAM_CLOSED',
    ])
  })

  test('leave rows out that are not wanted, having done the work', async () => {
    const sql = "INSERT INTO t VALUES ('unwanted') RETURNING a"
    const { results } = await server.pipeline([
      { type: 'execute', stmt: { sql, want_rows: false } },
      buildExecuteRequest("DELETE FROM t WHERE a = 'unwanted'"),
      close,
    ])
    expect(results[0]?.response?.result).toMatchObject({ rows: [], affected_row_count: 1 })
    expect(results[1]?.response?.result).toMatchObject({ affected_row_count: 1 })
  })

  test('accept blobs with and without padding', async () => {
    const blobs = ['Zm8', 'Zm8=', ''].map((base64) => ({ type: 'blob', base64 }))
    const { results } = await server.pipeline([
      buildExecuteRequest('SELECT hex(?)||hex(?)||hex(?)', blobs),
      close,
    ])
    expect(results[0]?.response?.result).toMatchObject({
      rows: [[{ type: 'text', value: '666F666F' }]],
    })
  })

  test('prefer a named argument to a positional one', async () => {
    const value = (text: string) => ({ type: 'text', value: text })
    const stmt = {
      sql: 'SELECT :a, ?',
      args: [value('first'), value('second')],
      named_args: [{ name: 'a', value: value('named') }],
    }
    const { results } = await server.pipeline([{ type: 'execute', stmt }, close])
    expect(results[0]?.response?.result).toMatchObject({
      rows: [[value('named'), value('second')]],
    })
  })

  test('store, use and close SQL texts', async () => {
    const byId = { type: 'execute', stmt: { sql_id: 7 } }
    const { results } = await server.pipeline([
      { type: 'store_sql', sql_id: 7, sql: 'SELECT 1' },
      byId,
      { type: 'sequence', sql_id: 7 },
      { type: 'store_sql', sql_id: 7, sql: 'SELECT 2' },
      { type: 'close_sql', sql_id: 7 },
      { type: 'close_sql', sql_id: 7 },
      byId,
      close,
    ])
    const codes = results.map(({ error, type }) => error?.code ?? type)
    expect(codes.slice(0, 3)).toEqual(['ok', 'ok', 'ok'])
    expect(codes.slice(3)).toEqual(['SQL_EXISTS', 'ok', 'ok', 'SQL_NOT_FOUND', 'ok'])
  })
})

describe('batch conditions', () => {
  const ok = { type: 'ok', step: 0 }
  const error = { type: 'error', step: 1 }
  const never = { type: 'not', cond: ok }
  const steps = [
    { stmt: { sql: 'SELECT 1' } },
    { stmt: { sql: 'SELECT foo' }, condition: ok },
    { stmt: { sql: 'SELECT 2' }, condition: error },
    { stmt: { sql: 'SELECT 3' }, condition: never },
    { stmt: { sql: 'BEGIN' }, condition: { type: 'and', conds: [ok, error] } },
    { stmt: { sql: 'SELECT 4' }, condition: { type: 'not', cond: { type: 'or', conds: [ok] } } },
    {
      stmt: { sql: 'ROLLBACK' },
      condition: { type: 'or', conds: [never, { type: 'not', cond: never }] },
    },
    { stmt: { sql: 'SELECT 5' }, condition: { type: 'and', conds: [] } },
    { stmt: { sql: 'SELECT 6' }, condition: { type: 'or', conds: [] } },
    { stmt: { sql: 'SELECT 7' }, condition: { type: 'error', step: 3 } },
  ]
  const expected = ['ok', 'error', 'ok', 'no', 'ok', 'no', 'ok', 'ok', 'no', 'no']

  test('decide which steps run', async () => {
    const { results } = await server.pipeline([{ type: 'batch', batch: { steps } }, close])
    const result = results[0]?.response?.result as Record<'step_results' | 'step_errors', unknown[]>
    const outcomes = steps.map((_, index) => {
      if (result.step_results[index] !== null) return 'ok'
      return result.step_errors[index] === null ? 'no' : 'error'
    })
    expect(outcomes).toEqual(expected)
  })

  test('must refer to steps before their own', async () => {
    const early = [{ stmt: { sql: 'SELECT 1' }, condition: { type: 'ok', step: 0 } }]
    const { results } = await server.pipeline([{ type: 'batch', batch: { steps: early } }, close])
    expect(results[0]?.error?.code).toBe('BATCH_CONDITION_INVALID')
  })
})

describe('batons', () => {
  test('carry a transaction from request to request, each once', async () => {
    const first = await server.pipeline([
      buildExecuteRequest('BEGIN IMMEDIATE'),
      buildExecuteRequest("INSERT INTO t VALUES ('b')"),
    ])
    const second = await server.pipeline(
      [buildExecuteRequest('SELECT count(*) FROM t')],
      first.baton,
    )
    expect(second.baton).not.toBe(first.baton)
    expect(second.results[0]?.response?.result).toMatchObject({ rows: [[{ value: '1' }]] })
    const reused = await server.pipeline([buildExecuteRequest('SELECT 1')], first.baton)
    expect([reused.status, reused.code]).toEqual([400, 'STREAM_EXPIRED'])
    const third = await server.pipeline([buildExecuteRequest('ROLLBACK'), close], second.baton)
    expect([third.results[0]?.type, third.baton]).toEqual(['ok', null])
  })

  test('that were never given out are refused', async () => {
    const { status, code } = await server.pipeline([buildExecuteRequest('SELECT 1')], 'made-up')
    expect([status, code]).toEqual([400, 'STREAM_EXPIRED'])
  })

  test('expire, and their transaction is rolled back', async () => {
    const brief = await startTemporaryServer({ streamIdleMs: 500, busyTimeoutMs: 20 })
    await brief.pipeline([buildExecuteRequest('CREATE TABLE t (a)'), close])
    const { baton } = await brief.pipeline([
      buildExecuteRequest('BEGIN IMMEDIATE'),
      buildExecuteRequest("INSERT INTO t VALUES ('forgotten')"),
    ])
    const insert = () => brief.pipeline([buildExecuteRequest("INSERT INTO t VALUES ('x')"), close])
    expect((await insert()).results[0]?.error?.code).toBe('SQLITE_BUSY')
    // The lock is free once the stream is gone, and not before.
    await expect.poll(async () => (await insert()).results[0]?.type, { timeout: 10_000 }).toBe('ok')
    const late = await brief.pipeline([buildExecuteRequest('COMMIT')], baton)
    expect([late.status, late.code]).toEqual([400, 'STREAM_EXPIRED'])
    const { results } = await brief.pipeline([buildExecuteRequest('DELETE FROM t'), close])
    expect(results[0]?.response?.result).toMatchObject({ affected_row_count: 1 })
    await brief.remove()
  })

  test('end with the client that went away before it got one', async () => {
    const leaving = new AbortController()
    const holder = await server.pipeline([buildExecuteRequest('BEGIN IMMEDIATE')])
    const requests = [
      buildExecuteRequest('BEGIN'),
      buildExecuteRequest("INSERT INTO t VALUES ('lost')"),
    ]
    const lost = fetch(`${server.url}/v2/pipeline`, {
      method: 'POST',
      body: JSON.stringify({ requests }),
      signal: leaving.signal,
    })
    await pause(10)
    leaving.abort()
    await expect(lost).rejects.toThrow('aborted')
    await server.pipeline([close], holder.baton)
    const { results } = await server.pipeline([buildExecuteRequest('DELETE FROM t'), close])
    expect(results[0]?.type).toBe('ok')
  })
})

describe('sessions', () => {
  test('do not leave their settings or temporary tables to others', async () => {
    await server.pipeline([
      buildExecuteRequest('PRAGMA foreign_keys = OFF'),
      buildExecuteRequest('CREATE TEMP TABLE mine (a)'),
      buildExecuteRequest('BEGIN'),
      close,
    ])
    const { results } = await server.pipeline([
      buildExecuteRequest('PRAGMA foreign_keys'),
      buildExecuteRequest('SELECT * FROM mine'),
      buildExecuteRequest('BEGIN'),
      close,
    ])
    expect(results[0]?.response?.result).toMatchObject({ rows: [[{ value: '1' }]] })
    expect(results.slice(1).map(({ type }) => type)).toEqual(['error', 'ok', 'ok'])
  })

  test('cannot make the engine wait', async () => {
    const { results } = await server.pipeline([
      buildExecuteRequest('PRAGMA "busy_timeout" = 60000'),
      buildExecuteRequest('PRAGMA busy_timeout'),
      close,
    ])
    expect(results[1]?.response?.result).toMatchObject({ rows: [[{ value: '0' }]] })
  })
})

describe('malformed input', () => {
  const deep = '{"type":"not","cond":'.repeat(90) + '{"type":"ok","step":0}' + '}'.repeat(90)

  test.each([
    [''],
    ['{'],
    ['[]'],
    ['{"requests":{}}'],
    ['{"baton":5,"requests":[]}'],
    ['{"requests":[{"type":"none"}]}'],
    ['{"requests":[{"type":"execute","stmt":{}}]}'],
    ['{"requests":[{"type":"execute","stmt":{"sql":"SELECT 1","sql_id":1}}]}'],
    ['{"requests":[{"type":"execute","stmt":{"sql":"SELECT 1","want_rows":1}}]}'],
    ['{"requests":[{"type":"close_sql","sql_id":2147483648}]}'],
    ...[
      '{"type":"integer","value":"9223372036854775808"}',
      '{"type":"integer","value":5}',
      '{"type":"integer","value":"1.5"}',
      '{"type":"float","value":"1"}',
      '{"type":"blob","base64":"a"}',
      '{"type":"blob","base64":"?"}',
      '{"type":"text"}',
      '{}',
    ].map((value) => [
      `{"requests":[{"type":"execute","stmt":{"sql":"SELECT ?","args":[${value}]}}]}`,
    ]),
    [
      `{"requests":[{"type":"batch","batch":{"steps":[{"stmt":{"sql":"SELECT 1"},"condition":${deep}}]}}]}`,
    ],
  ])('%s is a bad request', async (body) => {
    const response = await server.post('/v2/pipeline', body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'HRANA_PROTOCOL_ERROR' })
  })

  test('a body too large is refused, announced or not', async () => {
    expect((await server.post('/v2/pipeline', ' '.repeat(10_001))).status).toBe(413)
    const chunk = new TextEncoder().encode(' '.repeat(6_000))
    const body = new ReadableStream({
      start(controller) {
        for (const part of [chunk, chunk]) controller.enqueue(part)
        controller.close()
      },
    })
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit
    expect((await fetch(`${server.url}/v2/pipeline`, init)).status).toBe(413)
    expect((await server.pipeline([buildExecuteRequest('SELECT 1'), close])).status).toBe(200)
  })

  test('of any shape never fails the server', async () => {
    const sql = fc.constantFrom(
      'SELECT ?',
      'SELECT :a',
      'BEGIN',
      'COMMIT',
      '',
      'SELECT 1; x',
      "'",
      'PRAGMA x',
    )
    const value = fc.oneof(
      fc.record({
        type: fc.constantFrom('null', 'integer', 'float', 'text', 'blob', 'x'),
        value: fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.double(),
          fc.constant('12'),
          fc.anything(),
        ),
        base64: fc.oneof(fc.base64String(), fc.anything()),
      }),
      fc.anything(),
    )
    const stmt = fc.record(
      {
        sql: fc.oneof(sql, fc.string({ unit: 'binary' })),
        sql_id: fc.integer({ min: 0, max: 2 }),
        args: fc.array(value, { maxLength: 2 }),
        named_args: fc.array(fc.record({ name: fc.constantFrom('a', ':a', ''), value }), {
          maxLength: 2,
        }),
        want_rows: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    const condition = fc.oneof(
      fc.record({
        type: fc.constantFrom('ok', 'error', 'not', 'and', 'or'),
        step: fc.nat(3),
        cond: fc.constant({ type: 'ok', step: 0 }),
        conds: fc.constant([{ type: 'ok', step: 1 }]),
      }),
      fc.anything(),
    )
    const request = fc.record(
      {
        type: fc.constantFrom('execute', 'batch', 'sequence', 'store_sql', 'close_sql', 'close'),
        stmt,
        sql,
        sql_id: fc.integer({ min: 0, max: 2 }),
        batch: fc.record({
          steps: fc.array(fc.record({ stmt, condition }, { requiredKeys: ['stmt'] })),
        }),
      },
      { requiredKeys: ['type'] },
    )
    const body = fc.oneof(
      fc.record({ requests: fc.array(fc.oneof(request, fc.anything())) }),
      fc.json(),
    )
    await fc.assert(
      fc.asyncProperty(body, async (shape) => {
        const text = typeof shape === 'string' ? shape : JSON.stringify(shape, withoutBigInts)
        const response = await server.post('/v2/pipeline', text)
        await response.text()
        expect([200, 400, 413]).toContain(response.status)
      }),
      { numRuns: 400 },
    )
    const { results } = await server.pipeline([buildExecuteRequest('SELECT 1'), close])
    expect(results[0]?.type).toBe('ok')
  }, 30_000)
})

function withoutBigInts(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
