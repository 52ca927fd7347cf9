import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import { foldEvents } from '#tests/support/drivers/fold-events.ts'
import type { Ctx } from '#worker/context.ts'
import type { GroupId } from '#worker/contracts/ids.ts'
import { getAgenda } from '#worker/features/events/agenda.ts'
import {
  AgendaQuery,
  EventsQuery,
  type EventSummary,
  type ListedEvent,
} from '#worker/features/events/contract.ts'
import { getGamePage, type GamePage } from '#worker/features/directory/games/game-page.ts'
import {
  getStreamerPage,
  type StreamerPage,
} from '#worker/features/directory/streamers/streamer-page.ts'
import { listEvents } from '#worker/features/events/lists/plain.ts'
import { getEventPage } from '#worker/pages/event.ts'
import { getHomePage } from '#worker/pages/home.ts'
import { SearchQuery } from '#worker/features/search/contract.ts'
import { search } from '#worker/features/search/search.ts'
import { createEvent, type EventOptions } from '#tests/support/factories/events.ts'
import {
  insertAccount,
  insertGame,
  insertGroup,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'

/** A Monday. */
const now = Date.UTC(2027, 2, 1, 12)

let database: TemporaryDatabase
let groups: [GroupId, GroupId]
beforeAll(async () => {
  database = await startTemporaryDatabase()
  groups = [await insertGroup(database, 'First'), await insertGroup(database, 'Second')]
})
beforeEach(() => database.query('delete from events'))
afterAll(() => database.remove())

function at(moment = now, locale = 'en'): Ctx {
  const actor = { kind: 'visitor' }
  return { db: database.db, now: moment, actor, locale } as unknown as Ctx
}

const agendaQuery = (query: object) => v.parse(AgendaQuery, query)

async function agenda(query: object = {}, ctx = at()) {
  const { page } = await getAgenda(ctx, agendaQuery(query))
  if (!page) throw new Error('the agenda could not be read')
  return page
}

async function seriesKeys(): Promise<(string | null)[]> {
  const rows = await database.query<{ series_key: string | null }>(
    'select series_key from events order by id',
  )
  return rows.map((row) => row.series_key)
}

describe('the key of a series', () => {
  test('is of the group and the name without digits, spaces, case and accents', async () => {
    const letters = fc.constantFrom(
      ...'aàâäãåáAÀçÇéÉèêëîïñÑôöòóõÔùûüúÜÿœŒæßXx9 0\u00A0\u202F-:’'.split(''),
    )
    const names = fc.array(letters, { minLength: 1, maxLength: 30 }).map((all) => all.join(''))
    const plain = (name: string) =>
      name
        .toLowerCase()
        .normalize('NFD')
        .replace(/[\p{M}\d\s]/gu, '')
        .replaceAll('œ', 'oe')
        .replaceAll('æ', 'ae')
        .replaceAll('ß', 'ss')
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        await database.query('delete from events')
        await createEvent(database, { name, groupId: groups[0] })
        await createEvent(database, { name: name.normalize('NFD'), groupId: groups[0] })
        const key = `g${groups[0]}:${plain(name)}`
        expect(await seriesKeys()).toEqual([key, key])
      }),
      { numRuns: 60 },
    )
  })

  test('follows the event into another group or series, and out of them', async () => {
    const [one, other] = groups
    await createEvent(database, { name: 'Été 1' })
    const after = async (change: string) => {
      await database.query(`update events set ${change}`)
      return (await seriesKeys())[0]
    }
    expect(await seriesKeys()).toEqual([null])
    expect(await after(`group_id = ${one}`)).toBe(`g${one}:ete`)
    expect(await after(`group_id = ${other}`)).toBe(`g${other}:ete`)
    expect(await after("series_id = 'a'")).toBe('s:a')
    expect(await after('group_id = null')).toBe('s:a')
    expect(await after('series_id = null')).toBeNull()
  })
})

/** Few starts, names and lengths, so that many are alike. */
const anyEvent = fc.record({
  startIn: fc.integer({ min: -40, max: 60 }).map((hours) => hours * 6 * hour),
  length: fc.constantFrom(hour, 6 * hour, day, 25 * hour, 5 * day, 14 * day),
  name: fc.constantFrom('Night 1', 'night 2', 'NIGHT', 'Other', 'Öther 3'),
  group: fc.constantFrom<0 | 1 | undefined>(0, 1, undefined),
  seriesId: fc.constantFrom(undefined, undefined, undefined, 'one', 'two'),
  language: fc.constantFrom('en', 'fr', 'es'),
  isCancelled: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
})
type AnyEvent = typeof anyEvent extends fc.Arbitrary<infer Value> ? Value : never

