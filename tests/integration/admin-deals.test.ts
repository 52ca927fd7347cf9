import { describe, expect } from 'vitest'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type { DealView } from '#worker/features/deals/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { type Member, createMember, tokenOf } from '#tests/support/factories/members.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { startFakeCdn, type FakeCdn } from '#tests/support/fakes/fake-cdn.ts'
import { testWith, worker } from '#tests/support/fixtures/built-worker.ts'

let edge: FakeCdn
let moderator: Member
const now = Date.UTC(2027, 2, 1, 12)

const test = testWith(async () => (edge = await startFakeCdn()))

test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator', createdAt: now })
  moderator.token = await tokenOf(worker, moderator, now)
})

type Refusal = { code: string; details: { path: string }[] }
function call<Body = Refusal>(method: string, path: string, body?: unknown) {
  return worker.call<Body>(method, `admin/${path}`, { token: moderator.token, body, now })
}

let count = 0
function draft(changes: object = {}) {
  count += 1
  return {
    partner: 'Quiet Keys',
    title: `Deal ${count}`,
    text: 'Ten per cent off every keyboard.',
    link: `https://example.com/deals/${count}`,
    code: 'HYPE10',
    start: new Date(now - hour).toISOString(),
    end: new Date(now + day).toISOString(),
    placement: 'home',
    ...changes,
  }
}

async function create(changes: object = {}): Promise<DealView> {
  const answer = await call<DealView>('POST', 'deals', draft(changes))
  expect(answer.status).toBe(201)
  return answer.body
}

async function removeAll(): Promise<void> {
  await worker.sql`delete from deals`
}

const page = (path: string, at = now) =>
  worker.fetch(path, { headers: { 'X-Test-Now': String(at) } })

describe('a deal in the panel', () => {
  test('is created with its status by the clock', async () => {
    const body = draft()
    const first = await call<DealView>('POST', 'deals', body)
    expect(first.body).toMatchObject({
      title: body.title,
      start: '2027-03-01T11:00:00Z',
      status: 'running',
      clicks: 0,
      image_path: null,
    })
    const later = { start: new Date(now + hour).toISOString() }
    expect((await create(later)).status).toBe('upcoming')
    const over = {
      start: new Date(now - day).toISOString(),
      end: new Date(now).toISOString(),
    }
    expect((await create(over)).status).toBe('ended')
  })

  test.each([
    ['end', { end: new Date(now - hour).toISOString() }],
    ['end', { end: new Date(now - 2 * day).toISOString() }],
    ['link', { link: 'http://example.com' }],
    ['link', { link: 'javascript:alert(1)' }],
    ['placement', { placement: 'footer' }],
    ['title', { title: ' ' }],
    ['image_path', { image_path: '../secret.png' }],
  ])('that is wrong is refused beside %s', async (path, changes) => {
    const answer = await call('POST', 'deals', draft(changes))
    expect(answer.status).toBe(422)
    expect(answer.body.details.map((one) => one.path)).toEqual([path])
  })

  test('is changed and deleted', async () => {
    const { id } = await create()
    const body = draft({ title: 'Better deal', code: null })
    const answer = await call<DealView>('PUT', `deals/${id}`, body)
    expect(answer.body).toMatchObject({ id, title: 'Better deal', code: null })
    expect((await call('DELETE', `deals/${id}`)).status).toBe(204)
    expect((await call('PUT', `deals/${id}`, body)).body.code).toBe('deal_not_found')
  })

  test('is listed by status, words and order', async () => {
    await removeAll()
    const soon = { start: new Date(now + hour).toISOString() }
    const [a, b] = [await create({ title: 'Alpha' }), await create({ title: 'Beta', ...soon })]
    const ids = async (more: string) => {
      const { body } = await call<AdminPage<DealView>>('GET', `deals?${more}`)
      return [body.total, ...body.items.map(({ id }) => id)]
    }
    expect(await ids('sort=title')).toEqual([2, a.id, b.id])
    expect(await ids('')).toEqual([2, b.id, a.id])
    expect(await ids('status=running')).toEqual([1, a.id])
    expect(await ids('q=quiet&status=upcoming')).toEqual([1, b.id])
    expect(await ids('q=nothing')).toEqual([0])
  })

  test('has the edge forget the pages that show deals, whatever was done to it', async () => {
    const { id } = await create()
    for (const [method, body] of [
      ['PUT', draft()],
      ['DELETE', undefined],
    ] as const) {
      await worker.drainQueue(now)
      edge.calls.length = 0
      await call(method, `deals/${id}`, body)
      await worker.drainQueue(now)
      expect(edge.calls.flat()).toEqual(['deals'])
    }
  })
})

