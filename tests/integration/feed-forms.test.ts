import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertGame, insertGroup, insertStreamer } from '#tests/support/factories/directory.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { parsedCalendar, valueOf } from '#tests/support/parsers/ical.ts'
import { childrenOf, childText, readXml, type XmlElement } from '#tests/support/parsers/xml.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

const now = Date.UTC(2027, 2, 24, 12)
const hostileName = 'Q&A and AT&amp;T <blind> ]]> run'
let site: string
let ids: Record<'game' | 'streamer' | 'group', number>
test.beforeAll(async () => {
  site = worker.environment.vars['SITE_URL'] ?? ''
  ids = {
    game: await insertGame(worker, 'Celeste'),
    streamer: await insertStreamer(worker, 'Ana'),
    group: await insertGroup(worker, hostileName),
  }
  const times = { startAt: now + day, endAt: now + day + hour, approvedAt: now - day }
  await createEvent(worker, { name: hostileName, slug: 'kept', groupId: ids.group, ...times })
  await createEvent(worker, { ...times, cancelledAt: now - hour, slug: 'off', name: 'Off' })
  for (const [slug, title, language, status] of [
    ['an-english-one', hostileName, 'en', 'published'],
    ['un-francais', 'Un français', 'fr', 'published'],
    ['of-none', 'Of none', null, 'published'],
    ['draft', 'Draft', 'en', 'draft'],
  ] as const) {
    await query(
      worker,
      `insert into articles (slug, title, excerpt, markdown, language, status, author_name, created_at, updated_at, published_at)
        values (?, ?, 'Short & <b>', 'Text.', ?, ?, 'Someone', 0, ?, ?)`,
      ...([slug, title, language, status, now - hour, now - day] as never[]),
    )
  }
})

async function textOf(path: string): Promise<string> {
  const response = await worker.fetch(path, { headers: { 'X-Test-Now': String(now) } })
  expect([path, response.status]).toEqual([path, 200])
  return response.text()
}

type Raw = { status: number; headers: Record<string, string>; body: Buffer }

/** Answer as it goes over the wire: `fetch` would unpack it. */
function rawly(path: string, headers: Record<string, string>): Promise<Raw> {
  const options = { headers: { 'X-Test-Now': String(now), ...headers } }
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, worker.url), options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          body: Buffer.concat(parts),
        }),
      )
    })
    sent.on('error', reject).end()
  })
}

describe('a calendar on its way', () => {
  test.each(['/feeds/events.ics', '/feeds/events/kept.ics'])(
    '%s is compressed for who takes it, under one tag in both forms',
    async (path) => {
      for (const round of ['computed', 'cached']) {
        const plain = await rawly(path, { 'Accept-Encoding': 'identity' })
        const packed = await rawly(path, { 'Accept-Encoding': 'gzip, br' })
        expect(plain.headers['content-encoding']).toBeUndefined()
        expect([round, packed.headers['content-encoding']]).toEqual([round, 'gzip'])
        expect(gunzipSync(packed.body).equals(plain.body)).toBe(true)
        expect(packed.body.length).toBeLessThan(plain.body.length)
        expect(packed.headers['etag']).toBe(plain.headers['etag'])
        for (const { headers } of [plain, packed]) expect(headers['vary']).toBe('Accept-Encoding')
      }
    },
  )

  test.each(['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br'])(
    'is plain for who accepts “%s”',
    async (accepted) => {
      const headers = accepted ? { 'Accept-Encoding': accepted } : {}
      const answer = await rawly('/feeds/events.ics', headers as Record<string, string>)
      expect(answer.headers['content-encoding']).toBeUndefined()
      expect(answer.body.toString()).toMatch(/^BEGIN:VCALENDAR\r\n/)
    },
  )

  test.each(['gzip', 'identity'])('is not sent again by %s to who has it', async (accepted) => {
    const { headers } = await rawly('/feeds/events.ics', { 'Accept-Encoding': 'gzip' })
    const again = await rawly('/feeds/events.ics', {
      'Accept-Encoding': accepted,
      'If-None-Match': headers['etag'] ?? '',
    })
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect(again.headers['vary']).toBe('Accept-Encoding')
    expect(again.headers['content-encoding']).toBeUndefined()
  })
})

