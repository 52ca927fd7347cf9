import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startDatabaseProxy, type DatabaseProxy } from '#tests/support/fakes/database-proxy.ts'
import { fillPaths } from '#tests/support/tables/site-pages.ts'
import { startTestWorker, type TestWorker } from '#tests/support/drivers/worker.ts'

let proxy: DatabaseProxy
let worker: TestWorker
beforeAll(async () => {
  proxy = await startDatabaseProxy()
  worker = await startTestWorker({ DATABASE_URL: proxy.url, RESPONSE_CACHE: 'off' }, [], {
    demo: true,
  })
  proxy.target = worker.environment.libsql?.url ?? ''
})
afterAll(async () => {
  await worker.close()
  await proxy.close()
})
afterEach(() => {
  proxy.failing = 0
})

const events = 'Error loading events'
const streamers = 'Couldn’t load the streamers'
const games = 'Couldn’t load the games'
const featured = 'Couldn’t load the featured streamers'
const emerging = 'Error loading emerging streamers'
const groups = 'Couldn’t load the event groups'
const articles = 'Couldn’t load the articles'
/** Nothing is missed where it failed. */
const silent = undefined
/** The page is of this: without it there is no page. */
const subject = 'subject'

/** The statements of each page in their order, and what the page says where one fails. */
const pages: Record<string, (string | undefined)[]> = {
  '/': [events, silent, silent, events, events, events, groups, games, streamers, silent],
  '/discover': [events, events, games, featured, emerging, groups, articles, silent],
  '/events': [silent, events, silent],
  '/streamers': [streamers, featured, emerging],
  '/events/{event}': [subject, silent, events, silent],
  '/games/{game}': [subject, subject, streamers, games, events, events],
  '/streamers/{streamer}': [subject, subject, streamers, streamers, events, events],
  '/events/groups/{group}': [subject, events],
}

async function open(path: string) {
  const response = await worker.fetch(path)
  const html = await response.text()
  return {
    status: response.status,
    edge: response.headers.get('Cloudflare-CDN-Cache-Control'),
    caching: response.headers.get('Cache-Control'),
    request: response.headers.get('X-Request-Id'),
    sections: [...html.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id),
    errors: [...html.matchAll(/data-load-error[^>]*>\s*<p>([^<]*)/g)].map(([, text]) => text),
    retries: [...html.matchAll(/data-load-error[\s\S]*?href="([^"]*)"/g)].map(([, href]) => href),
  }
}

describe.each(Object.entries(pages))('%s', (pattern, statements) => {
  let path = ''
  let whole: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    ;[path = ''] = await fillPaths(worker, [pattern])
    whole = await open(path)
  })

  test('is whole and kept at the edge while nothing fails', () => {
    expect([whole.status, whole.errors]).toEqual([200, []])
    expect(whole.edge).toContain('max-age')
  })

  test.each(statements.map((error, index) => [index + 1, error] as const))(
    'with its statement %i failing says “%s” and shows the rest',
    async (index, error) => {
      proxy.failing = index
      const page = await open(path)
      if (error === subject) {
        expect(page.status).toBe(500)
        return
      }
      expect(page.status).toBe(200)
      expect(page.errors).toEqual(error ? [error] : [])
      expect(page.retries).toEqual(error ? [path] : [])
      expect([page.edge, page.caching]).toEqual([null, 'private, no-store'])
      expect(worker.logs()).toContain(page.request)
      const missing = whole.sections.filter((id) => !page.sections.includes(id))
      expect(missing.length).toBeLessThanOrEqual(1)
    },
  )

  test('has no other statement', async () => {
    proxy.failing = statements.length + 1
    expect((await open(path)).edge).toContain('max-age')
  })
})

test.each(['es', 'fr'])('the error is in the page’s language under /%s', async (locale) => {
  const messages = JSON.parse(
    readFileSync(`project.inlang/messages/${locale}.json`, 'utf8'),
  ) as Record<string, string>
  proxy.failing = 2
  expect((await open(`/${locale}/events?q=a`)).errors).toEqual([messages.load_error_events])
  proxy.failing = 3
  expect((await open(`/${locale}/streamers`)).errors).toEqual([
    messages.load_error_emerging_streamers,
  ])
})

test('a connection that is lost is still no page', async () => {
  const { target } = proxy
  proxy.target = 'http://127.0.0.1:1'
  expect((await open('/events')).status).toBe(503)
  proxy.target = target
})
