import { describe, expect } from 'vitest'
import { createEvent, insertHypes, type CreatedEvent } from '#tests/support/factories/events.ts'
import { callAs, createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { startTestWorker } from '#tests/support/drivers/worker.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'
import { runsOf } from '#tests/support/runs.ts'
let event: CreatedEvent
const now = Date.UTC(2027, 2, 1, 12)

test.beforeAll(async () => {
  event = await createEvent(worker, { startAt: now + day, name: 'First name' })
})

type Options = { at?: number; headers?: Record<string, string> }
const get = (path: string, { at = now, headers = {} }: Options = {}) =>
  worker.fetch(path, { headers: { 'X-Test-Now': String(at), ...headers } })

const rename = (name: string) =>
  query(worker, `update events set name = '${name}' where id = ${event.id}`)

const statements = () => worker.environment.libsql?.stats().statements ?? 0

/** How many statements the database was asked by these requests. */
async function statementsOf(run: () => Promise<unknown>): Promise<number> {
  const before = statements()
  await run()
  return statements() - before
}

/** A hit asks for nothing but the version: it begins, selects and commits. */
const statementsOfHit = 3

const sequences = runsOf({ few: 100, many: 2_000 })

const pathsOf = (slug: string) => [
  '/',
  '/events',
  '/calendar',
  '/discover',
  `/events/${slug}`,
  '/api/v1/events',
  `/api/v1/events/${slug}`,
  '/api/v1/search?q=name',
  '/feeds/events.ics',
]
const paths = pathsOf('{slug}')
const withSlug = (path: string) => path.replace('{slug}', event.slug)

describe('a cached response', () => {
  test.each(paths)('%s costs a look at the version alone', async (path) => {
    await get(withSlug(path))
    const trips = worker.trips()
    expect(await statementsOf(() => get(withSlug(path)))).toBe(statementsOfHit)
    expect(worker.trips() - trips).toBe(1)
  })

  test.each(paths)('%s is the same, but for what belongs to the request', async (path) => {
    const at = now + hour
    const first = await get(withSlug(path), { at })
    const second = await get(withSlug(path), { at })
    expect(await second.text()).toBe(await first.text())
    const [one, other] = [first, second].map(({ headers }) => {
      const { 'x-request-id': id, date: _, ...rest } = Object.fromEntries(headers)
      return { id, rest }
    })
    expect(other?.rest).toEqual(one?.rest)
    expect(other?.id).not.toBe(one?.id)
  })

  test.each(paths)('%s answers 304 to who has it', async (path) => {
    const first = await get(withSlug(path))
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' }
    const second = await get(withSlug(path), { headers })
    expect([second.status, await second.text()]).toEqual([304, ''])
  })

  test('shows what changed at once', async () => {
    for (const name of ['Second name', 'Third name']) {
      await rename(name)
      for (const path of paths.filter((one) => !one.includes('search'))) {
        expect([path, await (await get(withSlug(path))).text()]).toEqual([
          path,
          expect.stringContaining(name),
        ])
      }
    }
  })

  test('stays, however often a member writes what is stored already', async () => {
    const member = await createMember(worker, { createdAt: now })
    const writes = [
      ['PUT', 'users/me/settings', { is_shown_on_hypes: false }],
      ['PATCH', 'users/me', { username: member.username }],
    ] as const
    const writeAll = async () => {
      for (const [method, path, body] of writes) {
        const { status } = await callAs(worker, member, method, path, { body, now })
        expect([path, status]).toEqual([path, 200])
      }
    }
    await writeAll()
    await get('/events')
    for (let turn = 0; turn < 3; turn += 1) {
      await writeAll()
      expect(await statementsOf(() => get('/events'))).toBe(statementsOfHit)
    }
  })

  test('may show counts of hypes 30 seconds late, and no later', async () => {
    const countAt = async (at: number) => {
      const body = await worker.get<{ hype_count: number }>(`events/${event.slug}`, {
        now: at,
      })
      return body.hype_count
    }
    const at = now + 2 * hour
    const before = await countAt(at)
    await insertHypes(worker, event.id, [await createMember(worker)])
    expect(await countAt(at + 29_000)).toBe(before)
    expect(await countAt(at + 30_000)).toBe(before + 1)
  })

  test('lives at the edge no longer than it would have', async () => {
    const ageAt = async (at: number) => {
      const { headers } = await get('/api/v1/events?limit=7', { at })
      return Number(/max-age=(\d+)/.exec(headers.get('Cloudflare-CDN-Cache-Control') ?? '')?.[1])
    }
    const at = now + 3 * hour
    expect([await ageAt(at), await ageAt(at + 20_000)]).toEqual([60, 40])
  })

  test('is not used for an earlier time', async () => {
    await get('/api/v1/events', { at: now + 4 * hour })
    const asked = await statementsOf(() => get('/api/v1/events', { at: now + 3 * hour }))
    expect(asked).toBeGreaterThan(statementsOfHit)
  })

  test('belongs to its address: another query, another language of errors', async () => {
    await createEvent(worker, { startAt: now + 2 * day })
    const first = await (await get('/api/v1/events?limit=1')).json()
    expect(await (await get('/api/v1/events?limit=2')).json()).not.toEqual(first)
    const faults = await Promise.all(
      ['en', 'fr'].map(async (language) => {
        const headers = { 'Accept-Language': language }
        return (await get('/api/v1/events?limit=none', { headers })).text()
      }),
    )
    expect(new Set(faults).size).toBe(2)
  })
})

describe('what is not cached', () => {
  test('what was not found is found once it is there', async () => {
    const path = '/api/v1/events/yet-to-come'
    expect((await get(path)).status).toBe(404)
    await createEvent(worker, { slug: 'yet-to-come', startAt: now + day })
    expect((await get(path)).status).toBe(200)
    await worker.sql`update events set status = 'disabled' where slug = 'yet-to-come'`
    expect((await get(path)).status).toBe(404)
  })

  test('a member’s own answers are theirs [ASVS 14.2.2]', async () => {
    const [one, other] = [await createMember(worker), await createMember(worker)]
    const nameOf = async ({ token }: { token: string }) =>
      (await worker.get<{ username: string }>('users/me', { token })).username
    expect(await nameOf(one)).not.toBe(await nameOf(other))
  })

  test('HEAD and GET do not mix', async () => {
    const head = await worker.fetch('/events', {
      method: 'HEAD',
      headers: { 'X-Test-Now': String(now + 5 * hour) },
    })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(await (await get('/events', { at: now + 5 * hour })).text()).toContain('<html')
  })
})

describe('identical requests at once', () => {
  test.each(['/api/v1/events?limit=3', '/events?language=en', '/'])(
    '%s is computed once for all of them',
    async (path) => {
      const at = now + 6 * hour
      const alone = await statementsOf(() => get(path, { at: at - hour }))
      const texts: string[] = []
      const asked = await statementsOf(async () => {
        const responses = await Promise.all(Array.from({ length: 12 }, () => get(path, { at })))
        texts.push(...(await Promise.all(responses.map((response) => response.text()))))
      })
      expect(new Set(texts).size).toBe(1)
      expect(asked).toBe(alone + 11 * statementsOfHit)
    },
  )

  test('do not wait for one whose reader went away', async () => {
    const at = now + 7 * hour
    const leaving = new AbortController()
    const headers = { 'X-Test-Now': String(at) }
    const left = worker
      .fetch('/discover', { headers, signal: leaving.signal })
      .catch(() => undefined)
    const others = Promise.all(Array.from({ length: 5 }, () => get('/discover', { at })))
    leaving.abort()
    await left
    expect((await others).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })
})

test('turned off, each response is computed', async () => {
  const plain = await startTestWorker({ RESPONSE_CACHE: 'off' })
  try {
    const ask = async () => {
      const before = plain.environment.libsql?.stats().statements ?? 0
      await plain.call('GET', 'events', { now })
      return (plain.environment.libsql?.stats().statements ?? 0) - before
    }
    const first = await ask()
    expect(await ask()).toBe(first)
  } finally {
    await plain.close()
  }
})

describe('reads among writes', () => {
  /** Numbers from 0 to 1 by a seed, the same each time. */
  function randomsOf(seed: number): () => number {
    let state = seed
    return () => {
      state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
      return state / 2 ** 32
    }
  }

  test('none is older than what was committed when it was asked, in random sequences', async () => {
    const at = now + 8 * hour
    const shownIn = paths.filter((one) => !/search|discover|calendar/.test(one)).map(withSlug)
    const api = shownIn.filter((one) => one.startsWith('/api/'))
    let written = 0
    let committed = 0
    await rename('Number 0.')
    const stale: string[] = []

    async function write(): Promise<void> {
      written += 1
      const number = written
      await rename(`Number ${number}.`)
      committed = Math.max(committed, number)
    }
    async function readOne(path: string): Promise<void> {
      const least = committed
      const text = await (await get(path, { at })).text()
      const shown = Number(/Number (\d+)\./.exec(text)?.[1] ?? -1)
      if (shown < least) stale.push(`${path}: ${shown} after ${least}`)
    }
    for (let sequence = 1; sequence <= sequences; sequence += 1) {
      const random = randomsOf(sequence)
      const from = sequence % 20 === 0 ? shownIn : api
      const steps = Array.from({ length: 2 + Math.floor(random() * 4) }, () => {
        if (random() < 0.3) return write
        const path = from[Math.floor(random() * from.length)] ?? ''
        return () => readOne(path)
      })
      // Some after one another, others at once.
      const running: Promise<void>[] = []
      for (const step of steps) {
        const run = step()
        if (random() < 0.5) await run
        else running.push(run)
      }
      await Promise.all(running)
    }
    expect(written).toBeGreaterThan(sequences / 2)
    expect(stale).toEqual([])
  }, 180_000)
})