describe('the language of an address', () => {
  test('is that of all that a calendar says by itself', async () => {
    const calendar = parsedCalendar(
      await textOf('/feeds/events.ics?lang=fr&category=charity&q=Q%26A'),
    )
    const name = valueOf(calendar, 'name').replace(/\s/g, ' ')
    expect(name).toBe('Hypecal – Nom : « Q&A »\\, Caritatif')
    expect(valueOf(calendar, 'url')).toBe(`${site}/fr/events?category=charity&q=Q%26A`)
    expect(valueOf(calendar, 'source')).toBe(
      `${site}/feeds/events.ics?lang=fr&category=charity&q=Q%26A`,
    )
    const description = valueOf(calendar, 'description')
    expect(description).toMatch(/^L’agenda des lives/)
    expect(valueOf(calendar, 'x-wr-caldesc').replace(/\\,/g, ',')).toBe(description)
    const [entry] = calendar.getAllSubcomponents('vevent')
    expect(entry?.getFirstProperty('categories')?.getValues()).toEqual(['Caritatif', 'Twitch'])
    expect(valueOf(entry, 'url')).toBe(`${site}/fr/events/kept`)
    expect(valueOf(entry, 'description')).toContain(`${site}/fr/events/kept`)
  })

  test('is that of the file of one event', async () => {
    const [entry] = parsedCalendar(
      await textOf('/feeds/events/kept.ics?lang=es'),
    ).getAllSubcomponents('vevent')
    expect(entry?.getFirstProperty('categories')?.getValues()).toEqual(['Benéfico', 'Twitch'])
    expect(valueOf(entry, 'url')).toBe(`${site}/es/events/kept`)
  })

  test('is one that Hypecal has, and English where it names none', async () => {
    expect((await worker.fetch('/feeds/events.ics?lang=de')).status).toBe(422)
    const headers = { 'Accept-Language': 'fr' }
    const text = await (await worker.fetch('/feeds/events.ics', { headers })).text()
    expect(text).toContain('all in one place. Hype')
  })
})

type Entry = { title: string; link: string; published: string; updated?: string; tags: string[] }
type JsonFeed = {
  title: string
  home_page_url: string
  feed_url: string
  icon: string
  items: {
    id: string
    url: string
    title: string
    content_html: string
    date_published: string
    date_modified: string
    tags?: string[]
    author?: { name: string }
  }[]
}

function decodeHtml(text = ''): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

const instant = (text = '') => new Date(text).toISOString()
const attribute = (element: XmlElement | undefined, name: string) => element?.attributes[name] ?? ''

async function readRss(path: string): Promise<Entry[]> {
  const [channel] = childrenOf(readXml(await textOf(path)), 'channel')
  expect(childText(childrenOf(channel, 'image')[0], 'url')).toBe(`${site}/icons/icon-192.png`)
  return childrenOf(channel, 'item').map((item) => ({
    title: childText(item, 'title') ?? '',
    link: childText(item, 'link') ?? '',
    published: instant(childText(item, 'pubDate')),
    tags: childrenOf(item, 'category').map(({ text }) => text),
  }))
}

async function readAtom(path: string): Promise<Entry[]> {
  const feed = readXml(await textOf(path))
  const links = childrenOf(feed, 'link').map(({ attributes }) => attributes)
  expect(links.find(({ rel }) => rel === 'self')?.['href']).toBe(site + path)
  expect([childText(feed, 'id'), feed.name]).toEqual([site + path, 'feed'])
  expect(childText(childrenOf(feed, 'author')[0], 'name')).toBe('Hypecal')
  return childrenOf(feed, 'entry').map((entry) => {
    const [title] = childrenOf(entry, 'title')
    expect([attribute(title, 'type'), childText(entry, 'id')]).toEqual([
      'html',
      attribute(childrenOf(entry, 'link')[0], 'href'),
    ])
    return {
      title: decodeHtml(title?.text),
      link: childText(entry, 'id') ?? '',
      published: instant(childText(entry, 'published')),
      updated: instant(childText(entry, 'updated')),
      tags: childrenOf(entry, 'category').map((one) => attribute(one, 'label')),
    }
  })
}

