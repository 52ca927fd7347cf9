import { afterEach, beforeEach, describe, expect } from 'vitest'
import { cacheMap } from '#worker/caching/cache-map.ts'
import { listInvalidatedTags } from '#worker/caching/cache-tags.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { createMember, tokenFor } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { eventDraft, proposeEvent, publishEvent } from '#tests/support/factories/people.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { startFakeCdn, type FakeCdn } from '#tests/support/fakes/fake-cdn.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { testWith, worker } from '#tests/support/fixtures/built-worker.ts'
import { moderationBodies, reasons } from '#tests/support/factories/moderation.ts'

let edge: FakeCdn
let ids: Record<string, number>
const now = Date.UTC(2027, 2, 1, 12)

const test = testWith(async () => {
  edge = await startFakeCdn()
  // Each response is made for its request, so that what is compared are two of them.
  return { ...edge, vars: { ...edge.vars, RESPONSE_CACHE: 'off' } }
})

test.beforeAll(async () => {
  ids = await placeOneOfEach()
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
    `insert into games (slug, name, name_key, created_at) values ('a-game', 'Quokka Quest', 'quokka quest', 0)`,
  )
  const streamer = await insert(
    `insert into streamers (display_name, name_key, avatar_path, created_at)
      values ('Numbat', 'numbat', 'uploads/numbat.webp', 0)`,
  )
  const group = await insert(
    `insert into event_groups (slug, name, name_key, created_at) values ('a-group', 'Wombat Week', 'wombat week', 0)`,
  )
  const article = await insert(
    `insert into articles (slug, title, markdown, language, status, author_name, created_at, updated_at, published_at)
      values ('an-article', 'An article', 'Text.', 'en', 'published', 'Someone', 0, 0, 0)`,
  )
  const facts = { startAt: now + day, endAt: now + 2 * day, gameId: game, groupId: group }
  const event = await createEvent(worker, { ...facts, slug: 'an-event', streamerIds: [streamer] })
  return { game, streamer, group, article, event: event.id }
}

const names = { events: 'an-event', groups: 'a-group', games: 'a-game', articles: 'an-article' }

/** `/api/v1/games/:game` and `/games/{game}` → `/games/a-game` */
function fill(route: string): string {
  const all: Record<string, unknown> = { ...names, streamers: ids['streamer'], sitemap: 'events' }
  const path = route
    .replace(/cards\/events\/\{id\}\/\{locale\}/, `cards/events/${ids['event']}/en`)
    .replace('{id}', String(ids['event']))
    .replace('{version}', '2026-11-28')
    .replace(
      /(\w+)([/-])(?:\{\w+\}|:\w+)/g,
      (_, kind: string, sign: string) => kind + sign + String(all[kind]),
    )
  if (path.endsWith('/similar')) return `${path}?event=${ids['event']}`
  return path.endsWith('/search') ? `${path}?q=a` : path
}

/** `event-{id}` → `event-12` */
const fillTag = (tag: string) =>
  tag.replace(/^(\w+)-\{id\}$/, (_, kind: string) => `${kind}-${ids[kind]}`)

const get = (path: string, headers: Record<string, string> = {}) =>
  worker.fetch(path, { headers: { 'X-Test-Now': String(now), ...headers } })

const changes = ['event', 'streamer', 'group', 'article', 'game', 'deal'] as const
const rules = Object.entries(cacheMap).map(([route, tags]) => ({
  route,
  tags: () => tags.map(fillTag),
}))
const pages = rules.filter(({ route }) => !/^\/(api|feeds|media)\/|\.(xml|txt)$/.test(route))

/** The changes that purge a response with such tags. */
function listPurges(tags: readonly string[]): string[] {
  const all = [
    ...changes.map((type) => ({ type, id: ids[type] ?? 0 })),
    { type: 'leaderboard' as const },
  ]
  return all
    .filter((change) => listInvalidatedTags(change).some((tag) => tags.includes(tag)))
    .map(({ type }) => type)
}

