import { describe, expect } from 'vitest'
import { operator } from '#worker/contracts/operator.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertGroup, insertStreamer } from '#tests/support/factories/directory.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

const now = Date.UTC(2027, 2, 24, 12)

async function open(path: string): Promise<{ status: number; html: string; headers: Headers }> {
  const response = await worker.fetch(path, { headers: { 'X-Test-Now': String(now) } })
  return { status: response.status, html: await response.text(), headers: response.headers }
}

/** The block that a heading with this id names. */
function block(html: string, id: string): string | undefined {
  return new RegExp(`<section[^>]*aria-labelledby="${id}".*?</section>`, 's').exec(html)?.[0]
}

describe('builds', () => {
  test('the latest is the one that answers, and is never kept', async () => {
    const response = await worker.fetch('/builds/latest.json')
    const { id } = (await response.json()) as { id: string }
    const health = (await (await worker.fetch('/health')).json()) as { build: string }
    expect(id).toBe(health.build)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  test('a build is described under its own id, and no other', async () => {
    const { id } = (await (await worker.fetch('/builds/latest.json')).json()) as { id: string }
    const meta = await worker.fetch(`/builds/meta/${id}.json`)
    expect(await meta.json()).toEqual({ id })
    expect((await worker.fetch('/builds/meta/another.json')).status).toBe(404)
  })
})

describe('the web manifest', () => {
  type Manifest = {
    name: string
    start_url: string
    share_target: unknown
    icons: { src: string; sizes: string }[]
  }

  test('names icons that are there in the sizes it says', async () => {
    const response = await worker.fetch('/manifest.webmanifest')
    expect(response.headers.get('Content-Type')).toContain('application/manifest+json')
    const { name, start_url, icons } = (await response.json()) as Manifest
    expect({ name, start_url }).toEqual({ name: 'Hypecal', start_url: '/' })
    expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
    for (const { src, sizes } of icons) {
      const icon = await worker.fetch(src)
      expect(icon.headers.get('Content-Type')).toBe('image/png')
      const bytes = new DataView(await icon.arrayBuffer())
      expect(`${bytes.getUint32(16)}x${bytes.getUint32(20)}`).toBe(sizes)
    }
  })

  test('takes what phones share, a link or a text with one, to the proposal', async () => {
    const response = await worker.fetch('/manifest.webmanifest')
    const { share_target } = (await response.json()) as Manifest
    const params = { text: 'propose', url: 'propose' }
    expect(share_target).toEqual({ action: '/', method: 'GET', params })
  })

  test('is linked from every page, with the icon that phones take', async () => {
    const { html } = await open('/fr')
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest">')
    const [, icon = ''] = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(html) ?? []
    expect((await worker.fetch(icon)).status).toBe(200)
  })
})

test.each(['/login', '/es/signup', '/fr/auth/reset-password'])(
  '%s links the legal texts, where a page has no footer',
  async (path) => {
    const { html } = await open(path)
    const [, locale = ''] = /^(\/(?:es|fr))?\//.exec(path) ?? []
    const links = /<nav class="legal-links[^>]*>(.*?)<\/nav>/s.exec(html)?.[1] ?? ''
    for (const page of ['legal-notice', 'privacy-policy', 'terms-and-conditions', 'accessibility'])
      expect(links).toContain(`href="${locale}/${page}"`)
    if (!path.includes('reset')) expect(html).toContain(` ${operator.digitalAge} `)
  },
)

describe('before anything is announced', () => {
  test('home invites to propose, and shows no empty block', async () => {
    const { status, html } = await open('/')
    expect(status).toBe(200)
    expect(block(html, 'coming-up')).toContain('Nothing on the agenda yet')
    expect(block(html, 'coming-up')).toContain('data-propose')
    for (const id of ['live', 'most-hyped', 'groups', 'games', 'streamers', 'also-big']) {
      expect(block(html, id), id).toBeUndefined()
    }
    expect(html).not.toContain('Paid for by')
  })

  test.each(['/discover', '/es/discover', '/fr/discover'])(
    '%s still leads somewhere',
    async (path) => {
      const { status, html } = await open(path)
      expect(status).toBe(200)
      expect(block(html, 'now')).toContain('class="empty"')
      expect(block(html, 'categories')).toContain('/events?category=charity')
      for (const id of ['games', 'featured', 'emerging', 'groups', 'articles']) {
        expect(block(html, id), id).toBeUndefined()
      }
    },
  )
})

describe('with an agenda', () => {
  const deal = `insert into deals (partner, title, text, link, code, placement, start_at, end_at, created_at)
    values ('Chairs & Co', ?, 'Sit well.', 'https://example.com/chairs', 'SIT10', ?, ?, ?, 0)`

  test.beforeAll(async () => {
    const groupId = await insertGroup(worker, 'Teapot Relay')
    const streamerId = await insertStreamer(worker, 'Luna Tostada')
    await worker.sql`insert into games (slug, name, name_key, created_at)
      values ('tetris', 'Tetris', 'tetris', 0)`
    const at = (name: string, start: number, hypeCount: number) => ({
      name,
      startAt: now + start,
      endAt: now + start + 4 * hour,
      hypeCount,
    })
    await createEvent(worker, at('On right now', -hour, 3))
    await createEvent(worker, {
      ...at('The biggest', 5 * day, 90),
      groupId,
      streamerIds: [streamerId],
    })
    await createEvent(worker, at('The second', 2 * day, 50))
    await createEvent(worker, at('The third', day, 40))
    await createEvent(worker, at('A small one', 3 * day, 0))
    await query(worker, deal, 'Running on home', 'home', now - day, now + day)
    await query(worker, deal, 'Over on home', 'home', now - 2 * day, now)
    await query(worker, deal, 'Not yet on home', 'home', now + 1, now + 9 * day)
    await query(worker, deal, 'Running on discover', 'discover', now - day, now + day)
    await query(
      worker,
      `insert into articles (slug, title, excerpt, markdown, language, status, author_name,
        created_at, updated_at, published_at) values
        ('english', 'In English', '', '', 'en', 'published', 'A', 0, 0, ?1),
        ('french', 'En français', '', '', 'fr', 'published', 'A', 0, 0, ?1),
        ('draft', 'A draft', '', '', 'en', 'draft', 'A', 0, 0, null)`,
      now - day,
    )
  })

  test('home shows its seven blocks', async () => {
    const { html, headers } = await open('/')
    expect(/class="highlight-name".*?<\/h3>/s.exec(html)?.[0]).toContain('The biggest')
    const names = (id: string) =>
      [...(block(html, id) ?? '').matchAll(/<h[34][^>]*>\s*<a[^>]*>\s*([^<]+?)\s*</g)].map(
        ([, name]) => name,
      )
    expect(names('live')).toEqual(['On right now'])
    expect(names('most-hyped')).toEqual(['The biggest', 'The second', 'The third', 'On right now'])
    expect(html.match(/A small one/g)?.length).toBeGreaterThan(0)
    expect(names('groups')).toEqual(['Teapot Relay'])
    expect(names('games')).toEqual(['Tetris'])
    expect(names('streamers')).toEqual(['Luna Tostada'])
    expect(headers.get('Cache-Tag')?.split(',')).toEqual([
      'events',
      'groups',
      'games',
      'streamers',
      'deals',
    ])
  })

  test.each(['/', '/discover'])('%s asks the database once', async (path) => {
    const before = worker.trips()
    await open(path)
    expect(worker.trips() - before).toBe(1)
  })

  test('a deal shows where and while it runs, as an ad that names who paid', async () => {
    const { html } = await open('/')
    expect(html).toContain('Running on home')
    expect(html).not.toMatch(/Over on home|Not yet on home|Running on discover/)
    expect(html).toMatch(/<span class="badge">Ad<\/span>\s*<span class="quiet">Paid for by [^<]+</)
    expect(html).toContain(
      '<a href="https://example.com/chairs" rel="sponsored nofollow noopener" data-deal=',
    )
    expect((await open('/discover')).html).toContain('Running on discover')
  })

  test('discover has what is on before what is next, and articles in the page’s language', async () => {
    const { html } = await open('/discover')
    const now = block(html, 'now') ?? ''
    expect(now.indexOf('On right now')).toBeGreaterThan(0)
    expect(now.indexOf('On right now')).toBeLessThan(now.indexOf('The third'))
    expect(block(html, 'articles')).toContain('In English')
    expect(html).not.toMatch(/En français|A draft/)
    expect(block((await open('/fr/discover')).html, 'articles')).toContain('En français')
    expect(html).toContain('/articles/what-to-watch-this-week')
  })
})

describe('the frame', () => {
  test('marks the section that a page belongs to', async () => {
    const { html } = await open('/es/events')
    expect(html).toMatch(/<a href="\/es\/events" aria-current="page"/)
    expect(html).not.toMatch(/<a[^>]* href="\/es\/calendar"[^>]* aria-current/)
  })

  test('offers languages without a script', async () => {
    for (const path of ['/events', '/login']) {
      expect((await open(path)).html).toMatch(new RegExp(`<a href="/fr${path}" hreflang="fr"`))
    }
  })

  test('shows no store or social link that nobody configured', async () => {
    const { html } = await open('/')
    expect(html).not.toContain('App Store')
    expect(html).not.toContain('Follow us')
  })
})
