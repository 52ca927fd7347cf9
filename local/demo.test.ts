import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listNamesWithoutSeriesName } from '#tests/support/factories/events.ts'
import { parseArticle } from './demo-articles.ts'
import { loadOrExtendDemo } from './demo-loader.ts'
import { findTodayInEventZone, listOccurrences, type DemoEvent } from './demo-occurrences.ts'
import { startTemporaryDatabase, type TemporaryDatabase } from './temporary-database.ts'

const dayMs = 24 * 3_600_000
const now = Date.UTC(2026, 2, 15, 12)

const weekly: DemoEvent = {
  key: 'weekly',
  name: 'Weekly',
  description: '',
  language: 'fr',
  platform: 'twitch',
  streaming_account_name: 'demo_weekly',
  category: 'variety',
  game: null,
  group: null,
  timezone: 'Europe/Paris',
  time_certainty: 'exact',
  start_offset_minutes: 20 * 60,
  duration_minutes: 120,
  repeat_days: 7,
  participants: [],
  seed_hypes: 10,
  additional_info: null,
  proof_url: 'https://example.com/demo/weekly',
}

describe('occurrences of an invented event', () => {
  it('run from four weeks back to six weeks ahead, at the same time of day over a clock change', () => {
    const list = listOccurrences(weekly, '2026-03-15', now)
    expect(list.map(({ date }) => date)).toEqual([
      ...['2026-02-15', '2026-02-22', '2026-03-01', '2026-03-08', '2026-03-15', '2026-03-22'],
      ...['2026-03-29', '2026-04-05', '2026-04-12', '2026-04-19'],
    ])
    const hours = list.map(({ startAt }) => new Date(startAt).getUTCHours())
    expect(new Set(hours.slice(0, 6))).toEqual(new Set([19]))
    expect(new Set(hours.slice(6))).toEqual(new Set([18]))
  })

  it('keep their weekday when topped up later', () => {
    const earlier = listOccurrences(weekly, '2026-03-15', now).map(({ date }) => date)
    const later = listOccurrences(weekly, '2026-03-15', now + 10 * dayMs).map(({ date }) => date)
    expect(later.slice(0, earlier.length)).toEqual(earlier)
    expect(later.at(-1)).toBe('2026-05-03')
  })

  it('happen once without repeat, and count from today in their own zone', () => {
    expect(listOccurrences({ ...weekly, repeat_days: null }, '2026-03-15', now)).toHaveLength(1)
    expect(findTodayInEventZone({ ...weekly, timezone: 'Pacific/Auckland' }, now)).toBe(
      '2026-03-16',
    )
  })

  it('last whole days when only the date is known', () => {
    const whole: DemoEvent = { ...weekly, time_certainty: 'date_only', repeat_days: null }
    const days = { start_offset_minutes: 14 * 1440, duration_minutes: 1440 }
    const [day] = listOccurrences({ ...whole, ...days }, '2026-03-15', now)
    expect(day).toMatchObject({ date: '2026-03-29', endAt: (day?.startAt ?? 0) + 23 * 3_600_000 })
  })
})

describe('front matter', () => {
  it.each([
    [`'It’s 9'`, 'It’s 9'],
    [`'It''s 9'`, `It's 9`],
    [`"Say: 'hi'"`, `Say: 'hi'`],
    ['plain: text', 'plain: text'],
  ])('reads %s', (written, title) => {
    const text = `---\ntitle: ${written}\nslug: 'a'\nlanguage: 'en'\nexcerpt: ''\nauthor: 'H'\npublished_days_ago: 2\n---\n\nBody\n`
    expect(parseArticle(text)).toMatchObject({ title, published_days_ago: 2, markdown: 'Body' })
  })
})

describe('the demo set', { timeout: 60_000 }, () => {
  let database: TemporaryDatabase
  const today = Date.now()
  beforeAll(async () => {
    database = await startTemporaryDatabase()
    await loadOrExtendDemo(database.db, today)
  }, 60_000)
  afterAll(() => database.remove())

  it('says the names of the series', async () => {
    expect(await listNamesWithoutSeriesName(database)).toEqual([])
  })

  async function count(condition: string): Promise<number> {
    const [row] = await database.query<{ n: number }>(`select count(*) as n from ${condition}`)
    return row?.n ?? 0
  }

  it('fills the agenda with real and invented events', async () => {
    expect(await count(`events where import_key like 'evt-%'`)).toBe(75)
    expect(await count(`events where status = 'approved' and end_at > ${today}`)).toBeGreaterThan(
      100,
    )
    expect(await count(`events where status = 'pending' and proposer_id is not null`)).toBe(5)
    expect(await count(`articles where status = 'published' group by language`)).toBeGreaterThan(2)
    expect(
      await count(
        `events e where hype_count <> (select count(*) from hypes where event_id = e.id)`,
      ),
    ).toBe(0)
    expect(await count(`hypes where created_at > ${today}`)).toBe(0)
  })

  it('marks what is invented', async () => {
    const invented = `events where source ->> 'fictional'`
    expect(await count(invented)).toBeGreaterThan(200)
    expect(await count(`${invented} and proof_url not like 'https://example.com/%'`)).toBe(0)
    expect(await count(`${invented} and streaming_account_name not like 'demo_%'`)).toBe(0)
    expect(await count(`users where username not like 'demo_%' or password_hash is not null`)).toBe(
      0,
    )
  })

  it('changes nothing when prepared again, and tops the agenda up later', async () => {
    const before = await count('events')
    await loadOrExtendDemo(database.db, today + 1000)
    expect(await count('events')).toBe(before)
    await database.query(
      `insert into users (username, username_key, created_at) values ('me', 'me', 1)`,
    )
    await loadOrExtendDemo(database.db, today + 30 * dayMs)
    expect(await count('events')).toBeGreaterThan(before)
    expect(
      await count(`events where start_at > ${today + 65 * dayMs} and import_key like 'demo-%'`),
    ).toBeGreaterThan(5)
  })
})
