import { beforeEach, describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { ArticlesPage, ArticleView } from '#worker/features/articles/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { articlePicturePath } from '#worker/features/media/generated-images/paths.ts'
import { writeCursor } from '#tests/support/drivers/pagination.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

/** A Wednesday. */
const now = Date.UTC(2027, 2, 24, 12)
const locales = ['en', 'es', 'fr'] as const
beforeEach(async () => {
  await worker.sql`delete from articles`
  await worker.sql`delete from events`
})

type Facts = {
  title?: string
  language?: string | null
  markdown?: string
  status?: 'draft' | 'published'
  at?: number
  cover?: string
}

let count = 0
async function placeArticle(facts: Facts = {}): Promise<{ id: number; slug: string }> {
  count += 1
  const slug = `article-${count}`
  const { title = slug, language = 'en', markdown = 'Text.', status = 'published' } = facts
  const at = facts.at ?? now - day
  const [row] = await worker.sql<{ id: number }>`insert into articles (slug, title, excerpt,
    markdown, language, status, cover_path,
    author_name, created_at, updated_at, published_at)
    values (${slug}, ${title}, 'In short', ${markdown}, ${language}, ${status},
    ${facts.cover ?? null}, 'Hypecal', ${at}, ${at}, ${at}) returning id`
  return { id: row?.id ?? 0, slug }
}

async function list(search = ''): Promise<ArticlesPage> {
  return worker.get<ArticlesPage>(`articles${search}`, { now })
}

async function titles(search = ''): Promise<string[]> {
  return (await list(search)).items.map(({ title }) => title)
}

async function open(path: string): Promise<{ status: number; html: string; headers: Headers }> {
  const response = await worker.fetch(path, { headers: { 'X-Test-Now': String(now) } })
  return { status: response.status, html: await response.text(), headers: response.headers }
}

describe('the list of articles', () => {
  test('has what is published, the newest first, and neither drafts nor what is for later', async () => {
    await placeArticle({ title: 'old', at: now - 3 * day })
    await placeArticle({ title: 'new', at: now - hour })
    await placeArticle({ title: 'draft', status: 'draft' })
    await placeArticle({ title: 'later', at: now + hour })
    expect(await titles()).toEqual(['new', 'old'])
  })

  test('says of each what a card shows, with a drawn cover where it has none', async () => {
    const { id, slug } = await placeArticle({ markdown: 'word '.repeat(1000) })
    await placeArticle({ cover: 'uploads/a.png', language: null, at: now - 2 * day })
    const [drawn, own] = (await list()).items
    expect(drawn).toEqual({
      id,
      slug,
      title: slug,
      excerpt: 'In short',
      language: 'en',
      cover_path: articlePicturePath(id),
      author: 'Hypecal',
      published_at: '2027-03-23T12:00:00Z',
      modified_at: '2027-03-23T12:00:00Z',
      reading_minutes: 4,
    })
    expect([own?.cover_path, own?.language, own?.reading_minutes]).toEqual([
      'uploads/a.png',
      null,
      1,
    ])
    const cover = await open(`/media/${drawn?.cover_path}`)
    expect([cover.status, cover.headers.get('Content-Type')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ])
  })

  test('keeps the languages asked for, also those of none in particular', async () => {
    for (const [index, language] of ['en', 'es', 'fr', null].entries()) {
      await placeArticle({ title: language ?? 'none', language, at: now - (index + 1) * hour })
    }
    expect(await titles('?language=fr')).toEqual(['fr'])
    expect(await titles('?language=fr&language=en')).toEqual(['en', 'fr'])
    expect(await titles('?language=none')).toEqual(['none'])
    expect(await titles('?language=es&language=none')).toEqual(['es', 'none'])
    expect((await worker.call('GET', 'articles?language=de')).status).toBe(422)
  })

  test('goes on where a page ended, also among equal dates and when a newer one comes', async () => {
    for (const title of ['a', 'b', 'c', 'd', 'e']) await placeArticle({ title })
    const first = await list('?limit=2')
    await placeArticle({ title: 'newer', at: now - hour })
    const second = await list(`?limit=2&cursor=${first.next_cursor}`)
    const third = await list(`?limit=2&cursor=${second.next_cursor}`)
    const seen = [first, second, third].flatMap(({ items }) => items.map(({ title }) => title))
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(third.next_cursor).toBeNull()
    for (const cursor of [
      'nonsense',
      btoa('["articles",1e400,1]'),
      writeCursor('articles', -1, 1),
    ]) {
      expect((await worker.call('GET', `articles?cursor=${cursor}`)).status).toBe(422)
    }
  })

  test('may be kept for a minute at the edge and is purged by its tag', async () => {
    const { headers } = await open('/api/v1/articles')
    expect(headers.get('Cloudflare-CDN-Cache-Control')).toContain('max-age=60')
    expect(headers.get('Cache-Tag')).toBe('articles')
  })

  test('comes off the index, in its order', async () => {
    const plan = await worker.sql<{ detail: string }>`explain query plan select id from articles a
      where a.status = 'published'
      and a.published_at <= 1 order by a.published_at desc, a.id limit 25`
    const details = plan.map(({ detail }) => detail).join('\n')
    expect(details).toContain('articles_published')
    expect(details).not.toMatch(/SCAN|TEMP B-TREE/)
  })
})

describe('an article', () => {
  test('is sanitised HTML with its headings', async () => {
    const { slug, id } = await placeArticle({
      markdown: '# One\n\nText <script>alert(1)</script> [a](javascript:alert(1)) **b**\n\n## Two',
    })
    const { body, headers } = await worker.call<ArticleView>('GET', `articles/${slug}`, { now })
    expect(body.html.split('\n')).toEqual([
      '<h2 id="section-one">One</h2>',
      '<p>Text alert(1) <a>a</a> <strong>b</strong></p>',
      '<h3 id="section-two">Two</h3>',
    ])
    expect(body.headings.map(({ text, level }) => [text, level])).toEqual([
      ['One', 2],
      ['Two', 3],
    ])
    expect(headers.get('Cache-Tag')).toBe(`articles,article-${id}`)
  })

  test('is the same for everyone who calls, whatever their language', async () => {
    const { slug } = await placeArticle({ language: null, markdown: '- [x] done' })
    const answers = ['fr', 'es', 'en'].map((language) =>
      worker.call<ArticleView>('GET', `articles/${slug}`, {
        now,
        headers: { 'Accept-Language': language },
      }),
    )
    const texts = (await Promise.all(answers)).map(({ body }) => body.html)
    expect(new Set(texts).size).toBe(1)
  })

  test.each(['draft', 'later', 'unknown', 'reserved'])(
    'that is %s is not found, by call and by page',
    async (kind) => {
      const { slug } = {
        draft: await placeArticle({ status: 'draft' }),
        later: await placeArticle({ at: now + hour }),
        unknown: { slug: 'nothing-here' },
        reserved: await placeArticle(),
      }[kind] ?? { slug: '' }
      if (kind === 'reserved') {
        await worker.sql`update articles set slug = 'zevent-2025-guide' where slug = ${slug}`
      }
      const address = kind === 'reserved' ? 'zevent-2025-guide' : slug
      const answer = await worker.call<ErrorEnvelope>('GET', `articles/${address}`, { now })
      expect([answer.status, answer.body.code]).toEqual([404, 'article_not_found'])
      if (kind !== 'reserved') expect((await open(`/fr/articles/${slug}`)).status).toBe(404)
    },
  )

  test('costs one trip to the database, as does each page of articles', async () => {
    const { slug } = await placeArticle()
    for (const path of [
      '/api/v1/articles',
      `/api/v1/articles/${slug}`,
      '/articles',
      `/articles/${slug}`,
      '/articles/what-to-watch-this-week',
    ]) {
      const before = worker.trips()
      expect([path, (await open(path)).status]).toEqual([path, 200])
      expect([path, worker.trips() - before]).toEqual([path, 1])
    }
  })
})

describe('the pages of articles', () => {
  test('list first what is in the page’s language, and the others by a link', async () => {
    await placeArticle({ title: 'Hello there', language: 'en' })
    await placeArticle({ title: 'Bonjour à tous', language: 'fr' })
    const french = (await open('/fr/articles')).html
    expect(french).toContain('Bonjour à tous')
    expect(french).not.toContain('Hello there')
    expect(french).toContain('href="/fr/articles?language=all"')
    const all = (await open('/fr/articles?language=all')).html
    expect(all).toContain('Hello there')
    const none = (await open('/es/articles')).html
    expect(none).toContain('href="/es/articles?language=all"')
  })

  test('have a link to what is older', async () => {
    for (let index = 0; index < 14; index += 1) await placeArticle({ title: `Title ${index}` })
    const { html } = await open('/articles')
    const more = /href="(\/articles\?cursor=[^"]+)"/.exec(html)?.[1] ?? ''
    const next = await open(more)
    expect(next.html.match(/class="article-card"/g)).toHaveLength(2)
  })

  test('show an article in its own language within the page’s', async () => {
    const { slug } = await placeArticle({
      title: 'Soirée',
      language: 'fr',
      markdown: '## Un\n\n[Tout](/events)\n\n## Deux\n\n## Trois',
    })
    const { html } = await open(`/es/articles/${slug}`)
    expect(html).toContain('<html lang="es"')
    expect(html).toMatch(/<h1[^>]* lang="fr"[^>]*>Soirée<\/h1>/)
    expect(html).toMatch(/<div class="prose" lang="fr"/)
    expect(html).toContain('<a href="/es/events">Tout</a>')
    expect(html).toContain('href="#section-deux"')
    expect(html).toContain('"@type":"Article"')
    expect(html).toContain('property="og:type" content="article"')
  })

  test('say to other sites when they were published and changed, the fixed ones too', async () => {
    const { slug } = await placeArticle({})
    await worker.hour(now)
    const instant = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/
    for (const name of [slug, 'what-to-watch-this-week', 'zevent-2025-guide']) {
      for (const locale of locales) {
        const { html } = await open(`/${locale}/articles/${name}`)
        const timeOf = (kind: string) =>
          new RegExp(`property="article:${kind}_time" content="([^"]+)"`).exec(html)?.[1]
        expect([name, timeOf('published')]).toEqual([name, expect.stringMatching(instant)])
        expect([name, timeOf('modified')]).toEqual([name, expect.stringMatching(instant)])
        expect(html).toContain('property="og:type" content="article"')
        expect(html).toContain(`"datePublished":"${timeOf('published')}"`)
      }
    }
  })
})

