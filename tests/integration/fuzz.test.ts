import fc from 'fast-check'
import { request } from 'node:http'
import { describe, expect } from 'vitest'
import { listOperations, type Operation } from '#tests/support/tables/api-document.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { type Member, createMember } from '#tests/support/factories/members.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { runsOf } from '#tests/support/runs.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'
let operations: Operation[]
let people: (Member | undefined)[]
test.beforeAll(async () => {
  operations = await listOperations(worker)
  people = [undefined, await createMember(worker), await createMember(worker, { role: 'admin' })]
  const startAt = Date.now() + day
  for (const status of ['approved', 'pending', 'rejected'] as const) {
    await createEvent(worker, { startAt, endAt: startAt + day, status })
  }
})

/** Every run asks the same, so that a failure can be repeated. */
const seed = 20_261_204
const runs = runsOf({ few: 2, many: 50 })

const nasty = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\ufeff',
  '\u202e',
  '🎉'.repeat(50),
  'é'.normalize('NFD'),
  'x'.repeat(10_000),
  '%',
  '%00',
  '%ff',
  '../../etc/passwd',
  `' or 1=1 --`,
  '-1',
  '0',
  '1',
  '2',
  '1e309',
  '9007199254740993',
  '9999999999999999',
  'NaN',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'true',
  '2027-01-01T00:00:00Z',
  '2027-02-31T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  'Europe/Paris',
  'a@b.c',
  'https://example.com/\u0000',
  'approved',
  'z.z.z.z',
  'zzzzzzzzzz.2.zzzzzzzzzz.zzzzzzzzzz',
)
const words = fc.oneof(
  { weight: 3, arbitrary: nasty },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.integer({ min: 0, max: 5 }).map(String),
)
const scalars = fc.oneof(
  words,
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(1e300, -0, 1.5, 1, true, false, null),
)
const values = fc.oneof(
  { weight: 4, arbitrary: scalars },
  fc.array(scalars, { maxLength: 4 }),
  fc.dictionary(words, scalars, { maxKeys: 3 }),
  fc.constant(Array<number>(60).fill(1)),
  fc.constant(JSON.parse('['.repeat(200) + ']'.repeat(200)) as unknown),
)

/** A body that is right but for some fields, or wrong altogether. */
function bodyFor({ body, name }: Operation): fc.Arbitrary<string | undefined> {
  if (!body) return fc.option(words, { nil: undefined })
  const properties = Object.keys((body.schema['properties'] ?? {}) as object)
  const fields = fc.record(Object.fromEntries(properties.map((property) => [property, values])), {
    requiredKeys: [],
  })
  const base = /events/.test(name) ? eventDraft(Date.now() + 5 * day) : {}
  const objects = fields.map((wrong) => ({ ...base, ...wrong }))
  if (body.type !== 'application/json') {
    return fc.oneof(
      objects.map((object) => new URLSearchParams(Object.entries(object).map(pair)).toString()),
      words,
    )
  }
  return fc.oneof(
    { weight: 5, arbitrary: objects.map((object) => JSON.stringify(object)) },
    values.map((value) => JSON.stringify(value)),
    words,
  )
}

function pair([name, value]: [string, unknown]): [string, string] {
  return [name, typeof value === 'string' ? value : JSON.stringify(value)]
}

/** Bytes of a URL, also ones that are no UTF-8. */
function encoded(text: string): string {
  return /^%(00|ff)?$/.test(text) ? text : encodeURIComponent(text.toWellFormed())
}

const printable = fc.string({ unit: fc.constantFrom(...'aZ09 -_.,;=/"\\'), maxLength: 30 })
const headerValues = fc.oneof(
  printable,
  fc.constantFrom(
    'é',
    'x'.repeat(3000),
    'q=;q=,;;',
    'bytes=0-',
    '*/*;q=NaN',
    'Bearer x.y.z',
    'a=b',
  ),
)
const headers = fc.dictionary(
  fc.constantFrom(
    'Accept-Language',
    'Cookie',
    'Origin',
    'User-Agent',
    'Content-Type',
    'X-Test-Now',
    'Range',
    'If-None-Match',
    'X-Request-Id',
    'CF-Connecting-IP',
  ),
  headerValues,
  { maxKeys: 3 },
)

type Wild = {
  parameter: string
  query: [string, string][]
  headers: Record<string, string>
  body: string | undefined
  who: number
}

function wildCalls(operation: Operation): fc.Arbitrary<Wild> {
  const names = operation.queryParameters.map(({ name }) => name)
  const key = fc.oneof({ weight: 4, arbitrary: fc.constantFrom('q', ...names) }, words)
  return fc.record({
    parameter: words,
    query: fc.array(fc.tuple(key, words), { maxLength: 3 }),
    headers,
    body: bodyFor(operation),
    who: fc.constantFrom(0, 1, 1, 2, 2),
  })
}

type Raw = { status: number; type: string; text: string }