describe('the cache map', () => {
  test.each(rules)('$route is kept at the edge as the map says', async ({ route, tags }) => {
    const response = await get(fill(route))
    expect(response.status).toBe(200)
    const kept = response.headers.get('Cloudflare-CDN-Cache-Control') ?? ''
    expect(kept).toContain('stale-while-revalidate=')
    expect(kept).toContain('stale-if-error=')
    const age = Number(/max-age=(\d+)/.exec(kept)?.[1])
    expect(age).toBeGreaterThan(0)
    expect(age).toBeLessThanOrEqual(route.startsWith('/media/') ? 600 : 60)
    expect(response.headers.get('Cache-Tag')).toBe(tags().join(','))
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
  })

  test.each([
    ['/', 'events,groups,games,streamers,deals', ['event', 'streamer', 'group', 'game', 'deal']],
    ['/events/{event}', 'events,event-{id},deals', ['event', 'streamer', 'group', 'game', 'deal']],
    ['/events/groups', 'groups,events', ['event', 'streamer', 'group', 'game']],
    ['/games', 'games', ['event', 'game']],
    ['/streamers', 'streamers', ['event', 'streamer']],
    ['/articles/{article}', 'articles,article-{id}', ['article']],
    ['/feeds/events/{event}.ics', 'event-{id}', ['event']],
    ['/api/v1/achievements', 'achievements', []],
    ['/api/v1/leaderboard', 'leaderboard', ['leaderboard']],
    ['/robots.txt', 'pages', []],
  ])('%s has the tags %s and is purged by %j', async (route, tags, purges) => {
    const filled = tags.replace('{id}', () => String(ids[/(\w+)-\{id\}/.exec(tags)?.[1] ?? '']))
    expect((await get(fill(route))).headers.get('Cache-Tag')).toBe(filled)
    expect(listPurges(filled.split(',')).toSorted()).toEqual(purges.toSorted())
  })

  test.each(rules)('$route is purged when what it names is renamed', async ({ route, tags }) => {
    const text = await (await get(fill(route))).text()
    const marks = { game: /Quokka Quest/, group: /Wombat Week/, streamer: /Numbat|numbat\.webp/ }
    const named = (Object.keys(marks) as (keyof typeof marks)[]).filter((type) =>
      marks[type].test(text),
    )
    expect(listPurges(tags())).toEqual(expect.arrayContaining(named))
  })
})

