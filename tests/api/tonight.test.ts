import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import { toWallClock } from '#site/lib/time/wall-clock.ts'
import { chooseBoard, countStartsTonight, findNightEnd, nightDay } from '#site/lib/time/night.ts'
import type { Ctx, System } from '#worker/context.ts'
import { toTimeWindow } from '#worker/features/events/ranges.ts'
import { refreshSectionPicks } from '#worker/jobs/refresh-picks.ts'
import { getHomePage } from '#worker/pages/home.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { day, hour, minute } from '#tests/support/drivers/durations.ts'

const now = Date.UTC(2027, 2, 1, 16, 40)
/** One of each offset. */
const zones = [
  ...new Map(
    Intl.supportedValuesOf('timeZone').map((zone) => [toWallClock(now, { timeZone: zone }), zone]),
  ).values(),
]
const languages = ['en', 'es', 'fr'] as const

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
})
beforeEach(async () => {
  await database.query('delete from events')
  await database.query('delete from section_picks')
})
afterAll(() => database.remove())

function contextOf(locale: 'en' | 'es' | 'fr'): Ctx<System> {
  const [actor, config] = [{ kind: 'system' }, { TEST_CLOCK: 'on' }]
  const reportFailure = (error: unknown) => {
    throw error
  }
  return { db: database.db, now, actor, locale, config, reportFailure } as unknown as Ctx<System>
}

type Candidate = Pick<EventSummary, 'id' | 'language' | 'hype_count' | 'start'>

function boardOf(events: readonly Candidate[], locale: string, timeZone: string) {
  const isForeign = ({ language }: Candidate) => Number(language !== locale)
  const ranked = events.toSorted(
    (a, b) => isForeign(a) - isForeign(b) || b.hype_count - a.hype_count || a.id - b.id,
  )
  const rows = events.map((event) => {
    const [start, rank] = [Date.parse(event.start), ranked.indexOf(event)]
    return { id: event.id, start, rank, isAllDay: false }
  })
  const board = chooseBoard(rows, { tag: 'en-US', timeZone, now }, 5)
  return { isTonight: board.isTonight, ids: board.rows.map(({ id }) => id) }
}

/** Live ones, too; each with a hype count of its own, so that no order is left to chance. */
async function place(starts: readonly number[], isRising = false): Promise<Candidate[]> {
  for (const [index, startAt] of starts.entries()) {
    const endAt = Math.max(startAt, now) + 2 * hour
    const hypeCount = isRising ? index : (index * 7919) % 1009
    await createEvent(database, {
      startAt,
      endAt,
      hypeCount,
      language: languages[index % 3] ?? 'en',
    })
  }
  const rows = await database.query<{ id: number; at: number; hype: number; language: 'en' }>(
    'select id, start_at as at, hype_count as hype, language from events order by start_at, id',
  )
  return rows.map(({ id, at, hype, language }) => ({
    id,
    language,
    hype_count: hype,
    start: new Date(at).toISOString(),
  }))
}

test.each([
  ['few starts', 7, 190 * minute],
  ['a full day', 140, 10 * minute],
  ['starts close to each other', 140, minute],
])('the candidates hold the board of every zone with %s', async (_, count, step) => {
  const all = await place(Array.from({ length: count }, (_, n) => now + (n - 3) * step + minute))
  for (const isPicked of [false, true]) {
    if (isPicked) await refreshSectionPicks(contextOf('en'))
    for (const locale of languages) {
      const { tonight } = await getHomePage(contextOf(locale))
      expect(tonight?.length).toBeLessThanOrEqual(32)
      for (const zone of zones) {
        expect(boardOf(tonight ?? [], locale, zone), zone).toEqual(boardOf(all, locale, zone))
      }
    }
  }
})

test('candidates are at most 32, even where each start is more hyped than those before', async () => {
  await place(
    Array.from({ length: 140 }, (_, n) => now + n * 10 * minute + minute),
    true,
  )
  const { tonight = [] } = await getHomePage(contextOf('en'))
  expect(tonight.length).toBeGreaterThan(26)
  expect(tonight.length).toBeLessThanOrEqual(32)
})

test('starts are counted as the list of tonight counts them, in every zone', async () => {
  const all = await place(Array.from({ length: 90 }, (_, n) => now + n * 17 * minute + minute))
  const { starts = [] } = await getHomePage(contextOf('en'))
  for (const timeZone of zones) {
    const { to = 0 } = toTimeWindow(
      { range: 'tonight', tz: timeZone, from: undefined, to: undefined },
      now,
    )
    const expected = all.filter(({ start }) => Date.parse(start) < to).length
    expect(countStartsTonight(starts, now, { tag: 'en-US', timeZone, now }), timeZone).toBe(
      expected,
    )
  }
})

test('an evening without anything leads to the next day that has something', async () => {
  const all = await place([2 * day, 2 * day + hour, 3 * day].map((later) => now + later))
  const { tonight = [] } = await getHomePage(contextOf('en'))
  const ids = all.slice(0, 2).map(({ id }) => id)
  expect(boardOf(tonight, 'en', 'Europe/Paris')).toEqual({ isTonight: false, ids })
})

test('the night of the reader ends as that of the range does, all through a year', () => {
  for (const timeZone of [
    'Europe/Paris',
    'America/New_York',
    'Asia/Kathmandu',
    'Pacific/Auckland',
  ]) {
    for (let at = now; at < now + 365 * day; at += 97 * minute) {
      const { to } = toTimeWindow(
        { range: 'tonight', tz: timeZone, from: undefined, to: undefined },
        at,
      )
      expect(findNightEnd({ timeZone, now: at })).toBe(to)
      const reader = { timeZone }
      expect(nightDay(at, reader)).toBe(nightDay((to ?? 0) - 1, reader))
    }
  }
})