describe('a deal on the site', () => {
  test.each([
    ['home', '/'],
    ['discover', '/es/discover'],
    ['event', '/fr/events/{event}'],
  ])('on %s is a labelled link of its own kind, while it runs', async (placement, route) => {
    await removeAll()
    const event = await createEvent(worker, { startAt: now + 9 * day, endAt: now + 10 * day })
    const path = route.replace('{event}', event.slug)
    const { id, title, link } = await create({ placement })
    const html = await (await page(path)).text()
    expect(html).toContain(title)
    expect(html).toMatch(/>(Ad|Publicidad|Publicité)</)
    const anchor = new RegExp(`<a [^>]*href="${link}"[^>]*>`).exec(html)?.[0]
    expect(anchor).toContain('rel="sponsored nofollow noopener"')
    expect(anchor).toContain(`data-deal="${id}"`)
    expect(await (await page(path, now + day)).text()).not.toContain(title)
    expect(await (await page(path, now - hour - 1)).text()).not.toContain(title)
  })

  test('keeps a page at the edge no longer than until a deal comes or goes', async () => {
    const maxAge = async (path: string) => {
      const kept = (await page(path)).headers.get('Cloudflare-CDN-Cache-Control') ?? ''
      return Number(/max-age=(\d+)/.exec(kept)?.[1])
    }
    const event = await createEvent(worker, { startAt: now + 9 * day, endAt: now + 10 * day })
    for (const [placement, path] of [
      ['home', '/'],
      ['discover', '/discover'],
      ['event', `/events/${event.slug}`],
    ] as const) {
      await removeAll()
      expect(await maxAge(path)).toBe(60)
      await create({ placement, start: new Date(now + 20_000).toISOString() })
      expect(await maxAge(path)).toBe(20)
      await create({ placement, end: new Date(now + 5000).toISOString() })
      expect(await maxAge(path)).toBe(5)
    }
  })
})

describe('clicks', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const click = (id: number, headers: Record<string, string> = {}, at = now) =>
    worker.fetch(`/api/v1/deals/${id}/click`, {
      method: 'POST',
      headers: { 'User-Agent': firefox, 'X-Test-Now': String(at), ...headers },
    })
  async function clicksOf(id: number): Promise<number> {
    const { body } = await call<AdminPage<DealView>>('GET', 'deals?per_page=100')
    return body.items.find((deal) => deal.id === id)?.clicks ?? -1
  }

  test('are counted, each, without a cookie in either direction', async () => {
    const { id } = await create()
    for (let turn = 0; turn < 3; turn += 1) {
      const response = await click(id)
      expect([response.status, response.headers.get('Set-Cookie')]).toEqual([204, null])
    }
    expect(await clicksOf(id)).toBe(3)
  })

  test('of robots and of browsers that fetch ahead are not', async () => {
    const { id } = await create()
    const robot = { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }
    expect((await click(id, robot)).status).toBe(204)
    expect((await click(id, { 'Sec-Purpose': 'prefetch' })).status).toBe(204)
    expect(await clicksOf(id)).toBe(0)
  })

  test('count while the deal runs alone', async () => {
    const { id } = await create()
    expect((await click(id, {}, now + 2 * day)).status).toBe(204)
    expect((await click(id, {}, now - day)).status).toBe(204)
    expect(await clicksOf(id)).toBe(0)
    expect((await click(999_999)).status).toBe(404)
  })
})