describe('conditional requests', () => {
  test.each(rules)('$route answers 304 to who has it, and 200 to who has another', async (rule) => {
    const path = fill(rule.route)
    const first = await get(path)
    const tag = first.headers.get('ETag') ?? ''
    expect(tag).toMatch(/^(W\/)?"[\w-]+"$/)
    const again = await get(path, { 'If-None-Match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('ETag')).toBe(tag)
    expect(again.headers.get('Cache-Tag')).toBe(first.headers.get('Cache-Tag'))
    expect((await get(path, { 'If-None-Match': '"another"' })).status).toBe(200)
  })

  test.beforeAll(async () => {
    for (let number = 1; number <= 60; number += 1) {
      await createEvent(worker, { startAt: now + 9 * day + number * hour })
    }
  })
  const parts = [
    '/api/v1/events?limit=1',
    '/api/v1/games?limit=1',
    '/api/v1/events?sort=hype&limit=1',
  ]
  const known = [...rules.map(({ route }) => route), ...parts]
  test.each(known)('%s is known seconds later, as nothing changed', async (route) => {
    const first = await get(fill(route))
    const again = await get(fill(route), {
      'X-Test-Now': String(now + 20_000),
      'If-None-Match': first.headers.get('ETag') ?? '',
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('private answers carry no tag [ASVS 14.2.2]', async () => {
    const member = await createMember(worker)
    const headers = { Authorization: `Bearer ${member.token}` }
    const response = await worker.fetch('/api/v1/users/me/relations', { headers })
    expect(response.headers.get('ETag')).toBeNull()
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  })
})

describe('what anyone may see', () => {
  test.each(pages)(
    '$route is the same bytes for a member as for nobody [ASVS 15.3.1]',
    async ({ route }) => {
      const member = await createMember(worker, { role: 'admin' })
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
    },
  )
})

describe('what is not public', () => {
  const more = [
    '/events?sort=hype',
    '/events?sort=newest',
    '/events?phase=past',
    '/events/groups/{group}?period=all',
    '/events/groups/{group}?period=past',
    '/calendar?view=month',
    '/calendar?view=agenda',
    '/search?q=undisclosed',
    '/api/v1/events?sort=hype',
    '/api/v1/events?sort=newest',
    '/api/v1/events?phase=past',
    '/api/v1/events/similar?event={id}',
    '/api/v1/groups/{group}/events?period=all',
    '/api/v1/streamers/{streamer}/events?period=all',
    '/api/v1/search?q=undisclosed',
    '/feeds/events.ics?phase=past',
    '/feeds/events.rss?phase=past',
    '/sitemap-events.xml',
    '/sitemap-articles.xml',
  ]
  const places = [
    ['live', -hour],
    ['to come', 3 * hour],
    // Beside the event that anyone may see.
    ['alongside', day + hour],
    ['over', -8 * hour],
    ['over last week', -8 * day],
    ['next week', 7 * day],
  ] as const
  const shown = [...new Set([...rules.map(({ route }) => route), ...more])]

  test.beforeAll(async () => {
    const facts = {
      gameId: ids['game'],
      groupId: ids['group'],
      streamerIds: [ids['streamer'] ?? 0],
    }
    for (const [when, startIn] of places) {
      const times = { startAt: now + startIn, endAt: now + startIn + 4 * hour }
      for (const status of ['pending', 'rejected', 'disabled'] as const) {
        const name = `Undisclosed ${status} ${when}`
        await createEvent(worker, { name, ...facts, ...times, status, hypeCount: 900 })
      }
    }
    await worker.sql`insert into articles (slug, title, markdown, language, status, author_name,
      created_at, updated_at, published_at)
      values ('undisclosed-draft', 'Undisclosed draft', 'Text.', 'en', 'draft', 'Someone', 0, 0, 0)`
    await worker.sql`update events set slug = 'undisclosed-' || id where name like 'Undisclosed%'`
  })

  test.each(shown)('is not on %s', async (route) => {
    const response = await get(fill(route))
    expect(response.status).toBe(200)
    expect((await response.text()).match(/.{0,40}undisclosed[- ]\w+.{0,40}/i)).toBeNull()
  })
})

describe('purges', () => {
  const readVersion = async () => (await worker.sql`select version from content_version`)[0]
  let version: unknown
  beforeEach(async () => {
    version = await readVersion()
  })
  // The worker’s own copies are of a version.
  afterEach(async () => {
    if (edge.calls.length > 0) expect(await readVersion()).not.toEqual(version)
  })

  const forgotten = () => [...new Set(edge.calls.flat())].sort()

  test('publishing an event has the edge forget its page and the lists', async () => {
    const event = await publishEvent(worker, Date.now() + 3 * day)
    await worker.drainQueue(Date.now())
    expect(forgotten()).toEqual([...listInvalidatedTags({ type: 'event', id: event.id })].sort())
  })

  test('an approval that comes due does too, once it is public', async () => {
    const at = Date.now()
    const token = await tokenFor(worker, 'admin', at)
    const { token: proposer } = await createMember(worker, { createdAt: at })
    const { id, approve_at } = await proposeEvent(worker, proposer, at + 4 * day, { now: at })
    if (!approve_at) {
      await worker.call('POST', `admin/proposals/${id}/approve`, { token, now: at })
    }
    await worker.drainQueue(at)
    expect(edge.calls).toEqual([])
    await worker.minute(at + 31 * 60_000)
    expect(forgotten()).toContain(`event-${id}`)
  })

  test('what its streamer announces on their own channel does too', async () => {
    const owner = await createMember(worker)
    const streamer = await insertStreamer(worker, 'Owner', owner.userId)
    await insertAccount(worker, streamer, 'owner', { isVerified: true })
    const { body } = await worker.call<ProposalView>('POST', 'events', {
      token: owner.token,
      body: eventDraft(Date.now() + 9 * day, { streaming_account_name: 'owner' }),
    })
    await worker.drainQueue(Date.now())
    expect([body.status, forgotten()]).toEqual([
      'approved',
      [...listInvalidatedTags({ type: 'event', id: body.id })].sort(),
    ])
  })

  test.each(['reset', 'disable'])('taking an event off the agenda by %s does too', async (act) => {
    const event = await publishEvent(worker, Date.now() + 3 * day)
    await worker.drainQueue(Date.now())
    edge.calls.length = 0
    const token = await tokenFor(worker, 'admin')
    await worker.call('POST', `admin/proposals/${event.id}/${act}`, {
      token,
      body: moderationBodies[act],
    })
    await worker.drainQueue(Date.now())
    expect(forgotten()).toContain(`event-${event.id}`)
  })

  test('taking a member off the leaderboard, and putting them back, has it forgotten', async () => {
    const { token } = await createMember(worker, { role: 'admin' })
    const { userId } = await createMember(worker)
    const acts: [method: string, path: string][] = [
      ['PUT', `admin/leaderboard/${userId}/exclude`],
      ['PUT', `admin/leaderboard/${userId}/include`],
      ['PUT', `admin/leaderboard/${userId}/suspend`],
      ['PUT', `admin/leaderboard/${userId}/lift_suspension`],
      ['POST', `admin/users/${userId}/deactivate`],
      ['POST', `admin/users/${userId}/activate`],
      ['POST', `admin/users/${userId}/soft_ban`],
      ['POST', `admin/users/${userId}/remove_soft_ban`],
      ['DELETE', `admin/users/${userId}`],
    ]
    for (const [method, path] of acts) {
      edge.calls.length = 0
      const before = await readVersion()
      const body = { reason: 'Two accounts', ...reasons }
      const { status } = await worker.call(method, path, { token, body })
      await worker.drainQueue(Date.now())
      expect([path, status < 300, forgotten()]).toEqual([path, true, ['leaderboard']])
      expect([path, await readVersion()]).not.toEqual([path, before])
    }
  })

  test('proposing, editing, rejecting, hyping and following purge nothing', async () => {
    const token = await tokenFor(worker, 'admin')
    const member = await createMember(worker)
    const proposal = await proposeEvent(worker, member.token, Date.now() + 5 * day)
    await worker.call('PUT', `events/${proposal.id}`, {
      token: member.token,
      body: eventDraft(Date.now() + 6 * day),
    })
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
    const kept = () => worker.sql`select tag from stale_tags`
    await waitFor(async () => (await kept()).length >= 6, 'the refused tags to be kept')
    await worker.tick(Date.now())
    expect(edge.calls).toEqual([])
    edge.isRefusing = false
    await worker.tick(Date.now())
    await waitFor(async () => (await kept()).length === 0, 'the tags to be purged')
    expect(edge.calls).toHaveLength(1)
    expect(edge.calls[0]).toEqual(
      expect.arrayContaining(['events', `event-${first.id}`, `event-${second.id}`]),
    )
  })
})

describe('many tags at once', () => {
  test('of more tags than the edge takes at once are several calls, at once or after a refusal', async () => {
    const at = Date.now()
    const tags = Array.from({ length: 150 }, (_, index) => `event-${index}` as const)
    await worker.enqueue({ type: 'purge', tags }, at)
    await worker.drainQueue(at)
    expect(edge.calls.map(({ length }) => length)).toEqual([100, 50])
    edge.isRefusing = true
    await worker.enqueue({ type: 'purge', tags }, at)
    await worker.drainQueue(at)
    edge.isRefusing = false
    edge.calls.length = 0
    await worker.tick(at)
    await worker.tick(at)
    expect(edge.calls.flat().sort()).toEqual([...tags].sort())
    expect(await worker.sql`select tag from stale_tags`).toEqual([])
  })
})
