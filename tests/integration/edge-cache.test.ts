import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cacheMap } from '#worker/cache-map.ts'
import { staleAfter } from '#worker/cache-tags.ts'
import { placeEvent } from '#tests/agenda.ts'
import { placeMember, query } from '#tests/members.ts'
import { day, logInAdmin, proposeEvent, publishEvent } from '#tests/people.ts'
import { startPurgeStandIn, type PurgeStandIn } from '#tests/purge-stand-in.ts'
import { eventually, startTestWorker, type TestWorker } from '#tests/worker.ts'

let edge: PurgeStandIn
let worker: TestWorker
let ids: Record<string, number>
const now = Date.UTC(2027, 2, 1, 12)

beforeAll(async () => {
  edge = await startPurgeStandIn()
  worker = await startTestWorker({ EDGE_CACHE_URL: edge.url })
  ids = await placeOneOfEach()
})
afterAll(async () => {
  await worker.close()
  await edge.close()
})
beforeEach(() => {
  edge.calls.length = 0
  edge.isRefusing = false
})

async function insert(statement: string): Promise<number> {
  const [row] = await query<{ id: number }>(worker, `${statement} returning id`)
  return row?.id ?? 0
}

async function placeOneOfEach(): Promise<Record<string, number>> {
  const game = await insert(
    `insert into games (slug, name, name_key, created_at) values ('a-game', 'A game', 'a game', 0)`,
  )
  const streamer = await insert(
    `insert into streamers (display_name, name_key, created_at) values ('Someone', 'someone', 0)`,
  )
  const group = await insert(
    `insert into event_groups (slug, name, name_key, created_at) values ('a-group', 'A group', 'a group', 0)`,
  )
  const article = await insert(
    `insert into articles (slug, title, markdown, language, status, author_name, created_at, updated_at, published_at)
      values ('an-article', 'An article', 'Text.', 'en', 'published', 'Someone', 0, 0, 0)`,
  )
  const facts = { startAt: now + day, endAt: now + 2 * day, gameId: game, groupId: group }
  const event = await placeEvent(worker, { ...facts, streamerIds: [streamer] })
  await query(worker, `update events set slug = 'an-event' where id = ?`, event.id)
  return { game, streamer, group, article, event: event.id }
}

function fill(route: string): string {
  const names = { event: 'an-event', group: 'a-group', game: 'a-game', article: 'an-article' }
  const numbers = { streamer: ids['streamer'], id: ids['event'] }
  const all: Record<string, unknown> = { ...names, ...numbers }
  return route.replace(/\{(\w+)\}/g, (_, kind: string) => String(all[kind]))
}

/** `event-{id}` → `event-12` */
function fillTag(tag: string): string {
  return tag.replace(/^(\w+)-\{id\}$/, (_, kind: string) => `${kind}-${ids[kind]}`)
}

const get = (path: string, headers: Record<string, string> = {}) =>
  worker.fetch(path, { headers: { 'X-Test-Now': String(now), ...headers } })

const rules = cacheMap.flatMap(({ routes, ...rule }) => routes.map((route) => ({ route, ...rule })))
const pages = rules.filter(({ route }) => !/^\/(api|feeds|media)\/|\.(xml|txt)$/.test(route))

describe('the cache map', () => {
  test.each(rules)('$route is kept at the edge as the map says', async ({ route, ...rule }) => {
    const response = await get(fill(route))
    expect(response.status).toBe(200)
    const kept = response.headers.get('Cloudflare-CDN-Cache-Control') ?? ''
    expect(kept).toContain('stale-while-revalidate=')
    expect(kept).toContain('stale-if-error=')
    const age = Number(/max-age=(\d+)/.exec(kept)?.[1])
    expect(age).toBeGreaterThan(0)
    expect(age).toBeLessThanOrEqual(rule.maxAge)
    const tags = response.headers.get('Cache-Tag')?.split(',')
    expect(tags).toEqual(expect.arrayContaining(rule.tags.map(fillTag)))
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
  })

  test.each(rules)('what $route is purged by follows from its tags', ({ tags, purgedBy }) => {
    const stale: string[] = staleAfter({ type: 'event', id: ids['event'] ?? 0 })
    const isPurged = tags.some((tag) => stale.includes(fillTag(tag)))
    expect(purgedBy.includes('event')).toBe(isPurged)
  })
})

