import type ICAL from 'ical.js'
import { beforeEach, describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import { type EventOptions, createEvent } from '#tests/support/factories/events.ts'
import { insertGame } from '#tests/support/factories/directory.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { namesOf, parsedCalendar, valueOf } from '#tests/support/parsers/ical.ts'
import { childrenOf, childText, readXml } from '#tests/support/parsers/xml.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

const now = Date.UTC(2027, 2, 24, 12)
let site: string
test.beforeAll(async () => {
  site = worker.environment.vars['SITE_URL'] ?? ''
})
beforeEach(() => worker.sql`delete from events`)

function get(path: string, headers: Record<string, string> = {}, at = now): Promise<Response> {
  return worker.fetch(path, { headers: { 'X-Test-Now': String(at), ...headers } })
}

async function textOf(path: string, at = now): Promise<string> {
  const response = await get(path, {}, at)
  expect([path, response.status]).toEqual([path, 200])
  return response.text()
}

async function entries(path = '/feeds/events.ics', at = now): Promise<ICAL.Component[]> {
  return parsedCalendar(await textOf(path, at)).getAllSubcomponents('vevent')
}

/** An event of four hours that starts so long after now. */
function at(name: string, startIn: number, facts: Partial<EventOptions> = {}) {
  const startAt = now + startIn
  return createEvent(worker, { name, startAt, endAt: startAt + 4 * hour, ...facts })
}

function change(id: number, set: string, ...values: (string | number)[]) {
  return query(worker, `update events set ${set} where id = ?`, ...values, id)
}

describe('the calendar', () => {
  test('says what, when in UTC, where and under which lasting name', async () => {
    const { id, slug } = await at('Marathon', day)
    const [made, changed] = [Date.UTC(2027, 1, 3, 4, 5, 6), Date.UTC(2027, 2, 23, 22, 11, 12)]
    await change(id, 'created_at = ?, updated_at = ?', made, changed)
    const text = await textOf('/feeds/events.ics')
    const [entry] = parsedCalendar(text).getAllSubcomponents('vevent')
    const [row] = await worker.sql<{ identifier: string }>`select * from installation`
    expect(row?.identifier).toMatch(/^[0-9a-f]{16}$/)
    expect(valueOf(entry, 'uid')).toBe(`event-${id}@${row?.identifier}.hypecal`)
    expect(text).toContain('\r\nDTSTART:20270325T120000Z\r\n')
    expect(text).toContain('\r\nDTEND:20270325T160000Z\r\n')
    expect(text).toContain('\r\nCREATED:20270203T040506Z\r\n')
    expect(text).toContain('\r\nDTSTAMP:20270323T221112Z\r\n')
    expect(text).toContain('\r\nLAST-MODIFIED:20270323T221112Z\r\n')
    expect(valueOf(entry, 'url')).toBe(`${site}/events/${slug}`)
    expect(valueOf(entry, 'location')).toMatch(/^https:\/\/www\.twitch\.tv\/channel\d+$/)
    expect(valueOf(entry, 'description')).toContain(`${site}/events/${slug}`)
    expect(entry?.getFirstProperty('categories')?.getValues()).toEqual(['Charity', 'Twitch'])
    expect(valueOf(entry, 'status')).toBe('CONFIRMED')
  })

  test('has a name and says how often to come back', async () => {
    const calendar = parsedCalendar(await textOf('/feeds/events.ics'))
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Hypecal')
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H')
    expect(String(calendar.getFirstPropertyValue('x-published-ttl'))).toBe('PT1H')
    // A subscription is no message of scheduling, which would need an organizer.
    expect(await textOf('/feeds/events.ics')).not.toContain('METHOD')
  })

  test('is valid when nothing is on', async () => {
    expect(await entries()).toEqual([])
  })

  test('keeps a name’s commas, semicolons, lines, accents and emoji, over many lines', async () => {
    const name = 'Événement ; spécial, “très” long \\ ¿Qué? 🎮🔥 原神 '.repeat(4).trim()
    const { id } = await at(name, day)
    await change(id, 'description = ?', 'First; line,\nsecond \\n line\n\n🎉')
    const [entry] = await entries()
    expect(valueOf(entry, 'summary')).toBe(name)
    expect(valueOf(entry, 'description')).toContain('First; line,\nsecond \\n line\n\n🎉\n')
  })

  test('counts a change of an event, and its cancellation, as newer, under the same name', async () => {
    const { id } = await at('Moves', day)
    const names = new Set<string>()
    const sequence = async () => {
      const [entry] = await entries()
      names.add(valueOf(entry, 'uid'))
      return Number(valueOf(entry, 'sequence'))
    }
    await change(id, 'created_at = ?, updated_at = ?', now - 3 * day, now - 3 * day)
    const first = await sequence()
    await change(
      id,
      `name = 'Moved', slug = 'moved', start_at = start_at + 60000, updated_at = ?`,
      now - 2 * day,
    )
    const second = await sequence()
    await change(id, 'cancelled_at = ?', now - day)
    const third = await sequence()
    expect(first).toBeGreaterThanOrEqual(0)
    expect(second).toBeGreaterThan(first)
    expect(third).toBeGreaterThan(second)
    expect(third).toBeLessThan(2 ** 31)
    expect(names.size).toBe(1)
  })

  test('shows an event without an hour as whole days where its organiser is', async () => {
    const midnightInParis = Date.UTC(2027, 3, 2, 22)
    const { id } = await at('Two days', 0)
    await change(
      id,
      `start_at = ?, end_at = ?, time_certainty = 'date_only'`,
      midnightInParis,
      midnightInParis + 2 * day,
    )
    const text = await textOf('/feeds/events.ics')
    expect(text).toContain('\r\nDTSTART;VALUE=DATE:20270403\r\n')
    expect(text).toContain('\r\nDTEND;VALUE=DATE:20270405\r\n')
    const [entry] = parsedCalendar(text).getAllSubcomponents('vevent')
    expect(valueOf(entry, 'status')).toBe('CONFIRMED')
    await change(id, `time_certainty = 'tba'`)
    expect(valueOf((await entries())[0], 'status')).toBe('TENTATIVE')
  })

  test('lists what is live and to come, and for a month what was cancelled', async () => {
    await at('over', -2 * day)
    await at('to come', 2 * day)
    await at('live', -hour)
    await at('cancelled', day, { cancelledAt: now - 29 * day })
    await at('cancelled and over', -day, { cancelledAt: now - 2 * day })
    await at('cancelled long ago', day, { cancelledAt: now - 31 * day })
    await at('not public', day, { status: 'pending' })
    const found = await entries()
    expect(namesOf(found)).toEqual(['live', 'cancelled', 'to come', 'cancelled and over'])
    expect(found.map((entry) => valueOf(entry, 'status'))).toEqual([
      'CONFIRMED',
      'CANCELLED',
      'CONFIRMED',
      'CANCELLED',
    ])
  })

  test('takes the filters of the list, and refuses those that mean nothing', async () => {
    const game = await insertGame(worker, 'Celeste')
    await at('french', day, { language: 'fr' })
    await at('youtube', day, { platform: 'youtube' })
    await at('played', 2 * day, { gameId: game })
    await at('past', -2 * day, { language: 'fr' })
    const named = async (search: string) => namesOf(await entries(`/feeds/events.ics${search}`))
    expect(await named('?language=fr')).toEqual(['french'])
    expect(await named('?language=fr&platform=youtube')).toEqual([])
    expect(await named('?platform=youtube')).toEqual(['youtube'])
    expect(await named(`?game=${game}`)).toEqual(['played'])
    expect(await named('?q=french')).toEqual(['french'])
    expect(await named('?phase=past')).toEqual(['past'])
    expect(await named('?limit=1')).toHaveLength(1)
    const titled = async (search: string) =>
      readRss(await textOf(`/feeds/events.rss${search}`)).items.map(({ title }) => title)
    expect((await titled('')).toSorted()).toEqual(['french', 'played', 'youtube'])
    expect(await titled('?language=fr')).toEqual(['french'])
    expect(await titled('?platform=youtube')).toEqual(['youtube'])
    expect(await titled(`?game=${game}`)).toEqual(['played'])
    for (const search of ['?language=de', '?limit=201', '?limit=0', '?tz=Nowhere', '?game=x']) {
      for (const file of ['events.ics', 'events.rss']) {
        const refused = await get(`/feeds/${file}${search}`)
        expect([search, refused.status]).toEqual([search, 422])
        const body = (await refused.json()) as ErrorEnvelope
        expect(body.code).toBe('validation_failed')
        expect(refused.headers.get('Cache-Control')).toBe('no-store')
      }
    }
  })

  test('has more than a page of the list', async () => {
    for (let index = 0; index < 110; index += 1) await at(`number ${index}`, day + index)
    expect(await entries()).toHaveLength(110)
  })

  test('comes with its type and freshness, and is not sent twice to who has it', async () => {
    await at('soon', 30_000)
    const response = await get('/feeds/events.ics')
    expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('Cloudflare-CDN-Cache-Control')).toContain('max-age=30,')
    expect(response.headers.get('Cache-Tag')).toBe('events')
    const tag = response.headers.get('ETag') ?? ''
    const again = await get('/feeds/events.ics', { 'If-None-Match': tag }, now + 1000)
    expect([again.status, await again.text()]).toEqual([304, ''])
    await at('another', hour)
    expect((await get('/feeds/events.ics', { 'If-None-Match': tag })).status).toBe(200)
  })
})

