import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import { listOperations, pathWith, type Operation } from '#tests/support/tables/api-document.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { withinOneMinute } from '#tests/support/drivers/rate-limits.ts'
import { type Member, createMember } from '#tests/support/factories/members.ts'
import { publishEvent } from '#tests/support/factories/people.ts'
import { type Answer, startTestWorker } from '#tests/support/drivers/worker.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'
let operations: Operation[]
let admin: Member
test.beforeAll(async () => {
  operations = await listOperations(worker)
  admin = await createMember(worker, { role: 'admin' })
})

const requestId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function expectSecurityHeaders({ headers }: { headers: Headers }): void {
  expect(headers.get('Strict-Transport-Security')).toMatch(/max-age=\d{8}/)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('X-Frame-Options')).toBe('DENY')
  expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('Permissions-Policy')).toContain('camera=()')
}

/** Sends raw text, and checks all that every failure has in common. */
async function failure(
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<ErrorEnvelope & { status: number; headers: Headers }> {
  const response = await worker.fetch(`/api/v1/${path}`, { method, ...init })
  const body = (await response.json()) as ErrorEnvelope
  expect(Object.keys(body).toSorted()).toEqual(['code', 'details', 'msg'])
  expect(body.msg).toMatch(/^\p{Lu}.+\.$/u)
  expect(response.headers.get('Content-Type')).toContain('application/json')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.get('X-Request-Id')).toMatch(requestId)
  expectSecurityHeaders(response)
  return { ...body, status: response.status, headers: response.headers }
}

const asAdmin = () => ({ Authorization: `Bearer ${admin.token}` })

