import { beforeEach, describe, expect } from 'vitest'
import type { EventCount, EventsPage } from '#worker/features/events/contract.ts'
import type { SearchView } from '#worker/features/search/contract.ts'
import { createEvent, createManyEvents } from '#tests/support/factories/events.ts'
import { insertGame } from '#tests/support/factories/directory.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

/** 18:00 in Paris, noon in New York, 02:00 of Thursday in Tokyo. */
const now = Date.UTC(2027, 1, 24, 17)
beforeEach(async () => {
  await worker.sql`delete from events`
})

function place(name: string, iso: string, hours = 1) {
  const startAt = Date.parse(iso)
  return createEvent(worker, { name, startAt, endAt: startAt + hours * hour })
}

async function named(search: string, at: number = now): Promise<string[]> {
  const body = await worker.get<EventsPage>(`events?${search}`, { now: at })
  return body.items.map(({ name }) => name)
}

async function counted(search: string, at: number = now): Promise<EventCount> {
  return worker.get<EventCount>(`events/count?${search}`, {
    now: at,
  })
}

describe('tonight', () => {
  test('is what is on now and what starts until 05:00 of each reader’s clock', async () => {
    await place('on now', '2027-02-24T16:30:00Z')
    await place('Tokyo, the night under way', '2027-02-24T19:30:00Z')
    await place('Paris, last hour', '2027-02-25T03:00:00Z')
    await place('Paris, at 05:00', '2027-02-25T04:00:00Z')
    await place('New York, last hour', '2027-02-25T09:00:00Z')
    await place('New York, at 05:00', '2027-02-25T10:00:00Z')
    expect(await named('range=tonight&tz=Europe/Paris')).toEqual([
      'on now',
      'Tokyo, the night under way',
      'Paris, last hour',
    ])
    expect(await named('range=tonight&tz=America/New_York')).toEqual([
      'on now',
      'Tokyo, the night under way',
      'Paris, last hour',
      'Paris, at 05:00',
      'New York, last hour',
    ])
    expect(await named('range=tonight&tz=Asia/Tokyo')).toEqual([
      'on now',
      'Tokyo, the night under way',
    ])
  })

  test('goes on after midnight until 05:00, then is the next one', async () => {
    await place('before midnight', '2027-02-24T22:30:00Z')
    await place('after midnight', '2027-02-25T01:00:00Z')
    await place('evening after', '2027-02-25T19:00:00Z')
    const tonight = (iso: string) => named('range=tonight&tz=Europe/Paris', Date.parse(iso))
    expect(await tonight('2027-02-24T22:59:59Z')).toEqual(['before midnight', 'after midnight'])
    expect(await tonight('2027-02-24T23:00:00Z')).toEqual(['before midnight', 'after midnight'])
    expect(await tonight('2027-02-25T00:30:00Z')).toEqual(['after midnight'])
    expect(await tonight('2027-02-25T04:00:00Z')).toEqual(['evening after'])
  })

  test('ends at 05:00 of a clock that changed in it', async () => {
    await place('spring, in', '2027-03-28T02:30:00Z')
    await place('spring, out', '2027-03-28T03:00:00Z')
    await place('autumn, in', '2027-10-31T03:30:00Z')
    await place('autumn, out', '2027-10-31T04:00:00Z')
    const tonight = (iso: string) => named('range=tonight&tz=Europe/Paris', Date.parse(iso))
    expect(await tonight('2027-03-27T20:00:00Z')).toEqual(['spring, in'])
    expect(await tonight('2027-03-28T00:30:00Z')).toEqual(['spring, in'])
    expect(await tonight('2027-10-30T20:00:00Z')).toEqual(['autumn, in'])
    expect(await tonight('2027-10-31T01:30:00Z')).toEqual(['autumn, in'])
  })

  test('holds what is on, however long, and nothing that is over', async () => {
    await place('over by now', '2027-02-24T18:00:00Z')
    await place('over before it', '2027-02-24T12:00:00Z', 5)
    await place('on, of many days', '2027-02-22T12:00:00Z', 96)
    await place('on into the evening', '2027-02-24T15:00:00Z', 6)
    const at = now + 3 * hour
    const both = ['on into the evening', 'on, of many days']
    for (const more of ['', '&future_only=true', '&phase=live', '&sort=hype', '&sort=newest']) {
      expect((await named(`range=tonight&tz=Europe/Paris${more}`, at)).toSorted()).toEqual(both)
    }
    expect(await named('range=tonight&tz=Europe/Paris&phase=past', at)).toEqual([])
  })

  test('is a feed, too, of what is to come', async () => {
    await place('evening', '2027-02-24T19:00:00Z')
    await place('tomorrow', '2027-02-25T19:00:00Z')
    const headers = { 'X-Test-Now': String(now) }
    const path = '/feeds/events.ics?range=tonight&tz=Europe/Paris'
    const feed = await (await worker.fetch(path, { headers })).text()
    expect(feed).toContain('SUMMARY:evening')
    expect(feed).not.toContain('SUMMARY:tomorrow')
  })
})

