import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { day } from '#tests/support/drivers/durations.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { eventDraft, publishEvent } from '#tests/support/factories/people.ts'
import { listen, type FakeServer } from '#tests/support/fakes/fake-server.ts'
import { startTestWorker, type TestWorker } from '#tests/support/drivers/worker.ts'

let worker: TestWorker | undefined
afterEach(async () => {
  await worker?.close()
  worker = undefined
})

async function expectUnavailable(
  tested: TestWorker,
  method: string,
  path: string,
  options: { token?: string; body?: unknown } = {},
): Promise<void> {
  const { status, body, headers } = await tested.call(method, path, options)
  expect([path, status, body.code]).toEqual([path, 503, 'database_unavailable'])
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|libsql|fetch|stack/i)
}

describe('with its database unreachable', () => {
  let unreachable: TestWorker
  beforeAll(async () => {
    unreachable = await startTestWorker({ DATABASE_URL: 'http://127.0.0.1:1' })
  })
  afterAll(() => unreachable.close())

  test('the API answers 503 and when to come back, and writes nothing [ASVS 16.5.1]', async () => {
    const member = await createMember(unreachable)
    const counts = () =>
      query(
        unreachable,
        `select (select count(*) from users) as users, (select count(*) from events) as events,
          (select count(*) from deliveries) as deliveries`,
      )
    const before = await counts()
    const { token } = member
    await expectUnavailable(unreachable, 'GET', 'events')
    await expectUnavailable(unreachable, 'GET', 'events/some-event')
    await expectUnavailable(unreachable, 'GET', 'users/me/settings', { token })
    const draft = eventDraft(Date.now() + day)
    await expectUnavailable(unreachable, 'POST', 'events', { token, body: draft })
    await expectUnavailable(unreachable, 'PUT', 'events/1/toggle_hype', { token, body: {} })
    const body = { name: 'someone', email: 'someone@example.com', password: 'long enough' }
    await expectUnavailable(unreachable, 'POST', 'auth/signup', { body })
    const credentials = { username: 'admin', password: 'long enough' }
    await expectUnavailable(unreachable, 'POST', 'auth/login', {
      body: new URLSearchParams(credentials),
    })
    await expectUnavailable(unreachable, 'POST', 'auth/logout?refresh_token=a-token')
    expect(await counts()).toEqual(before)
  })

  test('health says so, and refusals that need no database still stand', async () => {
    expect((await unreachable.fetch('/health')).status).toBe(503)
    expect((await unreachable.call('GET', 'users/me/settings')).status).toBe(401)
    expect((await unreachable.call('GET', 'events?limit=0')).status).toBe(422)
    expect((await unreachable.call('GET', 'nothing')).status).toBe(404)
    expect((await unreachable.fetch('/api/v1/openapi.json')).status).toBe(200)
  })

  test('health remembers what it found for a moment [abuse 18]', async () => {
    worker = await startTestWorker()
    const health = async (at: number) => {
      const headers = { 'X-Test-Now': String(at) }
      return (await worker!.fetch('/health', { headers })).status
    }
    const now = Date.now()
    const before = worker.trips()
    expect([await health(now), await health(now + 4999)]).toEqual([200, 200])
    expect(worker.trips()).toBe(before + 1)
    await worker.environment.libsql?.close()
    expect([await health(now + 4999), await health(now + 5000)]).toEqual([200, 503])
    expect(await health(now + 5999)).toBe(503)
  })

  test('health notices a database that reads but cannot write', async () => {
    worker = await startTestWorker()
    await worker.sql`create trigger full before insert on attempts
      begin select raise(abort, 'database or disk is full'); end`
    const health = async (at: number) => {
      const headers = { 'X-Test-Now': String(at) }
      return (await worker!.fetch('/health', { headers })).status
    }
    const now = Date.now()
    expect(await health(now)).not.toBe(200)
    await worker.sql`drop trigger full`
    expect(await health(now + 1000)).toBe(200)
  })

  test('the log names the request and holds no token of a link [ASVS 14.2.1, 16.3.4]', async () => {
    const signature = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6'
    await unreachable.fetch(`/auth/verify/${signature}`)
    await unreachable.fetch(`/unsubscribe/1-reminder-${signature}`, { method: 'POST' })
    const failed = await unreachable.call('POST', 'auth/verify_email', {
      body: { token: signature },
    })
    const id = failed.headers.get('X-Request-Id')
    expect(unreachable.logs()).toContain(String(id))
    expect(unreachable.logs()).not.toContain(signature)
  })
})

describe('with its database gone in the middle', () => {
  test('a read and a write answer 503 once it stopped [ASVS 16.5.3]', async () => {
    worker = await startTestWorker()
    const { token } = await createMember(worker)
    const event = await publishEvent(worker, Date.now() + 2 * day)
    const path = `events/${event.id}/toggle_hype`
    expect((await worker.call('PUT', path, { token, body: { hyped: true } })).status).toBe(200)
    await worker.environment.libsql?.close()
    await expectUnavailable(worker, 'PUT', path, { token, body: { hyped: false } })
    await expectUnavailable(worker, 'GET', 'events')
  })

  test('the status page and its data stay for a day as they were last, and say of when', async () => {
    worker = await startTestWorker()
    await worker.sql`insert into incidents (kind, opened_at) values ('backlog', 1)`
    const now = Date.UTC(2027, 2, 1, 12, 3)
    const get = async (path: string, at: number) => {
      const answer = await worker!.fetch(path, { headers: { 'X-Test-Now': String(at) } })
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    }
    const paths = ['/status', '/fr/status', '/api/v1/status']
    const copies = new Map<string, string>()
    for (const path of paths) copies.set(path, (await get(path, now)).text)
    const page = copies.get('/status')
    expect(page).toMatch(/As of <time datetime="2027-03-01T12:00:00Z"/)
    expect(page).toContain('Delayed messages')
    await worker.environment.libsql?.close()
    for (const path of paths) {
      for (const at of [now + 10_000, now + 60_000, now + day - 1000]) {
        const { status, headers, text } = await get(path, at)
        expect([path, at - now, status]).toEqual([path, at - now, 200])
        expect(text).toBe(copies.get(path))
        expect(headers.get('Cloudflare-CDN-Cache-Control')).toContain('stale-if-error=86400')
      }
      expect([path, (await get(path, now + 2 * day)).status]).toEqual([path, 503])
    }
    // A page that this worker has not answered may still be at the edge.
    expect((await get('/es/status', now)).status).toBe(503)
    expect((await get('/', now)).status).toBe(503)
  })
})

