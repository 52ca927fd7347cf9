import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import * as v from 'valibot'
import { addUpcomingOccurrences } from '#local/demo-events.ts'
import { DemoEvent } from '#local/demo-occurrences.ts'
import { importDataFile } from '#worker/features/imports/files/imports.ts'
import type { SearchView } from '#worker/features/search/contract.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { publishEvent } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const now = Date.UTC(2026, 10, 20, 12)
const files = [
  'data/games.json',
  'data/event_groups.json',
  'fictional-groups.json',
  'data/streamers.json',
  'fictional-streamers.json',
  'data/events.json',
]

function readDemo(path: string): string {
  return readFileSync(new URL(`../../local/demo/${path}`, import.meta.url), 'utf8')
}

test.beforeAll(async () => {
  const { db } = worker.environment
  for (const path of files) await importDataFile(db, now, readDemo(path))
  const fictional = v.parse(v.array(DemoEvent), JSON.parse(readDemo('fictional-events.json')))
  await addUpcomingOccurrences(db, now, fictional)
})

async function find(q: string, rest: Record<string, string> = {}): Promise<SearchView> {
  const path = `search?${new URLSearchParams({ q, ...rest })}`
  return worker.get<SearchView>(path, { now })
}

/** The first five of each type, by name. */
async function namesFor(q: string): Promise<Record<string, string[]>> {
  const { events, groups, games, streamers } = await find(q, { limit: '5' })
  return {
    event: events.map(({ name }) => name),
    group: groups.map(({ name }) => name),
    game: games.map(({ name }) => name),
    streamer: streamers.map(({ display_name }) => display_name),
  }
}

describe('a name written with a slip, without accents or in part is found', () => {
  test.each([
    ['zeratr', 'streamer', 'ZeratoR'],
    ['zertaor', 'streamer', 'ZeratoR'],
    ['rator', 'streamer', 'ZeratoR'],
    ['squezie', 'streamer', 'Squeezie'],
    ['ibay', 'streamer', 'Ibai'],
    ['aminematue', 'streamer', 'AmineMaTué'],
    ['amine ma tue', 'streamer', 'AmineMaTué'],
    ['mister mv', 'streamer', 'MisterMV'],
    ['antoine daneil', 'streamer', 'Antoine Daniel'],
    ['capitaine crouton', 'streamer', 'Capitaine Croûton'],
    ['capitan siest', 'streamer', 'Capitán Siesta'],
    ['profesor wobble', 'streamer', 'Professor Wobble'],
    ['demo_novanoodle', 'streamer', 'Nova Noodle'],
    ['auronplya', 'streamer', 'AuronPlay'],
    ['elden rign', 'game', 'Elden Ring'],
    ['zleda', 'game', 'The Legend of Zelda: Ocarina of Time'],
    ['ocarina', 'game', 'The Legend of Zelda: Ocarina of Time'],
    ['minecrat', 'game', 'Minecraft'],
    ['counter strike', 'game', 'Counter-Strike'],
    ['trakmania', 'game', 'Trackmania'],
    ['expedition 33', 'game', 'Clair Obscur: Expedition 33'],
    ['smash bros mele', 'game', 'Super Smash Bros. Melee'],
    ['geogesser', 'game', 'GeoGuessr'],
    ['zevnet', 'event', 'ZEvent 2025'],
    ['spedons', 'event', 'SpeeDons 6'],
    ['awsome games done quick', 'event', 'Awesome Games Done Quick 2025'],
    ['gpexplorer', 'event', 'GP Explorer 3 : The Last Race (week-end complet)'],
    ['maraton de la siesta', 'event', 'Maratón de la Siesta Imposible'],
    ['teapto relay', 'event', 'The Teapot Relay: Sixty Hours on the Boil'],
    ['atelier des doublages rates', 'event', 'L’Atelier des doublages ratés'],
    ['construccion a ciegas', 'event', 'Construcción a ciegas'],
    ['golden spatul', 'event', 'The Golden Spatula Awards'],
    ['nuits du crouton', 'group', 'Les Nuits du Croûton'],
    ['europan speedrunner', 'group', 'European Speedrunner Assembly'],
  ])('“%s”: the %s %s', async (search, type, name) => {
    const found = await namesFor(search)
    expect(found[type]).toContain(name)
  })
})