describe('a failure', () => {
  test('of an unknown route is 404 in the envelope, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const path of ['nothing', 'events/1/2/3', 'users', 'admin/', 'événements', '%00']) {
        expect(await failure(method, path)).toMatchObject({ status: 404, code: 'route_not_found' })
      }
    }
  })

  test('of a wrong method is 405 and names all the right ones [ASVS 13.4.4]', async () => {
    const allowed = async (method: string, path: string) => {
      const { status, code, headers } = await failure(method, path)
      expect([status, code]).toEqual([405, 'method_not_allowed'])
      return headers.get('Allow')
    }
    expect(await allowed('DELETE', 'events')).toBe('GET, HEAD, OPTIONS, POST')
    expect(await allowed('PATCH', 'users/me/settings')).toBe('GET, HEAD, PUT')
    expect(await allowed('GET', 'auth/login')).toBe('POST')
    expect(await allowed('DELETE', 'events/some-event')).toBe('GET, HEAD, OPTIONS, PUT, PATCH')
    expect(await allowed('OPTIONS', 'users/me/settings')).toBe('GET, HEAD, PUT')
  })

  test('of JSON that does not parse is 400', async () => {
    for (const body of ['{', 'null,', '{"name":}', '\u0000', "{'name': 1}", '[1,]']) {
      const headers = { ...asAdmin(), 'Content-Type': 'application/json' }
      expect(await failure('POST', 'events', { headers, body })).toMatchObject({
        status: 400,
        code: 'malformed_json',
      })
    }
  })

  test('of another content type is 415', async () => {
    for (const type of ['text/plain', 'text/html', 'application/x-www-form-urlencoded', 'json']) {
      const headers = { 'Content-Type': type }
      expect(await failure('POST', 'auth/signup', { headers, body: '{}' })).toMatchObject({
        status: 415,
        code: 'unsupported_content_type',
      })
    }
    for (const type of [
      'application/json',
      'Application/JSON; charset=utf-8',
      'application/a+json',
    ]) {
      const headers = { 'Content-Type': type }
      expect(await failure('POST', 'auth/signup', { headers, body: '{}' })).toMatchObject({
        status: 422,
      })
    }
  })

  test('of a login that is no form is 415', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ username: 'admin', password: 'irrelevant' })
    expect(await failure('POST', 'auth/login', { headers, body })).toMatchObject({
      status: 415,
      code: 'unsupported_content_type',
    })
  })

  test('of a body past the limit is 413, declared or not [ASVS 4.2.1]', async () => {
    const large = 'x'.repeat(65 * 1024)
    const headers = { ...asAdmin(), 'Content-Type': 'application/json' }
    const declared = await failure('POST', 'events', { headers, body: JSON.stringify({ large }) })
    expect([declared.status, declared.code]).toEqual([413, 'body_too_large'])
    const body = new ReadableStream({
      start(controller) {
        for (let chunk = 0; chunk < 9; chunk += 1) {
          controller.enqueue(new TextEncoder().encode('x'.repeat(8 * 1024)))
        }
        controller.close()
      },
    })
    const init = { headers, body, duplex: 'half' } as RequestInit
    const streamed = await failure('POST', 'events', init)
    expect([streamed.status, streamed.code]).toEqual([413, 'body_too_large'])
  })

  test('of a caller who may not call comes before the size of the body, which is not kept [ASVS 15.2.2]', async () => {
    const body = () =>
      new ReadableStream({
        start(controller) {
          const chunk = new TextEncoder().encode('x'.repeat(64 * 1024))
          for (let count = 0; count < 96; count += 1) controller.enqueue(chunk)
          controller.close()
        },
      })
    for (const path of ['uploads', 'events']) {
      const init = { body: body(), duplex: 'half' } as RequestInit
      expect(await failure('POST', path, init)).toMatchObject({ status: 401 })
    }
    const other = await createMember(worker)
    await worker.sql`update sessions set revoked_at = 1 where id = ${other.sessionId}`
    const headers = { Authorization: `Bearer ${other.token}` }
    const init = { headers, body: body(), duplex: 'half' } as RequestInit
    expect(await failure('POST', 'uploads', init)).toMatchObject({ code: 'session_ended' })
    expect((await worker.fetch('/health')).status).toBe(200)
  })

  test('of validation is 422 and names each faulty field once, in the reader’s language [ASVS 2.2.1, 2.2.2]', async () => {
    const body = JSON.stringify({ name: 'x', email: 'nobody', password: 'short' })
    const detailsIn = async (language: string) => {
      const headers = { 'Content-Type': 'application/json', 'Accept-Language': language }
      const answer = await failure('POST', 'auth/signup', { headers, body })
      expect([answer.status, answer.code]).toEqual([422, 'validation_failed'])
      return answer.details
    }
    expect(await detailsIn('en')).toEqual([
      { path: 'name', msg: 'At least 3 characters' },
      { path: 'email', msg: 'Invalid email address: it has an @, like name@example.com' },
      { path: 'password', msg: 'At least 8 characters' },
    ])
    expect(await detailsIn('fr')).toContainEqual({ path: 'name', msg: 'Au moins 3 caractères' })
    expect(await detailsIn('es')).toContainEqual({
      path: 'email',
      msg: expect.stringMatching(/correo/i) as string,
    })
  })

  test('of a query is 422 at the parameter', async () => {
    expect(await failure('GET', 'events?limit=0&range=year')).toMatchObject({
      status: 422,
      details: [{ path: 'limit' }, { path: 'range' }],
    })
  })

  test('speaks the language that the reader asks for, else English', async () => {
    const said = async (language: string) =>
      (await failure('GET', 'events/nothing-here', { headers: { 'Accept-Language': language } }))
        .msg
    expect(await said('fr-CA,en;q=0.5')).toBe('Événement introuvable.')
    expect(await said('de, es;q=0.9, fr;q=0.8')).toMatch(/evento/i)
    expect(await said('de')).toBe(await said('en'))
    expect(await said('')).toBe(await said('en'))
    expect(await said(`${'x'.repeat(9000)}`)).toBe(await said('en'))
  })

  test('of a missing picture or file says so without being kept', async () => {
    const paths = ['drawn/nothing', 'nothing.png', '', '%00', `${'x'.repeat(3000)}`, '../x', '%']
    for (const path of paths) {
      const response = await worker.fetch(`/media/${path}`)
      expect([path.slice(0, 20), response.status]).toEqual([path.slice(0, 20), 404])
      expect(response.headers.get('Cache-Control')).toMatch(/no-store/)
      expectSecurityHeaders(response)
    }
  })
})

describe('a page', () => {
  test('is read and not written to, but for the link that ends a mail', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      for (const path of ['/', '/events', '/fr/games', '/feeds/events.ics']) {
        // Pages of other sites may read feeds: a preflight is answered.
        if (method === 'OPTIONS' && path.startsWith('/feeds/')) continue
        const response = await worker.fetch(path, { method })
        expect([method, path, response.status]).toEqual([method, path, 405])
        expect(response.headers.get('Allow')).toBe('GET, HEAD')
        expect(response.headers.get('Cache-Control')).toBe('no-store')
      }
    }
    const unsubscribe = await worker.fetch('/unsubscribe/none', { method: 'POST' })
    expect(unsubscribe.status).toBe(404)
  })
})

