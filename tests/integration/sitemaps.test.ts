import { expect } from 'vitest'
import { createEvent, createManyEvents } from '#tests/support/factories/events.ts'
import { insertGame, insertGroup, insertStreamer } from '#tests/support/factories/directory.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { childrenOf, childText, readXml } from '#tests/support/parsers/xml.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

const now = Date.UTC(2027, 2, 24, 12)
let site: string
test.beforeAll(async () => {
  site = worker.environment.vars['SITE_URL'] ?? ''
})

type Url = { loc: string; lastmod: string | undefined; alternates: Record<string, string> }

/** The addresses of a sitemap or an index. */
function readSitemap(xml: string): { root: string; urls: Url[] } {
  const root = readXml(xml)
  const urls = root.children.map((url) => ({
    loc: childText(url, 'loc') ?? '',
    lastmod: childText(url, 'lastmod'),
    alternates: Object.fromEntries(
      childrenOf(url, 'xhtml:link').map(({ attributes }) => [
        attributes['hreflang'],
        attributes['href'],
      ]),
    ),
  }))
  return { root: root.name, urls }
}

async function fetchXml(path: string) {
  const response = await worker.fetch(path)
  expect([path, response.status]).toEqual([path, 200])
  expect(response.headers.get('Content-Type')).toMatch(/^application\/xml/)
  expect(response.headers.get('Cloudflare-CDN-Cache-Control')).toContain('max-age=60')
  return readSitemap(await response.text())
}

const pathsOf = ({ urls }: { urls: Url[] }) => urls.map(({ loc }) => loc.slice(site.length))

function insertArticle(slug: string, status: string, publishedAt = 0) {
  return worker.sql`insert into articles (slug, title, markdown, status, author_name, created_at,
    updated_at, published_at)
    values (${slug}, 'Title', 'Text', ${status}, 'Somebody', 0, ${now}, ${publishedAt})`
}

test('robots may read all but what is of use to nobody who searches', async () => {
  const response = await worker.fetch('/robots.txt')
  expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/)
  const lines = (await response.text()).split('\n')
  expect(lines[0]).toBe('User-agent: *')
  // A crawler that may not read a page does not see its `noindex`.
  for (const path of ['/search', '/fr/auth', '/unauthorized', '/reset-password']) {
    expect(lines).not.toContain(`Disallow: ${path}`)
  }
  expect(lines).toContain('Allow: /api/docs')
  for (const path of [
    '/api',
    '/admin',
    '/fr/admin',
    '/achievements',
    '/profile',
    '/es/login',
    '/en/signup',
    '/unhype',
    '/appeal',
    '/fr/unsubscribe',
  ]) {
    expect(lines).toContain(`Disallow: ${path}`)
  }
  expect(lines).not.toContain('Disallow: /')
  expect(lines).toContain(`Sitemap: ${site}/sitemap.xml`)
})

test('sitemaps name every public page in every language, built while none is stored', async () => {
  const { slug } = await createEvent(worker, { startAt: now + day, endAt: now + day + hour })
  const hidden = { startAt: now, endAt: now + hour, status: 'pending' } as const
  const { slug: hiddenSlug } = await createEvent(worker, hidden)
  await worker.sql`update events set updated_at = ${now}`
  const streamer = await insertStreamer(worker, 'Somebody')
  await insertGame(worker, 'celeste')
  await insertGroup(worker, 'zevent')
  await insertArticle('published-one', 'published')
  await insertArticle('draft-one', 'draft')
  await insertArticle('one-to-come', 'published', Date.now() + 365 * day)

  const index = await fetchXml('/sitemap.xml')
  expect(index.root).toBe('sitemapindex')
  expect(pathsOf(index)).toEqual([
    '/sitemap-events.xml',
    '/sitemap-streamers.xml',
    '/sitemap-games.xml',
    '/sitemap-events-groups.xml',
    '/sitemap-articles.xml',
    '/sitemap-pages.xml',
  ])
  const events = await fetchXml('/sitemap-events.xml')
  expect(events.root).toBe('urlset')
  expect(pathsOf(events)).toEqual(['', '/es', '/fr'].map((prefix) => `${prefix}/events/${slug}`))
  expect(pathsOf(events).join()).not.toContain(hiddenSlug)
  for (const url of events.urls) {
    expect(url.lastmod).toBe(new Date(now).toISOString())
    expect(url.alternates).toEqual({
      en: `${site}/events/${slug}`,
      es: `${site}/es/events/${slug}`,
      fr: `${site}/fr/events/${slug}`,
      'x-default': `${site}/events/${slug}`,
    })
  }
  const firstOf = async (name: string) => pathsOf(await fetchXml(`/sitemap-${name}.xml`))[0]
  expect(await firstOf('streamers')).toBe(`/streamers/${streamer}`)
  expect(await firstOf('games')).toBe('/games/celeste')
  expect(await firstOf('events-groups')).toBe('/events/groups/zevent')
  const articles = await fetchXml('/sitemap-articles.xml')
  expect(pathsOf(articles)).toEqual(['', '/es', '/fr'].map((at) => `${at}/articles/published-one`))
  expect(await firstOf('pages')).toBe('/')
})

test('a file that no sitemap has is not found', async () => {
  for (const name of [
    'users',
    'events-2',
    'events-1',
    'events-02',
    'pages-2',
    'events-99999',
    '',
  ]) {
    expect([name, (await worker.fetch(`/sitemap-${name}.xml`)).status]).toEqual([name, 404])
  }
})

test('every page that the sitemap lists is there', async () => {
  const { urls } = await fetchXml('/sitemap-pages.xml')
  for (const { loc } of urls) {
    const path = loc.slice(site.length)
    expect([path, (await worker.fetch(path)).status]).toEqual([path, 200])
  }
})

test(
  'the hourly job stores them, split where one file would grow too long',
  { timeout: 60_000 },
  async () => {
    const before = pathsOf(await fetchXml('/sitemap-events.xml'))
    await createManyEvents(worker, 6000, { name: 'Many', startAt: 1, updatedAt: now })
    await worker.cron('17 * * * *', now)
    const stored = await fetchXml('/sitemap.xml')
    const index = pathsOf(stored)
    expect(index.slice(0, 2)).toEqual(['/sitemap-events.xml', '/sitemap-events-2.xml'])
    expect(stored.urls.slice(0, 2).map(({ lastmod }) => lastmod)).toEqual(
      [now, now].map((at) => new Date(at).toISOString()),
    )
    const first = pathsOf(await fetchXml('/sitemap-events.xml'))
    const second = pathsOf(await fetchXml('/sitemap-events-2.xml'))
    expect(first.length).toBeLessThanOrEqual(50_000)
    expect(new Set([...first, ...second]).size).toBe(6000 * 3 + before.length)
    expect((await worker.fetch('/sitemap-events-3.xml')).status).toBe(404)
    expect((await worker.fetch('/media/sitemaps/sitemap-events.xml')).status).toBe(404)

    await worker.sql`delete from events where slug like 'many-%'`
    expect(pathsOf(await fetchXml('/sitemap-events.xml'))).toEqual(first)
    await worker.cron('17 * * * *', now + hour)
    expect(pathsOf(await fetchXml('/sitemap-events.xml'))).toEqual(before)
    expect(pathsOf(await fetchXml('/sitemap.xml'))).not.toContain('/sitemap-events-2.xml')
  },
)