describe('what is asked wrongly of a feed', () => {
  test.each([
    ['GET', '/feeds', 404, 'route_not_found'],
    ['GET', '/feeds/', 404, 'route_not_found'],
    ['GET', '/feeds/games.ics', 404, 'route_not_found'],
    ['GET', '/feeds/events', 404, 'route_not_found'],
    ['GET', '/feeds/events/some.rss', 404, 'route_not_found'],
    ['GET', '/feeds/%00', 404, 'route_not_found'],
    ['POST', '/feeds/games.ics', 404, 'route_not_found'],
    ['POST', '/feeds/events.ics', 405, 'method_not_allowed'],
    ['DELETE', '/feeds/events.rss', 405, 'method_not_allowed'],
    ['PUT', '/feeds/events/some.ics', 405, 'method_not_allowed'],
    ['GET', '/feeds/events.rss?language=de', 422, 'validation_failed'],
  ])('%s %s is refused in the envelope', async (method, path, status, code) => {
    const headers = { 'Accept-Language': 'fr' }
    const refused = await worker.fetch(path, { method, headers, redirect: 'manual' })
    const { msg, ...body } = (await refused.json()) as ErrorEnvelope
    expect([refused.status, body.code]).toEqual([status, code])
    expect(msg).toMatch(/[a-zé]/)
    expect(refused.headers.get('Cache-Control')).toBe('no-store')
    expect(refused.headers.get('Vary')).toContain('Accept-Language')
    expect(refused.headers.get('Allow')).toBe(status === 405 ? 'GET, HEAD' : null)
  })
})