describe('the week', () => {
  const at = (name: string, offset: number, hypeCount = 0, language: 'en' | 'fr' = 'en') =>
    createEvent(worker, {
      name,
      startAt: now + offset,
      endAt: now + offset + 2 * hour,
      hypeCount,
      language,
    })

  test.each(locales)('is told from the agenda, in %s', async (locale) => {
    await at('On the air', -hour)
    await at('Big on Friday', 2 * day, 9, 'fr')
    await at('Small on Friday', 2 * day + hour)
    await at('Third on Friday', 2 * day + 2 * hour, 1)
    await at('Of Monday', -2 * day, 4)
    await at('Of last week', -7 * day, 5)
    await at('Of next week', 5 * day)
    await at('Far away', 30 * day)
    const { status, html } = await open(`/${locale}/articles/what-to-watch-this-week`)
    expect(status).toBe(200)
    const sections = Object.fromEntries(
      [
        ...html.matchAll(
          /<section class="section" aria-labelledby="([\w-]+)"(.*?)(?=<section class="section"|<\/article>)/gs,
        ),
      ].map(([, id = '', text = '']) => [id, text]),
    )
    expect(sections['live']).toContain('On the air')
    expect(sections['picks']).toContain('Big on Friday')
    expect(sections['picks']).not.toContain('Small on Friday')
    expect(sections['also']).toContain('Small on Friday')
    expect(sections['languages']).toContain('language=fr')
    expect(sections['earlier']).toContain('Of Monday')
    expect(sections['last-week']).toContain('Of last week')
    expect(sections['next-week']).toContain('Of next week')
    expect(html).not.toContain('Far away')
    expect(html).toContain('"@type":"Article"')
  })

  test('is the next seven days from Friday evening on', async () => {
    const friday = Date.UTC(2027, 2, 26, 18)
    const startAt = friday + 3 * day
    await createEvent(worker, { name: 'On Monday', startAt, endAt: startAt + hour })
    await createEvent(worker, {
      name: 'After it',
      startAt: startAt + hour,
      endAt: startAt + 2 * hour,
    })
    const path = '/articles/what-to-watch-this-week'
    const read = async (at: number) =>
      (await worker.fetch(path, { headers: { 'X-Test-Now': String(at) } })).text()
    const before = await read(friday - 60_000)
    expect(before).toContain('Nothing more through Sunday')
    expect(before).toMatch(/And next week.*On Monday/s)
    const after = await read(friday)
    expect(after).toContain('2 special streams on the agenda between now and Thursday.')
    expect(after).toMatch(/aria-labelledby="picks".*On Monday/s)
    expect(after).toMatch(/from=2027-03-26&[^"]*language=en&[^"]*to=2027-04-01/)
  })

  test('says so when nothing is left of it, and where to go', async () => {
    const { status, html } = await open('/articles/what-to-watch-this-week')
    expect(status).toBe(200)
    expect(html).toContain('Nothing more through Sunday')
  })
})

