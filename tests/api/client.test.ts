import { describe, expect } from 'vitest'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const right = { message: 'x is undefined', stack: 'at map', route: '/events', build: 'abc123' }

function report(body: unknown, now?: number) {
  return worker.call('POST', 'client_errors', { body, now })
}

function reported() {
  return worker.sql<Record<string, unknown>>`select * from client_errors order by id`
}

describe('an error of the site', () => {
  test('is kept with its place and time, and nothing about the person', async () => {
    const now = Date.UTC(2027, 0, 2)
    const headers = { Cookie: 'access_token=secret-cookie', 'User-Agent': 'secret-agent' }
    const body = { ...right, username: 'secret-name', user_id: 7 }
    const answer = await worker.call('POST', 'client_errors', { body, now, headers })
    expect([answer.status, answer.body]).toEqual([204, undefined])
    const [row] = await reported()
    expect(row).toEqual({ id: row?.['id'], ...right, at: now })
  })

  test('is kept without mail addresses, tokens and what was searched for [ASVS 14.2.3]', async () => {
    await report({
      ...right,
      message: 'no answer for jo@example.com from https://x.example/search?q=private',
      stack: `at /auth/verify/${'a1'.repeat(30)}`,
      route: `/auth/reset-password/${'b2'.repeat(30)}`,
    })
    const row = (await reported()).at(-1)
    expect(row).toMatchObject({
      message: 'no answer for [mail] from https://x.example/search',
      stack: 'at /auth/verify/[key]',
      route: '/auth/reset-password/[key]',
    })
  })

  test('is cut where it is long [ASVS 1.3.3]', async () => {
    await report({ ...right, message: 'm '.repeat(400), stack: 's '.repeat(4000) })
    const row = (await reported()).at(-1)
    expect(String(row?.['message'])).toHaveLength(500)
    expect(String(row?.['stack'])).toHaveLength(4000)
  })

  test.each([
    ['message', { message: '' }],
    ['message', { message: 'x'.repeat(20_001) }],
    ['message', { message: undefined }],
    ['stack', { stack: 7 }],
    ['route', { route: '/search?q=private' }],
    ['route', { route: 'https://elsewhere.example/' }],
    ['route', { route: `/${'x'.repeat(300)}` }],
    ['build', { build: '<b>' }],
    ['build', { build: '' }],
  ])('with a wrong %s is refused', async (path, wrong) => {
    const before = (await reported()).length
    const { status, body } = await report({ ...right, ...wrong })
    expect(status).toBe(422)
    expect(body.details).toMatchObject([{ path }])
    expect(await reported()).toHaveLength(before)
  })

  test('that comes a thousand times in an hour is kept no more', async () => {
    const now = Date.UTC(2027, 1, 1)
    await worker.sql`insert into client_errors (message, route, build, at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 999)
      select 'many', '/', 'b', ${now} from n`
    const kept = async (at: number) => {
      const before = (await reported()).length
      expect((await report(right, at)).status).toBe(204)
      return (await reported()).length - before
    }
    expect(await kept(now)).toBe(1)
    expect(await kept(now + 1)).toBe(0)
    expect(await kept(now + 3_600_001)).toBe(1)
  })

  test('that comes from one address is kept sixty times in an hour, and others’ still are', async () => {
    const now = Date.UTC(2027, 2, 1)
    const from = async (address: string, at = now) => {
      const before = (await reported()).length
      const headers = { 'CF-Connecting-IP': address }
      const answer = await worker.call('POST', 'client_errors', { body: right, now: at, headers })
      expect(answer.status).toBe(204)
      return (await reported()).length - before
    }
    const kept = []
    for (let count = 0; count < 62; count += 1) kept.push(await from('198.51.100.1'))
    expect(kept).toEqual([...Array<number>(60).fill(1), 0, 0])
    expect(await from('198.51.100.2')).toBe(1)
    expect(await from('198.51.100.1', now + hour)).toBe(1)
    const counters = JSON.stringify(await worker.sql`select * from attempts`)
    expect(counters).not.toContain('198.51.100')
  })

  test('is dropped by the hourly job after thirty days', async () => {
    const now = Date.UTC(2028, 0, 1)
    await report({ ...right, message: 'old' }, now - 31 * day)
    await report({ ...right, message: 'young' }, now - 29 * day)
    await worker.cron('17 * * * *', now)
    await worker.cron('17 * * * *', now)
    expect((await reported()).map(({ message }) => message)).toEqual(['young'])
  })
})

describe('a click', () => {
  const click = (name: unknown, now: number) =>
    worker.call('POST', 'client_events', { body: { name }, now })

  test('is counted by its name and day', async () => {
    const now = Date.UTC(2027, 3, 5, 23, 59, 59)
    const name = 'achievement-notification-click'
    for (const at of [now, now, now + 1000]) expect((await click(name, at)).status).toBe(204)
    await click('achievement-notification-close', now)
    expect(await worker.sql`select * from client_event_counts order by key`).toEqual([
      { key: `${name}:2027-04-05`, count: 2 },
      { key: `${name}:2027-04-06`, count: 1 },
      { key: 'achievement-notification-close:2027-04-05', count: 1 },
    ])
  })

  test.each(['anything', '', 'x'.repeat(5000), 7, null])('is not called %j', async (name) => {
    const { status, body } = await click(name, Date.UTC(2027, 5, 1))
    expect([status, body.code]).toEqual([422, 'validation_failed'])
    const [row] = await worker.sql<{ count: number }>`select count(*) as count
      from client_event_counts where key like '%2027-06-01'`
    expect(row?.count).toBe(0)
  })

  test('sets no cookie', async () => {
    const answer = await click('achievement-notification-click', Date.now())
    expect(answer.headers.getSetCookie()).toEqual([])
    expect((await report(right)).headers.getSetCookie()).toEqual([])
  })
})
