import { describe, expect } from 'vitest'
import { withinOneMinute } from '#tests/support/drivers/rate-limits.ts'
import { testWith, worker } from '#tests/support/fixtures/built-worker.ts'

/** `wrangler.toml` allows so many per minute and address. */
const readsPerMinute = 600
const writesPerMinute = 120
const test = testWith({ RATE_LIMITS: 'on' })

let addresses = 0
function newAddress(): string {
  addresses += 1
  return `203.0.113.${addresses}`
}

async function statusOf(path: string, from: string, init: RequestInit = {}): Promise<number> {
  const headers = { 'CF-Connecting-IP': from, ...init.headers }
  const response = await worker.fetch(path, { ...init, headers })
  await response.arrayBuffer()
  return response.status
}

async function ask(times: number, path: string, from: string, init?: RequestInit) {
  for (let left = times; left > 0; left -= 50) {
    const page = Array.from({ length: Math.min(50, left) }, () => statusOf(path, from, init))
    await Promise.all(page)
  }
}

/** One of each family of routes that the worker answers. */
const reads = [
  '/',
  '/events',
  '/fr/search?q=ze',
  '/no-such-page',
  '/api/v1/events',
  '/api/v1/users/me/settings',
  '/api/v1/no-such-route',
  '/api/v1/auth/login',
  '/api/v1/openapi.json',
  '/api/docs',
  '/health',
  '/builds/latest.json',
  '/builds/meta/0.json',
  '/media/drawn/category/1-zevent.svg',
  '/media/uploads/nothing.png',
  '/media/cards/events/1/en.png',
  '/feeds/events.ics',
  '/feeds/events/nothing.ics',
  `/feeds/me/${'a'.repeat(43)}.ics`,
  '/robots.txt',
  '/.well-known/security.txt',
  '/sitemap.xml',
  '/sitemap-events-en-1.xml',
  '/_image?href=/icon.svg',
]

describe('an address that asked too often', () => {
  test('is refused by every route that reads, and another one by none [ASVS 2.4.1]', async () => {
    const { refused, others } = await withinOneMinute(async () => {
      const from = newAddress()
      await ask(readsPerMinute, '/builds/latest.json', from)
      const other = newAddress()
      return {
        refused: await Promise.all(reads.map(async (path) => [path, await statusOf(path, from)])),
        others: await Promise.all(reads.map((path) => statusOf(path, other))),
      }
    })
    expect(refused).toEqual(reads.map((path) => [path, 429]))
    expect(others).not.toContain(429)
  }, 60_000)

  test('is refused by routes that write, also by those that do not exist', async () => {
    const post = { method: 'POST', body: '{}' }
    const outcome = await withinOneMinute(async () => {
      const from = newAddress()
      await ask(writesPerMinute / 2, '/api/v1/no-such-route', from, post)
      await ask(writesPerMinute / 2, '/api/v1/search', from, post)
      return [
        await statusOf('/api/v1/client_events', from, post),
        await statusOf('/api/v1/no-such-route', from, post),
        await statusOf('/api/v1/search', from, post),
        await statusOf('/api/v1/events', from),
      ]
    })
    expect(outcome).toEqual([429, 429, 429, 200])
  }, 60_000)

  test('reads so as text in its language where it opened a page, and as the envelope elsewhere', async () => {
    const [page, feed, file] = await withinOneMinute(async () => {
      const from = newAddress()
      await ask(readsPerMinute, '/builds/latest.json', from)
      const headers = { 'CF-Connecting-IP': from, 'Accept-Language': 'fr' }
      const prerendered = '/faq'
      return [
        await worker.fetch('/events', { headers: { ...headers, Accept: 'text/html,*/*' } }),
        await worker.fetch('/feeds/events.rss', { headers }),
        await worker.fetch(prerendered, { headers }),
      ]
    })
    expect([page.status, page.headers.get('Retry-After')]).toEqual([429, '60'])
    expect(page.headers.get('Content-Type')).toContain('text/plain')
    expect(await page.text()).toMatch(/^Trop de /)
    expect(await feed.json()).toMatchObject({ code: 'rate_limited' })
    // Static files cost the worker nothing.
    expect(file.status).toBe(200)
  }, 60_000)
})