const contents = {
  'articles/zevent-2025-guide': 1200,
  faq: 300,
  'privacy-policy': 300,
  'terms-and-conditions': 300,
  'download-ios': 100,
  'data-deletion-request': 100,
  'legal-notice': 80,
  accessibility: 200,
}

describe.each(Object.entries(contents))('the page /%s', (path, words) => {
  test.each(locales)(
    'has its text in %s, and links to no page of another language',
    async (locale) => {
      const address = locale === 'en' ? `/${path}` : `/${locale}/${path}`
      const { status, html, headers } = await open(address)
      expect(status).toBe(200)
      expect(headers.get('Cloudflare-CDN-Cache-Control')).toContain('max-age=60')
      expect(headers.get('Cache-Tag')).toContain('pages')
      expect(html).toContain(`<html lang="${locale}"`)
      const title = /<title>(.*?) \|/.exec(html)?.[1]
      expect(html).toMatch(/<h1[^>]*>[^<]{3,}<\/h1>/)
      expect(/<h1[^>]*>([^<]*)</.exec(html)?.[1]).toBe(title)
      const text =
        /<div class="prose"[^>]*>(.*?)<\/div>\s*(?:<div data-article-end[^>]*><\/div>)?\s*(?:<script[^>]*><\/script>)?\s*(?:<section.*?<\/section>)?\s*<\/article>/s.exec(
          html,
        )?.[1] ?? ''
      expect(text.replaceAll(/<[^>]*>/g, ' ').split(/\s+/).length).toBeGreaterThan(words)
      expect(text).not.toMatch(/\{\w+\}|%7B|style=/)
      const links = [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, link = '']) => link)
      const prefix = locale === 'en' ? /^\/(?!en\b|es\b|fr\b)/ : new RegExp(`^/${locale}(/|$)`)
      for (const link of links) expect(link).toMatch(prefix)
      for (const link of new Set(links.map((one) => one.replace(/#.*/, '')))) {
        const { status: found } = await open(link)
        expect([link, found === 200 || found === 302]).toEqual([link, true])
      }
    },
  )
})
