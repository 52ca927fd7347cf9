import { beforeEach, describe, expect } from 'vitest'
import type { EventsPage, EventView } from '#worker/features/events/contract.ts'
import { type EventOptions, createEvent } from '#tests/support/factories/events.ts'
import { insertGame, insertGroup, insertStreamer } from '#tests/support/factories/directory.ts'
import { writeCursor } from '#tests/support/drivers/pagination.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

/** A Wednesday, four days before the clocks go forward in Europe. */
const now = Date.UTC(2027, 2, 24, 12)
beforeEach(async () => {
  await worker.sql`delete from events`
})

async function list(search = '', at = now): Promise<EventsPage> {
  return worker.get<EventsPage>(`events${search}`, { now: at })
}
const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)
const named = async (search = '', at = now) => namesOf(await list(search, at))

/** An event of four hours that starts so long after now. */
function at(name: string, startIn: number, facts: Partial<EventOptions> = {}) {
  const startAt = now + startIn
  return createEvent(worker, { name, startAt, endAt: startAt + 4 * hour, ...facts })
}

describe('the agenda', () => {
  test('lists live, then upcoming by start, then past with the newest first', async () => {
    await at('past, older', -3 * day)
    await at('upcoming, later', 2 * day)
    await at('live, newer', -hour)
    await at('past, newer', -day)
    await at('ends now', -4 * hour)
    await at('upcoming, sooner', day)
    await at('starts now', 0)
    await at('live, older', -3 * hour)
    const { items, next_cursor } = await list()
    expect(items.map(({ name, phase }) => [name, phase])).toEqual([
      ['live, older', 'live'],
      ['live, newer', 'live'],
      ['starts now', 'live'],
      ['upcoming, sooner', 'upcoming'],
      ['upcoming, later', 'upcoming'],
      ['ends now', 'past'],
      ['past, newer', 'past'],
      ['past, older', 'past'],
    ])
    expect(next_cursor).toBeNull()
  })

  test('shows nobody what is not approved, on any list or page', async () => {
    for (const status of ['pending', 'rejected', 'disabled'] as const) {
      const { slug } = await at(status, day, { status, hypeCount: 9 })
      await at(status, -hour, { status, hypeCount: 9 })
      expect((await worker.call('GET', `events/${slug}`, { now })).body.code).toBe(
        'event_not_found',
      )
    }
    for (const path of ['', '?sort=hype', '?sort=newest', '?phase=live', '/live', '/most_hyped']) {
      expect([path, await named(path)]).toEqual([path, []])
    }
  })

  test('drops a cancelled event from what is live and to come, and still shows its page', async () => {
    const cancelled = { cancelledAt: now - 1, hypeCount: 9 }
    const { slug } = await at('cancelled', day, cancelled)
    await at('cancelled live', -hour, cancelled)
    for (const path of [
      '',
      '?sort=hype',
      '?sort=newest',
      '?future_only=1',
      '/live',
      '/most_hyped',
    ]) {
      expect([path, await named(path)]).toEqual([path, []])
    }
    const page = await worker.call<EventView>('GET', `events/${slug}`, { now })
    expect([page.status, page.body.cancelled_at]).toEqual([200, '2027-03-24T11:59:59.999Z'])
  })

  test('has what is on now, and what is hyped most of all that is not over', async () => {
    await at('hyped, over', -day, { hypeCount: 50 })
    await at('hyped little', day, { hypeCount: 1 })
    await at('hyped, live', -hour, { hypeCount: 3 })
    await at('hyped not', day)
    await at('hyped most', 9 * day, { hypeCount: 7 })
    expect(await named('/live')).toEqual(['hyped, live'])
    expect(await named('/most_hyped')).toEqual(['hyped most', 'hyped, live', 'hyped little'])
    expect(await named('/most_hyped?limit=1')).toEqual(['hyped most'])
  })

  test('answers an unknown event with 404, also for names that are none', async () => {
    for (const slug of ['nothing', '%F0%9F%8E%89', '-1', 'a'.repeat(200)]) {
      const { status, body } = await worker.call('GET', `events/${slug}`)
      expect([slug, status, body.code]).toEqual([slug, 404, 'event_not_found'])
    }
  })

  test('costs one trip to the database for each read', async () => {
    const { slug } = await at('event', day)
    await at('other', -day)
    const { token } = await createMember(worker)
    const paths = ['', '?sort=hype', '?q=event&range=week', '/live', '/most_hyped', `/${slug}`]
    const mine = ['relations', 'events', 'notifications'].map((path) => `users/me/${path}`)
    for (const path of [...paths.map((path) => `events${path}`), 'games', ...mine]) {
      const before = worker.trips()
      expect((await worker.call('GET', path, { token })).status).toBe(200)
      expect([path, worker.trips() - before]).toEqual([path, 1])
    }
  })
})