describe('the file of one event', () => {
  test('is one entry to keep, cancelled or not', async () => {
    const { id, slug } = await at('Kept', day)
    const response = await get(`/feeds/events/${slug}.ics`)
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${slug}.ics"`)
    expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('Cache-Tag')).toBe(`event-${id}`)
    expect(namesOf(parsedCalendar(await response.text()).getAllSubcomponents('vevent'))).toEqual([
      'Kept',
    ])
    await change(id, 'cancelled_at = ?', now - 90 * day)
    const [entry] = await entries(`/feeds/events/${slug}.ics`)
    expect(valueOf(entry, 'status')).toBe('CANCELLED')
  })

  test('exists only for what is public', async () => {
    const { slug } = await at('hidden', day, { status: 'pending' })
    for (const name of [slug, 'no-such-event', 'BAD-slug', '%27']) {
      const response = await get(`/feeds/events/${name}.ics`)
      const body = (await response.json()) as ErrorEnvelope
      expect([name, response.status, body.code]).toEqual([name, 404, 'event_not_found'])
    }
  })
})

function readRss(xml: string) {
  const rss = readXml(xml)
  expect([rss.name, rss.attributes['version']]).toEqual(['rss', '2.0'])
  const [channel] = childrenOf(rss, 'channel')
  const items = childrenOf(channel, 'item').map((item) => ({
    title: childText(item, 'title'),
    link: childText(item, 'link'),
    guid: childText(item, 'guid'),
    isPermaLink: childrenOf(item, 'guid')[0]?.attributes['isPermaLink'],
    pubDate: childText(item, 'pubDate'),
    description: childText(item, 'description'),
  }))
  return { channel, items }
}