describe('conditional requests', () => {
  test.each(rules)('$route answers 304 to who has it, and 200 to who has another', async (rule) => {
    const path = fill(rule.route)
    const first = await get(path)
    const tag = first.headers.get('ETag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    const again = await get(path, { 'If-None-Match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('ETag')).toBe(tag)
    expect(again.headers.get('Cache-Tag')).toBe(first.headers.get('Cache-Tag'))
    expect((await get(path, { 'If-None-Match': '"another"' })).status).toBe(200)
  })

  test('private answers carry no tag', async () => {
    const member = await placeMember(worker)
    const headers = { Authorization: `Bearer ${member.token}` }
    const response = await worker.fetch('/api/v1/users/me/relations', { headers })
    expect(response.headers.get('ETag')).toBeNull()
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  })
})

describe('what anyone may see', () => {
  test.each(pages)('$route is the same bytes for a member as for nobody', async ({ route }) => {
    const member = await placeMember(worker, { role: 'admin' })
    const cookies = `access_token=${member.token}; refresh_token=anything; locale=fr; other=1`
    for (const prefix of ['', '/es']) {
      const path = prefix + fill(route).replace(/^\/$/, prefix ? '' : '/')
      const bare = await get(path)
      const theirs = await get(path, {
        Cookie: cookies,
        Authorization: `Bearer ${member.token}`,
        'Accept-Language': 'fr',
      })
      expect([bare.status, theirs.status]).toEqual([200, 200])
      expect(theirs.headers.get('Set-Cookie')).toBeNull()
      expect(await theirs.text()).toBe(await bare.text())
    }
  })
})

describe('purges', () => {
  const forgotten = () => [...new Set(edge.calls.flat())].sort()

  test('publishing an event has the edge forget its page and the lists', async () => {
    const event = await publishEvent(worker, Date.now() + 3 * day)
    await worker.drainQueue(Date.now())
    expect(forgotten()).toEqual([...staleAfter({ type: 'event', id: event.id })].sort())
  })

  test('an approval that comes due does too, once it is public', async () => {
    const at = Date.now()
    const token = await logInAdmin(worker, at)
    const { id, approve_at } = await proposeEvent(worker, token, at + 4 * day, { now: at })
    if (!approve_at) {
      await worker.call('POST', `admin/proposals/${id}/approve`, { token, now: at })
    }
    await worker.drainQueue(at)
    expect(edge.calls).toEqual([])
    await worker.tick(at + 31 * 60_000)
    await worker.drainQueue(at + 31 * 60_000)
    expect(forgotten()).toContain(`event-${id}`)
  })

  test.each(['reset', 'disable'])('taking an event off the agenda by %s does too', async (act) => {
    const event = await publishEvent(worker, Date.now() + 3 * day)
    await worker.drainQueue(Date.now())
    edge.calls.length = 0
    const token = await logInAdmin(worker)
    await worker.call('POST', `admin/proposals/${event.id}/${act}`, { token })
    await worker.drainQueue(Date.now())
    expect(forgotten()).toContain(`event-${event.id}`)
  })

  test('proposing, rejecting, hyping and following purge nothing', async () => {
    const token = await logInAdmin(worker)
    const member = await placeMember(worker)
    const proposal = await proposeEvent(worker, member.token, Date.now() + 5 * day)
    const reject = { token, body: { reason_code: 'spam' } }
    await worker.call('POST', `admin/proposals/${proposal.id}/reject`, reject)
    await worker.call('PUT', `events/${ids['event']}/toggle_hype`, { token, now: Date.now() })
    await worker.call('PUT', `games/${ids['game']}/toggle_follow`, { token })
    await worker.drainQueue(Date.now())
    expect(edge.calls).toEqual([])
  })

  test('tags that the edge refuses are kept and tried again by the minute job, in one call', async () => {
    edge.isRefusing = true
    const first = await publishEvent(worker, Date.now() + 3 * day)
    const second = await publishEvent(worker, Date.now() + 3 * day)
    await worker.drainQueue(Date.now())
    const kept = () => query(worker, 'select tag from stale_tags')
    await eventually(async () => (await kept()).length >= 6, 'the refused tags to be kept')
    await worker.tick(Date.now())
    expect(edge.calls).toEqual([])
    edge.isRefusing = false
    await worker.tick(Date.now())
    await eventually(async () => (await kept()).length === 0, 'the tags to be purged')
    expect(edge.calls).toHaveLength(1)
    expect(edge.calls[0]).toEqual(
      expect.arrayContaining(['events', `event-${first.id}`, `event-${second.id}`]),
    )
  })
})