describe('the filters', () => {
  test('each keep what they name, and one that repeats keeps any of its values', async () => {
    const game = await insertGame(worker, 'Filter Game')
    const group = await insertGroup(worker, 'Filter Group')
    const [one, other] = [
      await insertStreamer(worker, 'One'),
      await insertStreamer(worker, 'Other'),
    ]
    await at('french', day, { language: 'fr', platform: 'youtube' })
    await at('spanish', 2 * day, { language: 'es', category: 'speedrun', streamerIds: [one] })
    await at('english', 3 * day, { gameId: game, streamerIds: [one, other] })
    await at('grouped', 4 * day, { groupId: group })
    const cases: Record<string, string[]> = {
      'language=fr': ['french'],
      'language=fr&language=es': ['french', 'spanish'],
      'platform=youtube': ['french'],
      'platform=youtube&platform=twitch': ['french', 'spanish', 'english', 'grouped'],
      'category=speedrun': ['spanish'],
      'category=speedrun&category=charity&language=es': ['spanish'],
      [`game=${game}`]: ['english'],
      [`streamer=${one}`]: ['spanish', 'english'],
      [`streamer=${one}&streamer=${other}`]: ['spanish', 'english'],
      [`streamer=${other}`]: ['english'],
      [`group=${group}`]: ['grouped'],
      [`game=${game}&group=${group}`]: [],
      'q=GLI': ['english'],
      'q=': ['french', 'spanish', 'english', 'grouped'],
      'unknown=1': ['french', 'spanish', 'english', 'grouped'],
    }
    for (const [search, expected] of Object.entries(cases)) {
      expect([search, await named(`?${search}`)]).toEqual([search, expected])
    }
    const [, , english] = (await list()).items
    expect(english).toMatchObject({
      game: { id: game, slug: 'Filter Game' },
      participants: [{ streamer_id: one }, { streamer_id: other }],
    })
    expect((await list(`?group=${group}`)).items[0]?.group).toEqual({
      id: group,
      slug: 'Filter Group',
      name: 'Filter Group',
    })
  })

  test('take the signs of a pattern in a search literally', async () => {
    await at('100% fun', day)
    await at('100 fun', 2 * day)
    await at('a_b\\c', 3 * day)
    expect(await named('?q=0%25')).toEqual(['100% fun'])
    expect(await named('?q=_')).toEqual(['a_b\\c'])
    expect(await named('?q=b%5Cc')).toEqual(['a_b\\c'])
    expect(await named(`?q=${encodeURIComponent(`' or 1=1 --`)}`)).toEqual([])
  })

  test('keep a phase, or leave the past out', async () => {
    await at('past', -day)
    await at('live', -hour)
    await at('upcoming', day)
    expect(await named('?phase=past')).toEqual(['past'])
    expect(await named('?phase=past&phase=live')).toEqual(['live', 'past'])
    expect(await named('?future_only=true')).toEqual(['live', 'upcoming'])
    expect(await named('?future_only=0')).toEqual(['live', 'upcoming', 'past'])
    expect(await named('?future_only=true&phase=past')).toEqual([])
    expect((await named('?sort=newest&phase=live&phase=upcoming')).toSorted()).toEqual([
      'live',
      'upcoming',
    ])
  })

  test('take from and to as a half-open window that an event touches', async () => {
    await at('event', 0)
    const from = (ms: number) => `from=${new Date(now + ms).toISOString()}`
    const to = (ms: number) => `to=${new Date(now + ms).toISOString()}`
    expect(await named(`?${from(4 * hour - 1)}`)).toEqual(['event'])
    expect(await named(`?${from(4 * hour)}`)).toEqual([])
    expect(await named(`?${to(1)}`)).toEqual(['event'])
    expect(await named(`?${to(0)}`)).toEqual([])
    expect(await named(`?${from(hour)}&${to(2 * hour)}`)).toEqual(['event'])
    expect(await named(`?${from(2 * hour)}&${to(-hour)}`)).toEqual([])
  })
})

describe('a range', () => {
  const place = (name: string, iso: string, minutes = 10) => {
    const startAt = Date.parse(iso)
    return createEvent(worker, { name, startAt, endAt: startAt + minutes * 60_000 })
  }

  test('of a week starts on Monday in the reader’s zone', async () => {
    await place('Sunday before', '2027-03-21T22:30:00Z')
    await place('Monday in Paris', '2027-03-21T23:30:00Z')
    await place('Monday', '2027-03-22T01:00:00Z')
    await place('Sunday', '2027-03-28T21:30:00Z')
    await place('Monday after in Paris', '2027-03-28T22:30:00Z')
    const ofWeek = async (tz: string) => (await named(`?range=week&tz=${tz}`)).toSorted()
    expect(await ofWeek('UTC')).toEqual(['Monday', 'Monday after in Paris', 'Sunday'])
    expect(await ofWeek('Europe/Paris')).toEqual(['Monday', 'Monday in Paris', 'Sunday'])
  })

  test('of today is 23 hours long when the clocks go forward, and 25 when back', async () => {
    await place('last of the short day', '2027-03-28T21:59:00Z', 1)
    await place('first of the next', '2027-03-28T22:00:00Z')
    const short = Date.parse('2027-03-28T10:00:00Z')
    expect(await named('?range=today&tz=Europe/Paris', short)).toEqual(['last of the short day'])
    await place('last of the long day', '2027-10-31T22:59:00Z', 1)
    await place('first after the long day', '2027-10-31T23:00:00Z')
    const long = Date.parse('2027-10-30T22:00:00Z')
    expect(await named('?range=today&tz=Europe/Paris', long)).toEqual(['last of the long day'])
  })

  test('of today holds what began yesterday and is still on', async () => {
    await place('began yesterday', '2027-03-23T20:00:00Z', 12 * 60)
    await place('over yesterday', '2027-03-23T20:00:00Z', 4 * 60)
    expect(await named('?range=today')).toEqual(['began yesterday'])
    expect(await named('?range=today&future_only=true')).toEqual([])
  })

  test('of a month is the calendar month, and of all is everything', async () => {
    await place('February', '2027-02-28T23:00:00Z')
    await place('March', '2027-03-31T23:00:00Z')
    await place('April', '2027-04-01T00:00:00Z')
    expect(await named('?range=month')).toEqual(['March'])
    expect((await named('?range=month&tz=America/Lima')).toSorted()).toEqual(['April', 'March'])
    expect(await named('?range=all')).toEqual(['March', 'April', 'February'])
  })

  test('is known for every zone that there is', async () => {
    const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % 7 === 0)
    const odd = ['utc', 'EST', 'GMT+0', 'Etc/GMT+12', 'US/Pacific', 'Asia/Calcutta', 'PST8PDT']
    const apia = ['Pacific/Apia', 'America/St_Johns', 'Africa/Casablanca', 'Antarctica/Troll']
    for (const zone of [...zones, ...odd, ...apia]) {
      const search = `range=week&tz=${encodeURIComponent(zone)}`
      const { status } = await worker.call('GET', `events?${search}`, { now })
      expect([zone, status]).toEqual([zone, 200])
    }
  })
})

describe('the order', () => {
  test('by hype is the most hyped first, by newest the last approved first', async () => {
    await at('a', -day, { hypeCount: 2, approvedAt: 3 })
    await at('b', day, { hypeCount: 9, approvedAt: 1 })
    await at('c', 2 * day, { hypeCount: 5, approvedAt: 2 })
    expect(await named('?sort=hype')).toEqual(['b', 'c', 'a'])
    expect(await named('?sort=newest')).toEqual(['a', 'c', 'b'])
    expect(await named('?sort=hype&future_only=true')).toEqual(['b', 'c'])
  })
})

describe('paging', () => {
  /** All pages, with something done between them. */
  async function readAll(search: string, between: (page: number) => Promise<unknown>) {
    const names: string[] = []
    let cursor = ''
    for (let page = 0; page < 30; page += 1) {
      const found = await list(`${search}&limit=4${cursor}`, now + page * hour)
      expect(found.items.length).toBeLessThanOrEqual(4)
      names.push(...namesOf(found))
      if (found.next_cursor === null) return names
      cursor = `&cursor=${encodeURIComponent(found.next_cursor)}`
      await between(page)
    }
    throw new Error('the pages do not end')
  }

  test.each(['sort=start', 'sort=newest', 'sort=hype'])(
    'repeats and skips nothing by %s while events are added and time goes on',
    async (search) => {
      const names = Array.from({ length: 23 }, (_, index) => `event ${index}`)
      for (const [index, name] of names.entries()) {
        const startIn = [-3 * hour, -2 * day, 3 * hour, day, -hour][index % 5] ?? 0
        await at(name, startIn + (index % 2), { hypeCount: index % 3 })
      }
      const seen = await readAll(`?${search}`, async (page) => {
        await at(`added ${page}`, [-hour, 2 * hour, -day][page % 3] ?? 0)
      })
      expect(seen.filter((name) => name.startsWith('event')).toSorted()).toEqual(names.toSorted())
      expect(new Set(seen).size).toBe(seen.length)
    },
  )

  test('of events that start at one instant goes by id', async () => {
    for (let index = 0; index < 10; index += 1) await at(`same ${index}`, day)
    const seen = await readAll('?sort=start', () => Promise.resolve())
    expect(seen).toEqual(Array.from({ length: 10 }, (_, index) => `same ${index}`))
  })

  test('goes on only in the order that made the cursor, and names what was wrong', async () => {
    for (let index = 0; index < 3; index += 1) {
      await at(`event ${index}`, day, { hypeCount: 3, approvedAt: 3 })
    }
    const sorts = ['start', 'hype', 'newest']
    for (const sort of sorts) {
      const { next_cursor: cursor } = await list(`?sort=${sort}&limit=1`)
      for (const other of sorts) {
        const path = `events?sort=${other}&limit=1&cursor=${cursor}`
        const { status, body } = await worker.call('GET', path, { now })
        const details = [
          { path: 'cursor', msg: 'This link no longer works. Go back to the first page.' },
        ]
        const refused = [422, 'validation_failed', details]
        const accepted = [200, undefined, undefined]
        expect([sort, other, status, body.code, body.details]).toEqual([
          sort,
          other,
          ...(sort === other ? accepted : refused),
        ])
      }
    }
  })

  test.each([
    'cursor=x',
    `cursor=${writeCursor('events.start', now, 'live', now)}`,
    `cursor=${writeCursor('events.start', now, 'later', now, 1)}`,
    `cursor=${writeCursor('events.start', now, 'live', now, 1, 1)}`,
    `cursor=${writeCursor('events.start', -1, 'live', now, 1)}`,
    'cursor=..',
    'cursor=%00',
    `cursor=${'1'.repeat(1001)}`,
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=',
    'limit=1&limit=2',
    'range=year',
    'tz=Nowhere/Land',
    'tz=%2B01:00',
    'from=yesterday',
    'from=2027-03-24',
    'to=2027-13-01T00:00:00Z',
    'language=de',
    'language=fr&language=xx',
    'platform=nosuch',
    'category=',
    'game=abc',
    'game=0',
    'streamer=-1',
    'group=1.5',
    'phase=over',
    'future_only=yes',
    'sort=random',
    `q=${'x'.repeat(201)}`,
    'q=%00',
  ])('refuses %s', async (search) => {
    const { status, body } = await worker.call('GET', `events?${search}`)
    expect([status, body.code]).toEqual([422, 'validation_failed'])
    expect(body.details).toMatchObject([
      { path: expect.stringContaining(search.split('=')[0] ?? '') as string },
    ])
  })
})

test('games are found by a part of their name, with its signs taken literally', async () => {
  await insertGame(worker, 'Celeste 100%')
  await insertGame(worker, 'Celeste')
  const found = async (q: string) =>
    namesOf(await worker.get<{ items: { name: string }[] }>(`games?q=${q}&sort=name`))
  expect(await found('CELEST')).toEqual(['Celeste', 'Celeste 100%'])
  expect(await found('%25')).toEqual(['Celeste 100%'])
  expect(await found('none of it')).toEqual([])
})