describe('a count', () => {
  test('is how long the list with the same filters is', async () => {
    const gameId = await insertGame(worker, 'Counted Quest')
    await place('past', '2027-02-20T12:00:00Z')
    await place('live', '2027-02-24T16:00:00Z', 3)
    await place('tonight', '2027-02-24T20:00:00Z')
    const startAt = now + 2 * day
    const facts = { startAt, endAt: startAt + hour, gameId, language: 'fr' } as const
    await createEvent(worker, { name: 'French', ...facts })
    await createEvent(worker, { name: 'not public', ...facts, status: 'pending' })
    await createEvent(worker, { name: 'cancelled', ...facts, cancelledAt: now - 1 })
    for (const search of [
      '',
      'future_only=true',
      'phase=past',
      'phase=past&phase=live',
      'future_only=true&phase=past',
      'range=tonight&tz=Europe/Paris',
      'range=today',
      'language=fr',
      `game=${gameId}`,
      'q=TONI',
      'q=none+of+it',
      `from=${new Date(now + day).toISOString()}`,
    ]) {
      const { length } = await named(search)
      expect([search, await counted(search)]).toEqual([search, { count: length, has_more: false }])
    }
  })

  test('understands the days and the names that the page of the agenda asks for', async () => {
    const gameId = await insertGame(worker, 'Another Quest')
    const startAt = Date.parse('2027-02-26T23:30:00Z')
    await createEvent(worker, { name: 'Zelda', startAt, endAt: startAt + hour, gameId })
    expect((await counted('game_q=OTHER+que')).count).toBe(1)
    expect((await counted('game_q=none')).count).toBe(0)
    expect((await counted('streamer_q=nobody+at+all')).count).toBe(0)
    expect((await counted('from=2027-02-27')).count).toBe(1)
    expect((await counted('to=2027-02-26')).count).toBe(1)
    expect((await counted('to=2027-02-26&tz=Europe/Paris')).count).toBe(0)
    expect((await counted('from=2027-02-27&to=2027-02-27&tz=Europe/Paris')).count).toBe(1)
  })

  test('ends at 100, also of what is live, to come and past together', async () => {
    await createManyEvents(worker, 100, { name: 'Many', startAt: now + day })
    await query(
      worker,
      `update events set start_at = start_at - ?1, end_at = end_at - ?1 where approved_at <= 40`,
      9 * day,
    )
    expect(await counted('')).toEqual({ count: 100, has_more: false })
    await place('one more', '2027-02-24T16:00:00Z', 3)
    expect(await counted('')).toEqual({ count: 100, has_more: true })
    expect(await counted('future_only=true')).toEqual({ count: 61, has_more: false })
  })

  test('costs one trip to the database, and may be kept by caches', async () => {
    const before = worker.trips()
    const response = await worker.fetch('/api/v1/events/count?range=week')
    expect([response.status, worker.trips() - before]).toEqual([200, 1])
    expect(response.headers.get('Cloudflare-CDN-Cache-Control')).toContain('max-age=60')
    expect(response.headers.get('Cache-Tag')).toBe('events')
  })

  test.each(['from=yesterday', 'to=2027-02-31', 'range=year', 'language=xx', 'tz=Mars/Base'])(
    'refuses %s',
    async (search) => {
      const { status, body } = await worker.call('GET', `events/count?${search}`)
      expect([status, body.code]).toEqual([422, 'validation_failed'])
    },
  )
})