/** Over plain HTTP: fetch would refuse some of these paths and headers. */
function send(method: string, path: string, options: Partial<Wild>): Promise<Raw> {
  const { promise, resolve, reject } = Promise.withResolvers<Raw>()
  const person = people[options.who ?? 0]
  const { hostname, port } = new URL(worker.url)
  const bytes = options.body === undefined ? undefined : Buffer.from(options.body)
  const outgoing = request({
    hostname,
    port,
    path,
    method,
    headers: {
      ...(bytes ? { 'Content-Type': 'application/json', 'Content-Length': bytes.length } : {}),
      ...options.headers,
      ...(person ? { Authorization: `Bearer ${person.token}` } : {}),
    },
  })
  outgoing.once('error', reject).once('response', (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.once('end', () => {
      const text = Buffer.concat(chunks).toString()
      const type = response.headers['content-type'] ?? ''
      resolve({ status: response.statusCode ?? 0, type, text })
    })
  })
  outgoing.end(bytes)
  return promise
}

function expectSane({ status, type, text }: Raw, request: string): void {
  expect(status, `${request}: ${text.slice(0, 200)}`).toBeLessThan(500)
  if (status < 400) return
  expect(type, request).toContain('application/json')
  const body = JSON.parse(text) as Record<string, unknown>
  expect(Object.keys(body).toSorted(), request).toEqual(['code', 'details', 'msg'])
  expect(body['msg'], request).toMatch(/./)
}

async function tryCall(operation: Operation, wild: Wild): Promise<void> {
  const path = operation.path.replace(/\{\w+\}/g, () => encoded(wild.parameter))
  const search = wild.query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  const url = `/api/v1${path}${search && `?${search}`}`.slice(0, 12_000)
  const isForm = operation.body && operation.body.type !== 'application/json'
  const form: Record<string, string> = isForm ? { 'Content-Type': operation.body?.type ?? '' } : {}
  const options = { ...wild, headers: { ...form, ...wild.headers } }
  if (operation.method === 'GET') options.body = undefined
  // These work, and would end the session that the later calls need.
  if (/^(POST .auth.logout|DELETE .users.me.sessions)/.test(operation.name)) options.who = 0
  expectSane(await send(operation.method, url, options), `${operation.method} ${url.slice(0, 300)}`)
}

describe('whatever is sent', () => {
  test(
    'to any call, by anybody, the answer is no failure of the server [ASVS 1.2.4, 15.3.6]',
    { timeout: 150_000 },
    async () => {
      const isSafe = ({ name }: Operation) => name !== 'POST /users/me/discord_webhook/test'
      for (const operation of operations.filter(isSafe)) {
        const property = fc.asyncProperty(wildCalls(operation), (wild) => tryCall(operation, wild))
        await fc.assert(property, { seed, numRuns: runs, endOnFailure: true })
      }
    },
  )

  test('as a path below the API, the answer is the envelope', { timeout: 60_000 }, async () => {
    const segments = fc.array(words.map(encoded), { minLength: 1, maxLength: 4 })
    const methods = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')
    const property = fc.asyncProperty(segments, methods, async (parts, method) => {
      const path = `/api/v1/${parts.join('/')}`.slice(0, 12_000)
      expectSane(await send(method, path, {}), `${method} ${path.slice(0, 300)}`)
    })
    await fc.assert(property, { seed, numRuns: runsOf({ few: 50, many: 500 }), endOnFailure: true })
  })

  test(
    'as one wrong field of a right proposal, it is taken or refused at that field [ASVS 2.2.1, 2.2.2]',
    { timeout: 60_000 },
    async () => {
      const { token } = people[1]!
      const fields = Object.keys(eventDraft(0))
      const property = fc.asyncProperty(
        fc.constantFrom(...fields),
        values,
        async (field, value) => {
          const body = {
            ...eventDraft(Date.now() + 9 * day),
            confirm_similar: true,
            [field]: value,
          }
          const answer = await worker.call('POST', 'events', { token, body })
          expect([201, 422]).toContain(answer.status)
          if (answer.status !== 422) return
          const paths = (answer.body.details as { path: string }[]).map(({ path }) => path)
          const isOwn = (path: string) => path === field || path.startsWith(`${field}.`)
          const isTime = field === 'start' && paths.includes('end')
          expect(paths.every(isOwn) || isTime, `${field}: ${JSON.stringify(paths)}`).toBe(true)
        },
      )
      await fc.assert(property, {
        seed,
        numRuns: runsOf({ few: 75, many: 750 }),
        endOnFailure: true,
      })
    },
  )

  test(
    'as a page’s address or a picture’s, the server does not fail [ASVS 1.1.1]',
    { timeout: 60_000 },
    async () => {
      const prefixes = fc.constantFrom(
        '/',
        '/fr/',
        '/events/',
        '/es/events/',
        '/media/',
        '/media/drawn/',
        '/api/',
      )
      const property = fc.asyncProperty(prefixes, words.map(encoded), async (prefix, word) => {
        const path = `${prefix}${word}`.slice(0, 12_000)
        const { status, text } = await send('GET', path, {})
        expect(status, `${path.slice(0, 200)}: ${text.slice(0, 200)}`).toBeLessThan(500)
      })
      await fc.assert(property, {
        seed,
        numRuns: runsOf({ few: 40, many: 400 }),
        endOnFailure: true,
      })
    },
  )
})