async function createAll(events: AnyEvent[]): Promise<void> {
  await database.query('delete from events')
  for (const { startIn, length, group, isCancelled, ...facts } of events) {
    const startAt = now + startIn
    await createEvent(database, {
      ...(facts as Partial<EventOptions>),
      ...{ startAt, endAt: startAt + length },
      groupId: group === undefined ? null : groups[group],
      cancelledAt: isCancelled ? now - 1 : null,
    })
  }
}

async function unfolded(query: object = {}): Promise<EventSummary[]> {
  const page = await listEvents(at(), v.parse(EventsQuery, { ...query, limit: '100' }))
  expect(page.next_cursor).toBeNull()
  return page.items
}

/** All pages, each read half a day after the one before. */
async function folded(query: object, limit: number, locale = 'en') {
  const items: ListedEvent[] = []
  const marathons: EventSummary[] = []
  let cursor: string | undefined
  let moment = now
  do {
    const page = await agenda({ ...query, limit: String(limit), cursor }, at(moment, locale))
    expect(page.items.length).toBeLessThanOrEqual(limit)
    items.push(...page.items)
    marathons.push(...page.marathons)
    cursor = page.next_cursor ?? undefined
    moment += day / 2
  } while (cursor !== undefined)
  return { items, marathons }
}

const idOf = ({ id }: { id: number }) => id