describe('a search that names a day', () => {
  const saturday = { range: 'day', day: '2027-02-27' }

  async function found(search: string, at: number = now): Promise<SearchView> {
    return worker.get<SearchView>(`search?${search}`, { now: at })
  }
  const names = ({ events }: SearchView) => events.map(({ name }) => name)

  test('finds the events of that day, in the reader’s zone', async () => {
    await place('Friday in Paris, Saturday in Tokyo', '2027-02-26T22:00:00Z')
    await place('Saturday', '2027-02-27T12:00:00Z')
    await place('Sunday in Paris, Saturday in New York', '2027-02-28T02:00:00Z')
    await place('a week later', '2027-03-06T12:00:00Z')
    const of = async (search: string) => names(await found(search))
    expect(await of('q=saturday&tz=Europe/Paris')).toEqual(['Saturday'])
    expect(await of('q=saturday&tz=Asia/Tokyo')).toEqual([
      'Friday in Paris, Saturday in Tokyo',
      'Saturday',
    ])
    expect(await of('q=saturday&tz=America/New_York')).toEqual([
      'Saturday',
      'Sunday in Paris, Saturday in New York',
    ])
    expect((await found('q=SÁBADO&locale=es&tz=Europe/Paris')).when).toEqual(saturday)
  })

  test.each([
    ['q=tonight', { range: 'tonight', day: '2027-02-24' }],
    ['q=ce+soir&locale=fr&tz=Asia/Tokyo', { range: 'tonight', day: '2027-02-25' }],
    ['q=today', { range: 'day', day: '2027-02-24' }],
    ['q=today&tz=Asia/Tokyo', { range: 'day', day: '2027-02-25' }],
    ['q=demain&locale=fr', { range: 'day', day: '2027-02-25' }],
    ['q=wednesday', { range: 'day', day: '2027-02-24' }],
    ['q=tuesday', { range: 'day', day: '2027-03-02' }],
    ['q=demain', null],
    ['q=saturday&types=game', null],
  ])('understands %s', async (search, when) => {
    expect((await found(search)).when).toEqual(when)
  })

  test('keeps to the other words on that day, and to the name where it has none of them', async () => {
    await insertGame(worker, 'Zelda Saga')
    await place('Zelda race', '2027-02-27T12:00:00Z')
    await place('Zelda relay', '2027-02-26T12:00:00Z')
    await place('Another race', '2027-02-27T15:00:00Z')
    const race = await found('q=zelda+saturday')
    expect([names(race), race.when]).toEqual([['Zelda race'], saturday])
    expect(race.games.map(({ name }) => name)).toEqual(['Zelda Saga'])
    expect(names(await found('q=saturday+zleda'))).toEqual(['Zelda race'])
    await place('Saturday Night Quiz', '2027-03-30T12:00:00Z')
    expect(names(await found('q=saturday+night+quiz'))).toEqual(['Saturday Night Quiz'])
    await place('Of many days', '2027-02-23T12:00:00Z', 200)
    expect(names(await found('q=friday'))).toEqual(['Zelda relay', 'Of many days'])
    expect(names(await found('q=thursday+quiz'))).toEqual([])
  })

  test('costs one trip to the database', async () => {
    const before = worker.trips()
    await found('q=zelda+saturday&tz=Europe/Paris')
    expect(worker.trips() - before).toBe(1)
  })
})