describe('whatever is typed', () => {
  const none: SearchView = {
    when: null,
    category: null,
    events: [],
    groups: [],
    games: [],
    streamers: [],
  }

  test.each(['%', '_', '🎮🎉', '"', "'", '""*', '^-:()', '    ', '\\'])(
    '“%s” is no name, and no error',
    async (q) => {
      expect(await find(q)).toEqual(none)
    },
  )

  test.each([
    'שלום עולם',
    '<script>alert(1)</script>',
    'zzqq" OR name:*',
    'NEAR(zzqq qqzz, 2)',
    'zzqq NOT qqzz',
    "zzqq'; drop table events; --",
    'zzqq%00',
    '名前',
    'ﷺ',
    'İİİİİ',
    '\u202ezzqq',
    'q'.repeat(200),
    `${'zq '.repeat(66)}z`,
  ])('“%s” finds nothing, and is no error', async (q) => {
    expect(await find(q)).toEqual(none)
  })

  test('operators stand for themselves [ASVS 1.2.4]', async () => {
    const title = 'Cats AND Dogs NOT "Fish" (live) 100%'
    await publishEvent(worker, now + 9 * day, { now, changes: { name: title } })
    for (const q of [title, 'and dogs not', '"fish"', '(live) 100%', 'CATS* dogs']) {
      expect((await namesFor(q))['event'], q).toContain(title)
    }
    expect((await namesFor('cats NOT elephants'))['event']).not.toContain(title)
  })

  test('more than 200 characters are refused, and so are a wrong type and limit', async () => {
    for (const search of [`q=${'a'.repeat(201)}`, `q=${'a'.repeat(10_000)}`, 'q=a&types=article']) {
      const answer = await worker.call('GET', `search?${search}`)
      expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed'])
    }
    expect((await worker.call('GET', 'search?q=a&limit=0')).status).toBe(422)
    expect((await worker.call('GET', 'search?q=%E0%00')).status).toBeLessThan(500)
  })

  test('no text at all finds nothing', async () => {
    const answer = await worker.call<SearchView>('GET', 'search')
    expect([answer.status, answer.body]).toEqual([200, none])
  })
})

describe('the answer', () => {
  test('holds only the types asked for, at most so many of each', async () => {
    const one = await find('ma', { types: 'game', limit: '2' })
    expect([one.games.length, one.streamers.length, one.events.length]).toEqual([2, 0, 0])
    const two = await find('ma', { types: 'game,streamer', limit: '1' })
    expect([two.games.length, two.streamers.length, two.events.length]).toEqual([1, 1, 0])
    const repeated = await worker.call<SearchView>('GET', 'search?q=ma&types=game&types=event', {
      now,
    })
    expect(repeated.body.streamers).toEqual([])
    expect(repeated.body.events.length).toBeGreaterThan(0)
  })

  test('may be kept for a minute, until something it shows changes', async () => {
    const { headers } = await worker.call('GET', 'search?q=zevent', { now })
    expect(headers.get('Cloudflare-CDN-Cache-Control')).toMatch(
      /^public, max-age=(?:[1-9]|[1-5]\d|60),/,
    )
    expect(headers.get('Cache-Tag')).toBe('events,groups,games,streamers')
  })

  test('shows no event before its approval nor after it is taken back', async () => {
    const { id } = await publishEvent(worker, now + 5 * day, {
      now,
      changes: { name: 'Quizzical Quagmire' },
    })
    const found = async () => (await namesFor('quizzical'))['event']
    expect(await found()).toEqual(['Quizzical Quagmire'])
    await worker.sql`update events set status = 'disabled' where id = ${id}`
    expect(await found()).toEqual([])
    await worker.sql`update events set status = 'approved', name = 'Serene Pond' where id = ${id}`
    expect(await found()).toEqual([])
    expect((await namesFor('serene pond'))['event']).toEqual(['Serene Pond'])
  })

  test('is one round trip to the database', async () => {
    const searches: [string, string][] = [
      ['zevent', 'ZEvent 2025'],
      ['zevnet', 'ZEvent 2025'],
      ['no such thing at all', ''],
    ]
    for (const [q, first] of searches) {
      const before = worker.trips()
      expect((await find(q)).events[0]?.name ?? '').toBe(first)
      expect([q, worker.trips() - before]).toEqual([q, 1])
    }
  })
})