describe('a folded list', () => {
  test('shows every event exactly once over all pages, as the unfolded list folded', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyEvent, { maxLength: 28 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom({}, { language: 'fr' }, { future_only: 'true' }, { range: 'week' }),
        async (events, limit, query) => {
          await createAll(events)
          const all = await unfolded(query)
          const { items, marathons } = await folded(query, limit)
          const shown = [
            ...items.flatMap((one) => [one, ...(one.series?.laterDates ?? [])]),
            ...marathons,
          ].map(idOf)
          expect(new Set(shown).size).toBe(shown.length)
          expect(shown.toSorted()).toEqual(all.map(idOf).toSorted())
          const expected = foldEvents(all, now)
          const foreignLast = (list: EventSummary[]) =>
            list.toSorted((a, b) => rankOf(a) - rankOf(b))
          expect(marathons.map(idOf)).toEqual(foreignLast(expected.marathons).map(idOf))
          expect(items.map(idOf)).toEqual(
            foreignLast(expected.rows.map(({ event }) => event)).map(idOf),
          )
          for (const { event, laterDates } of expected.rows) {
            const series = items.find(({ id }) => id === event.id)?.series
            expect([event.id, series?.laterDates.map(idOf) ?? []]).toEqual([
              event.id,
              laterDates.map(idOf),
            ])
            expect(series?.count ?? 1).toBe(1 + laterDates.length)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  /** By phase, and live ones by language: what is stable stays in its order. */
  function rankOf({ phase, language }: EventSummary): number {
    if (phase === 'live') return language === 'en' ? 0 : 1
    return phase === 'upcoming' ? 2 : 3
  }

  test('puts live events of the page’s language first, then sorts by start', async () => {
    const live = (name: string, language: 'en' | 'fr' | 'es', hours: number) =>
      createEvent(database, { name, language, startAt: now - hours * hour, endAt: now + hour })
    await live('Spanish', 'es', 4)
    await live('late French', 'fr', 1)
    await live('English', 'en', 3)
    await live('early French', 'fr', 2)
    const { items } = await folded({}, 1, 'fr')
    expect(items.map(({ name }) => name)).toEqual([
      'early French',
      'late French',
      'Spanish',
      'English',
    ])
  })

  test('makes nine marathons a strip and nine dates a row, and one marathon a row', async () => {
    for (let index = 0; index < 9; index += 1) {
      await createEvent(database, {
        name: `Marathon of ${'abcdefghi'[index]}`,
        startAt: now - 2 * day,
        endAt: now + 3 * day + index * hour,
      })
      await createEvent(database, {
        name: `Tuesday ${index + 1}`,
        groupId: groups[0],
        // At 20:30 in Paris, where the clocks go forward on 28 March.
        startAt: Date.UTC(2027, 2, 2 + 7 * index, index < 4 ? 19 : 18, 30),
      })
    }
    const { items, marathons } = await agenda()
    expect(marathons).toHaveLength(9)
    expect(items).toMatchObject([{ name: 'Tuesday 1', series: { count: 9, isWeekly: true } }])
    await database.query(
      "update events set cancelled_at = 1 where name between 'Marathon of b' and 'Marathon of i'",
    )
    const left = await agenda()
    expect(left.marathons).toEqual([])
    expect(left.items.map(({ name }) => name)).toEqual(['Marathon of a', 'Tuesday 1'])
  })

  test('does not fold what was asked for by name, group, streamer, order or past', async () => {
    for (let index = 0; index < 3; index += 1) {
      const facts = { groupId: groups[0], streamingAccountName: 'mine' }
      await createEvent(database, { ...facts, name: 'Night', startAt: now + (index + 1) * day })
      const startAt = now - 2 * day
      await createEvent(database, { ...facts, name: 'Long night', startAt, endAt: now + day })
    }
    expect((await agenda()).items).toHaveLength(1)
    for (const query of [
      { q: 'night' },
      { group: String(groups[0]) },
      { streamer_q: 'mine' },
      { sort: 'newest' },
      { phase: ['live', 'upcoming', 'past'] },
    ]) {
      const { items, marathons } = await agenda(query)
      expect([query, items.length, marathons.length]).toEqual([query, 6, 0])
      expect(items.filter(({ series }) => series)).toEqual([])
    }
  })

  test('counts the dates of a series that is longer than its row shows', async () => {
    for (let index = 0; index < 30; index += 1) {
      const startAt = now + day + index * 3 * hour
      await createEvent(database, { name: `Day ${index}`, groupId: groups[0], startAt })
    }
    const { items } = await folded({}, 2)
    expect(items).toMatchObject([{ name: 'Day 0', series: { count: 30, isWeekly: false } }])
    expect(items[0]?.series?.laterDates).toHaveLength(12)
  })
})

/** Dates of one group, a day apart. */
async function createDates(name: string, count: number, startAt: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const facts = { groupId: groups[0], startAt: startAt + index * day }
    await createEvent(database, { ...facts, name: `${name} ${index + 1}` })
  }
}

describe('the search', () => {
  const found = async (q: string, limit = '3') => {
    const { events } = await search(at(), v.parse(SearchQuery, { q, limit, types: 'event' }))
    return events.map((event) => [event.name, event.upcoming_dates])
  }

  test('shows a series once, by its next date, and leaves room for others', async () => {
    await createDates('Teapot Relay', 9, now - 2 * day + hour)
    await createEvent(database, { name: 'Teapot Awards', startAt: now + 30 * day })
    await createEvent(database, { name: 'Teapot Cup', startAt: now + 31 * day })
    expect(await found('teapot')).toEqual([
      ['Teapot Relay 3', 7],
      ['Teapot Awards', null],
      ['Teapot Cup', null],
    ])
    expect(await found('teapot relay 5')).toEqual([['Teapot Relay 5', 7]])
  })

  test('shows each edition of what is no series', async () => {
    await createDates('Summer Marathon', 2, now + day)
    expect((await found('summer')).toSorted()).toEqual([
      ['Summer Marathon 1', null],
      ['Summer Marathon 2', null],
    ])
  })
})

describe('the page of an event', () => {
  test('leaves out what lasts for days at the same time, and shows a series once', async () => {
    const { slug } = await createEvent(database, { name: 'Mine', startAt: now + day })
    const beside = (name: string, facts: Partial<EventOptions> = {}) =>
      createEvent(database, { name, startAt: now + day - hour, endAt: now + day + hour, ...facts })
    await beside('Long', { startAt: now - 3 * day })
    await beside('Longer than a day', { endAt: now + 2 * day })
    await beside('A whole day', { startAt: now + hour, endAt: now + 25 * hour })
    await beside('Short')
    for (const name of ['Night 1', 'Night 2']) await beside(name, { seriesId: 'nights' })
    const { alsoOn } = await getEventPage(at(), slug)
    expect(alsoOn?.map(({ name }) => name)).toEqual(['Short', 'Night 1', 'A whole day'])
  })

  test('shows others at the same time beside a series of thirty nearer dates', async () => {
    const { slug } = await createEvent(database, { name: 'Mine', startAt: now + day })
    for (let index = 0; index < 30; index += 1) {
      const startAt = now + day + index * 1_000
      await createEvent(database, { name: `Night ${index}`, startAt, seriesId: 'nights' })
    }
    await createEvent(database, { name: 'Other', startAt: now + day + hour / 2 })
    const { alsoOn } = await getEventPage(at(), slug)
    expect(alsoOn.map(({ name }) => name)).toEqual(['Night 0', 'Other'])
  })

  test('shows a series once in what is like it', async () => {
    const facts = { groupId: groups[0], startAt: now + day }
    const { slug } = await createEvent(database, { ...facts, name: 'Mine' })
    await createDates('Night', 4, now + 2 * day)
    const { similar } = await getEventPage(at(), slug)
    expect(similar?.map(({ name }) => name)).toEqual(['Night 1'])
  })
})

test('an empty night names what comes next, or what was last, under the same filters', async () => {
  const nearest = async (query: object) => (await getAgenda(at(), agendaQuery(query))).nearest?.name
  const charity = { category: 'charity' } as const
  const asked = { range: 'tonight', category: 'charity' }
  await createEvent(database, {
    ...charity,
    name: 'Over',
    startAt: now - 2 * day,
    endAt: now - day,
  })
  expect(await nearest(asked)).toBe('Over')
  expect(await nearest({ category: 'charity', future_only: 'true' })).toBe('Over')
  await createEvent(database, { category: 'sport', name: 'Another category', startAt: now + day })
  await createEvent(database, { ...charity, name: 'Later', startAt: now + 4 * day })
  await createEvent(database, { ...charity, name: 'Next', startAt: now + 3 * day })
  expect(await nearest(asked)).toBe('Next')
  expect(await nearest({ ...asked, range: undefined, from: '2027-03-05', to: '2027-03-05' })).toBe(
    'Later',
  )
  expect(await nearest({ category: 'charity' })).toBeUndefined()
  expect(await nearest({ ...asked, category: 'irl' })).toBeUndefined()
})

test('home counts all that is live and folds it', async () => {
  for (let index = 0; index < 9; index += 1) {
    const startAt = now - 2 * day
    await createEvent(database, { name: `Long ${index}`, startAt, endAt: now + day })
    await createEvent(database, { name: `Live ${index}`, startAt: now - hour, endAt: now + hour })
  }
  await createDates('Night', 9, now + day)
  const { live, liveCount, upcoming } = await getHomePage(at())
  expect([live?.items.length, live?.marathons.length, liveCount]).toEqual([6, 9, 18])
  expect(upcoming).toMatchObject([{ name: 'Night 1', series: { count: 9 } }])
})

test('a game and a streamer show a series as one row, wherever it runs', async () => {
  const gameId = await insertGame(database, 'Folded')
  const streamer = await insertStreamer(database, 'Folded')
  await insertAccount(database, streamer, 'folded')
  const own = { gameId, streamingAccountName: 'folded', platform: 'twitch', groupId: groups[0] }
  for (let index = 0; index < 70; index += 1) {
    const startAt = now + (index + 1) * day
    await createEvent(database, { ...own, name: `Own ${index}`, startAt } as EventOptions)
  }
  const elsewhere = { streamerIds: [streamer], gameId, groupId: groups[1] }
  for (let index = 0; index < 3; index += 1) {
    await createEvent(database, { ...elsewhere, name: `Elsewhere ${index}`, startAt: now + day })
  }
  await createEvent(database, { ...elsewhere, name: 'Once', startAt: now + 2 * day })
  const long = { startAt: now - 2 * day, endAt: now + day }
  await createEvent(database, { ...own, ...long, name: 'Own marathon' } as EventOptions)
  await createEvent(database, { ...elsewhere, ...long, name: 'Other marathon' })
  const rows = (items: ListedEvent[] = []) => items.map(({ name, series }) => [name, series?.count])
  const game = (await getGamePage(at(), 'Folded', undefined)) as GamePage
  expect(rows(game.coming?.items)).toEqual([
    ['Own 0', 70],
    ['Elsewhere 0', 3],
    ['Once', undefined],
  ])
  expect(game.coming?.marathons).toHaveLength(2)
  const { coming } = (await getStreamerPage(at(), String(streamer), undefined)) as StreamerPage
  expect(rows(coming?.own.items)).toEqual([
    ['Own marathon', undefined],
    ['Own 0', 70],
  ])
  expect(rows(coming?.participations.items)).toEqual([
    ['Other marathon', undefined],
    ['Elsewhere 0', 3],
    ['Once', undefined],
  ])
})

test('an event is the same object in two lists of which one has more live events', async () => {
  const addLive = () => createEvent(database, { startAt: now - hour, endAt: now + hour })
  await createEvent(database, { name: 'To come', startAt: now + day })
  await addLive()
  // An event is cached when it is read again.
  await agenda()
  const before = (await agenda()).items
  await addLive()
  const after = (await agenda()).items
  expect([before.length, after.length]).toEqual([2, 3])
  expect(after.at(-1)).toBe(before.at(-1))
})