async function readJson(path: string): Promise<Entry[]> {
  const feed = JSON.parse(await textOf(path)) as JsonFeed
  expect(feed.feed_url).toBe(site + path)
  return feed.items.map((item) => {
    expect(item.id).toBe(item.url)
    return {
      title: item.title,
      link: item.url,
      published: item.date_published,
      updated: item.date_modified,
      tags: item.tags ?? [],
    }
  })
}

const forms = { rss: readRss, atom: readAtom, json: readJson }
const types = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

describe.each(['rss', 'atom', 'json'] as const)('the %s feed', (form) => {
  const withoutUpdate = ({ updated: _, ...entry }: Entry) => entry

  test('of events keeps titles as they are, their pages, dates and categories', async () => {
    const found = await forms[form](`/feeds/events.${form}?lang=fr`)
    const shared = { published: new Date(now - day).toISOString(), tags: ['Caritatif'] }
    expect(found.map(withoutUpdate)).toEqual([
      { title: 'Annulé – Off', link: `${site}/fr/events/off`, ...shared },
      { title: hostileName, link: `${site}/fr/events/kept`, ...shared },
    ])
    if (form !== 'rss') expect(found[0]?.updated).toBe(new Date(now - hour).toISOString())
  })

  test('of articles has those of its language and of none', async () => {
    const titlesOf = async (search: string) =>
      (await forms[form](`/feeds/articles.${form}${search}`)).map(({ title }) => title)
    expect(await titlesOf('')).toEqual([hostileName, 'Of none'])
    expect(await titlesOf('?lang=fr')).toEqual(['Un français', 'Of none'])
    expect(await titlesOf('?lang=es')).toEqual(['Of none'])
    const [first] = await forms[form](`/feeds/articles.${form}?lang=fr`)
    expect(first?.link).toBe(`${site}/fr/articles/un-francais`)
  })

  test.each(['events', 'articles'])(
    'of %s is open to other sites, under its own type',
    async (of) => {
      const response = await worker.fetch(`/feeds/${of}.${form}`)
      expect(response.headers.get('Content-Type')).toBe(types[form])
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      const refused = await worker.fetch(`/feeds/${of}.${form}`, { method: 'POST' })
      expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
      expect((await worker.fetch(`/feeds/${of}.${form}?lang=de`)).status).toBe(422)
    },
  )
})

describe('the head of a page names its feeds', () => {
  const page = (path: () => string, search: () => string, name: string) => ({ path, search, name })
  const none = () => ''
  test.each([
    page(() => '/', none, 'Hypecal'),
    page(() => '/events', none, 'Hypecal'),
    page(
      () => `/streamers/${ids.streamer}`,
      () => `streamer=${ids.streamer}`,
      'Hypecal – Ana',
    ),
    page(
      () => '/games/Celeste',
      () => `game=${ids.game}`,
      'Hypecal – Celeste',
    ),
    page(() => '/articles', none, 'Hypecal – Articles'),
    page(() => '/articles/an-english-one', none, 'Hypecal – Articles'),
    page(() => '/articles/zevent-2025-guide', none, 'Hypecal – Articles'),
    page(() => '/articles/what-to-watch-this-week', none, 'Hypecal – Articles'),
  ])('$name', async ({ path, search, name }) => {
    for (const locale of ['en', 'fr'] as const) {
      const prefix = locale === 'en' ? '' : `/${locale}`
      const html = await textOf((prefix + path()).replace(/(?<=.)\/$/, ''))
      const of = path().startsWith('/articles') ? 'articles' : 'events'
      const query = [locale === 'en' ? '' : `lang=${locale}`, search()]
        .filter(Boolean)
        .sort()
        .join('&amp;')
      const ends = query && `?${query}`
      for (const [form, type] of Object.entries({ ...types, ics: 'text/calendar' })) {
        if (form === 'ics' && of === 'articles') continue
        const href = `${site}/feeds/${of}.${form}${ends}`
        const link = `<link rel="alternate" type="${type.split(';')[0]}" title="${name}" href="${href}">`
        expect([path(), html.includes(link)]).toEqual([path(), true])
        await textOf(href.slice(site.length).replaceAll('&amp;', '&'))
      }
      if (of === 'events') expect(html).toContain(`webcal:`)
    }
  })
})