type Impostor = FakeServer & { answer: [status: number, body: string] }

/** Answers every request as told, in the database's place. */
async function startImpostor(): Promise<Impostor> {
  const server = await listen((request, response) => {
    request.resume().once('end', () => {
      const [status, body] = impostor.answer
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
    })
  })
  const impostor: Impostor = { ...server, answer: [500, ''] }
  return impostor
}

test('with something else in its database’s place the API answers 503 as well [ASVS 16.5.2]', async () => {
  const impostor = await startImpostor()
  worker = await startTestWorker({ DATABASE_URL: impostor.url })
  const answers: Impostor['answer'][] = [
    [500, 'oops'],
    [401, '{"message":"no","code":"AUTH"}'],
    [502, '<html>Bad gateway</html>'],
    [200, '<html>Welcome</html>'],
    [200, '{"hello":"world"}'],
    [200, ''],
  ]
  for (const answer of answers) {
    impostor.answer = answer
    await expectUnavailable(worker, 'GET', 'events')
  }
  await impostor.close()
})

test('a database that takes the connection and never answers does not hold the request [ASVS 15.2.2]', async () => {
  const silent = await listen(() => undefined)
  worker = await startTestWorker({ DATABASE_URL: silent.url })
  const [page] = await Promise.all([
    worker.fetch('/events'),
    expectUnavailable(worker, 'GET', 'events'),
  ])
  expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5'])
  await silent.close()
}, 40_000)

describe('refusing to start', () => {
  async function refusal(vars: Record<string, string>, without?: string[]) {
    worker = await startTestWorker(vars, without)
    const answer = await worker.call('GET', 'events')
    expect([answer.status, answer.body.code]).toEqual([503, 'misconfigured'])
    expect(answer.body.msg).not.toMatch(/SECRET|KEY|CLOCK/)
    expect((await worker.fetch('/health')).status).toBe(503)
    expect((await worker.fetch('/')).status).toBe(503)
    return worker.logs()
  }

  test('the test clock, absent rate limits and stand-ins are for local mode only [ASVS 13.4.2, 15.2.3]', async () => {
    const vars = { TEST_CLOCK: 'on', RATE_LIMITS: 'off', GOOGLE_URL: 'http://127.0.0.1:1' }
    const logs = await refusal(vars, ['LOCAL_MODE'])
    for (const name of Object.keys(vars)) expect(logs).toContain(`${name} is for local mode only`)
  })

  test('addresses without encryption are for local mode only, each named [ASVS 12.3.1]', async () => {
    const logs = await refusal(
      {
        TEST_CLOCK: 'off',
        RATE_LIMITS: 'on',
        SITE_URL: 'http://hypecal.example',
        DATABASE_URL: 'http://127.0.0.1:1',
        MAIL_API_URL: 'http://127.0.0.1:1',
        CDN_BASE: 'http://pictures.example',
      },
      ['LOCAL_MODE'],
    )
    expect(logs).toContain('SITE_URL must begin with https://')
    expect(logs).toContain('MAIL_API_URL must begin with https://')
    expect(logs).toContain('CDN_BASE must begin with https://')
    expect(logs).toContain('DATABASE_URL must begin with https:// or libsql://')
  })

  test('half of a provider’s keys is named', async () => {
    const logs = await refusal({ TWITCH_CLIENT_ID: 'half' })
    expect(logs).toContain('TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET need each other')
  })

  test('a default or short secret is named, and its value is not [ASVS 13.2.3]', async () => {
    const placeholder = 'change-me-change-me-change-me-change-me'
    const logs = await refusal({ JWT_SECRET: placeholder, ENCRYPTION_KEY: 'tooshortakey' })
    expect(logs).toContain('JWT_SECRET still has a placeholder value')
    expect(logs).toContain('ENCRYPTION_KEY must have at least 32 characters')
    expect(logs).not.toContain(placeholder)
    expect(logs).not.toContain('tooshortakey')
  })

  test('a missing binding is named [ASVS 13.2.3]', async () => {
    const logs = await refusal({ MAIL_API_KEY: '' }, ['JWT_SECRET'])
    expect(logs).toContain('JWT_SECRET is missing')
    expect(logs).toContain('MAIL_API_KEY is empty')
  })

  test('without local mode all else may be as in production: only a build made for it starts', async () => {
    const vars = {
      TEST_CLOCK: 'off',
      RATE_LIMITS: 'on',
      SITE_URL: 'https://hypecal.example',
      VAPID_SUBJECT: 'https://hypecal.com',
      DATABASE_URL: 'libsql://127.0.0.1:1',
      MAIL_API_URL: 'https://127.0.0.1:1',
      DISCORD_API_URL: 'https://127.0.0.1:1',
    }
    const logs = await refusal(vars, ['LOCAL_MODE'])
    expect(logs).toMatch(
      /cannot start: SITE_URL is not http\S+, the address that this build[^;]*$/m,
    )
  })
})