describe('pages of other sites', () => {
  const origin = { Origin: 'https://elsewhere.example', Cookie: 'access_token=a; refresh_token=b' }
  const reachOf = ({ headers }: Response) => [
    headers.get('Access-Control-Allow-Origin'),
    headers.get('Cross-Origin-Resource-Policy'),
  ]

  test('may read every public answer and no other [ASVS 3.4.2]', async () => {
    const isOpen = ({ isPublicRead, path }: Operation) => isPublicRead && !path.startsWith('/auth/')
    expect(operations.filter(isOpen).length).toBeGreaterThan(20)
    for (const operation of operations) {
      const path = `/api/v1/${pathWith(operation, '1')}`
      const answer = await worker.fetch(path, { method: operation.method, headers: origin })
      const reach = isOpen(operation) ? ['*', 'cross-origin'] : [null, 'same-origin']
      expect([operation.name, ...reachOf(answer)]).toEqual([operation.name, ...reach])
      expect(answer.headers.has('Access-Control-Allow-Credentials')).toBe(false)
      if (!isOpen(operation)) continue
      const asked = await worker.fetch(path, { method: 'OPTIONS', headers: origin })
      expect([path, asked.status, ...reachOf(asked)]).toEqual([path, 204, ...reach])
      expect(asked.headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD')
    }
  })

  test('may not ask to call what is closed', async () => {
    for (const { name, path } of operations.filter((one) => /^\/(users|admin)\//.test(one.path))) {
      const asked = await worker.fetch(`/api/v1${path.replace(/\{\w+\}/g, '1')}`, {
        method: 'OPTIONS',
        headers: origin,
      })
      expect([name, asked.status, reachOf(asked)[0]]).toEqual([name, 405, null])
    }
  })

  test('may read the feeds, but not one of a member', async () => {
    const { slug } = await publishEvent(worker, Date.now() + 2 * day)
    for (const path of ['events.ics', 'events.rss', `events/${slug}.ics`]) {
      const open = ['*', 'cross-origin']
      expect(reachOf(await worker.fetch(`/feeds/${path}`, { headers: origin }))).toEqual(open)
      const asked = await worker.fetch(`/feeds/${path}`, { method: 'OPTIONS', headers: origin })
      expect([asked.status, ...reachOf(asked)]).toEqual([204, ...open])
    }
    const own = await worker.fetch(`/feeds/me/${'a'.repeat(43)}.ics`, { headers: origin })
    expect(reachOf(own)).toEqual([null, 'same-origin'])
  })
})

describe('a success', () => {
  test('of a public read may be kept at the edge, tagged and for a minute at most', async () => {
    const event = await publishEvent(worker, Date.now() + 2 * day)
    const shown = operations.filter(
      ({ path }) => !path.includes('{') || path.startsWith('/events/{'),
    )
    const reads = shown.filter(({ isPublicRead }) => isPublicRead)
    expect(reads.length).toBeGreaterThan(3)
    for (const operation of reads) {
      const { status, headers } = await worker.fetch(
        `/api/v1/${pathWith(operation, event.slug)}?event=${event.id}&q=ab`,
      )
      expect([operation.name, status]).toEqual([operation.name, 200])
      expect(headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
      const edge = headers.get('Cloudflare-CDN-Cache-Control') ?? ''
      expect(Number(/max-age=(\d+)/.exec(edge)?.[1])).toBeLessThanOrEqual(60)
      expect(edge).toMatch(/stale-while-revalidate=\d+, stale-if-error=\d+/)
      expect(headers.get('Cache-Tag')).toMatch(/^[a-z]+(-\d+)?(,[a-z]+(-\d+)?)*$/)
      expect(headers.get('X-Request-Id')).toMatch(requestId)
      expect(headers.has('Set-Cookie')).toBe(false)
    }
  })

  test('of a public read goes stale when the next event on it starts', async () => {
    const now = Date.now()
    const event = await publishEvent(worker, now + 10_000, { now })
    const { headers } = await worker.call('GET', `events/${event.slug}`, { now })
    expect(headers.get('Cloudflare-CDN-Cache-Control')).toMatch(/max-age=10,/)
  })

  test('of a personal call is private and kept nowhere [ASVS 14.2.2, 14.3.2]', async () => {
    const personal = operations.filter(
      ({ method, access, path }) => method === 'GET' && access !== 'visitor' && !/\{/.test(path),
    )
    const required: Record<string, string> = {
      '/users/me/similar_events': '?platform=twitch&streaming_account_name=someone',
    }
    for (const { path } of personal) {
      const address = path.slice(1) + (required[path] ?? '')
      const response = await worker.call('GET', address, { token: admin.token })
      // This worker has no keys for Twitch.
      const isOff = path === '/users/me/followed_channels'
      expect([path, response.status]).toEqual([path, isOff ? 404 : 200])
      const caching = isOff ? 'no-store' : 'private, no-store'
      expect(response.headers.get('Cache-Control')).toBe(caching)
      expect(response.headers.has('Cloudflare-CDN-Cache-Control')).toBe(false)
      expectSecurityHeaders(response)
    }
  })

  test('is the same body for everyone on a public read', async () => {
    const plain = await worker.call<unknown>('GET', 'events')
    const known = await worker.call<unknown>('GET', 'events', {
      token: admin.token,
      headers: { 'Accept-Language': 'fr', Cookie: 'locale=es' },
    })
    expect(known.body).toEqual(plain.body)
  })

  test('answers HEAD on every public read like GET, without the body', async () => {
    for (const path of [
      '/api/v1/events',
      '/api/v1/games',
      '/api/v1/openapi.json',
      '/health',
      '/',
    ]) {
      const [head, get] = [await worker.fetch(path, { method: 'HEAD' }), await worker.fetch(path)]
      expect(await head.text()).toBe('')
      expect(head.status).toBe(get.status)
      for (const name of ['Content-Type', 'Cache-Control', 'Cache-Tag']) {
        expect(head.headers.get(name)).toBe(get.headers.get(name))
      }
    }
    const missing = await worker.fetch('/api/v1/events/nothing', { method: 'HEAD' })
    expect([missing.status, await missing.text()]).toEqual([404, ''])
  })

  test('carries the security headers on pages, documents, pictures and static files alike [ASVS 3.2.1, 3.4.3, 3.4.4, 3.4.5, 3.4.6, 4.1.1] [abuse 31]', async () => {
    const event = await publishEvent(worker, Date.now() + 2 * day)
    const home = await worker.fetch('/')
    const asset = /(?:src|href)="(\/_astro\/[^"]+)"/.exec(await home.clone().text())?.[1]
    const paths = [
      ...['/', '/api/docs', '/api/v1/openapi.json', '/health', '/no-such-page'],
      '/media/cards/default/en.png',
      '/media/drawn/achievements/first_hype.svg',
    ]
    for (const path of [...paths, `/media/${event.thumbnail_path}`, ...(asset ? [asset] : [])]) {
      const response = await worker.fetch(path)
      expectSecurityHeaders(response)
      const isOpen = path.startsWith('/media/') || path === '/api/v1/openapi.json'
      const reach = isOpen ? 'cross-origin' : 'same-origin'
      expect([path, response.headers.get('Cross-Origin-Resource-Policy')]).toEqual([path, reach])
      const type = response.headers.get('Content-Type') ?? ''
      expect([path, /^text\/html/.test(type)]).toEqual([path, type === 'text/html; charset=utf-8'])
      expect([path, response.headers.get('Content-Security-Policy')]).toEqual([
        path,
        expect.stringMatching(/default-src|frame-ancestors/),
      ])
      expect([path, response.headers.has('Cache-Control')]).toEqual([path, true])
    }
    const policy = home.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain('unsafe-inline')
  })
})

test('there is no service that fetches or changes pictures', async () => {
  for (const path of ['/_image', '/_image?href=/icon.svg&f=svg', '/_image/?href=/icon.svg']) {
    const { status, headers } = await worker.fetch(path)
    expect([path, status, headers.get('Cache-Control')]).toEqual([path, 404, 'no-store'])
  }
})

describe('the rate limit', () => {
  test('answers 429 with Retry-After in the envelope once an address passed it [ASVS 2.4.1]', async () => {
    const limited = await startTestWorker({ RATE_LIMITS: 'on' })
    try {
      let addresses = 0
      const answers = await withinOneMinute(async () => {
        addresses += 1
        const headers = { 'CF-Connecting-IP': `203.0.113.${addresses}` }
        const found: Answer<ErrorEnvelope>[] = []
        for (let attempt = 0; attempt <= 20; attempt += 1)
          found.push(await limited.call('POST', 'auth/login', { body: {}, headers }))
        return found
      })
      const [answer] = answers.splice(20)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([415]))
      if (!answer) throw new Error('Nothing was answered.')
      expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited'])
      expect(answer.headers.get('Retry-After')).toBe('60')
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      const headers = { 'CF-Connecting-IP': `203.0.113.${addresses}` }
      expect((await limited.call('GET', 'events', { headers })).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})