describe('the RSS feed', () => {
  test('lists what was announced last first, with a lasting link and the time in UTC and there', async () => {
    const { slug } = await at('Older', day, { approvedAt: now - 2 * day, language: 'fr' })
    await at('Newer', 2 * day, { approvedAt: now - day })
    await at('Off', 3 * day, { approvedAt: now - 3 * day, cancelledAt: now - hour })
    const response = await get('/feeds/events.rss')
    expect(response.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
    const { channel, items } = readRss(await response.text())
    expect(childText(channel, 'title')).toBe('Hypecal')
    expect(childrenOf(channel, 'atom:link')[0]?.attributes['href']).toBe(`${site}/feeds/events.rss`)
    expect(items.map(({ title }) => title)).toEqual(['Newer', 'Older', 'Canceled – Off'])
    const [, older] = items
    expect(older).toMatchObject({
      link: `${site}/events/${slug}`,
      guid: `${site}/events/${slug}`,
      isPermaLink: 'true',
      pubDate: new Date(now - 2 * day).toUTCString(),
    })
    expect(older?.description).toContain('Thursday, March 25, 2027')
    expect(older?.description).toMatch(/12:00 PM \(UTC\).*1:00 PM \(Europe\/Paris\)/)
  })

  test.each([
    ['', 'en-US'],
    ['?language=fr', 'en-US'],
    ['?lang=fr', 'fr-FR'],
    ['?lang=es&language=fr', 'es-ES'],
  ])('names its language: of %s it is %s', async (query, tag) => {
    const { channel } = readRss(await textOf(`/feeds/events.rss${query}`))
    expect(childText(channel, 'language')).toBe(tag)
  })

  test('writes the days of an event without an hour where its organiser is', async () => {
    const midnightInParis = Date.UTC(2027, 3, 2, 22)
    const { id } = await at('Two days', 0)
    const set = `start_at = ?, end_at = ?, time_certainty = 'date_only'`
    await change(id, set, midnightInParis, midnightInParis + 2 * day)
    const { items } = readRss(await textOf('/feeds/events.rss'))
    expect(items[0]?.description).toMatch(/April 3 .*April 4, 2027 \(Europe\/Paris\)/)
  })

  test('writes whatever a name and a description hold [ASVS 1.1.2, 1.2.1]', async () => {
    const name = '<b>A & B</b> ]]> C ]]> 🎮 "D"'
    const { id } = await at(name, day)
    await change(id, 'description = ?', '<script>alert(1)</script> ]]> & more\nlines')
    const { items } = readRss(await textOf('/feeds/events.rss?q=A%20%26'))
    expect(items).toHaveLength(1)
    expect(items[0]?.title).toBe(name)
    expect(items[0]?.description).toContain('&#60;script&#62;alert(1)')
    expect(items[0]?.description).not.toContain('<script')
  })

  test('is valid and the same for a day when nothing is on', async () => {
    const first = await textOf('/feeds/events.rss')
    expect(readRss(first).items).toEqual([])
    expect(await textOf('/feeds/events.rss', now + hour)).toBe(first)
  })
})
