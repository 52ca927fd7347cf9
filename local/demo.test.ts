import { readdirSync, statSync } from 'node:fs'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listNamesWithoutSeriesName } from '#tests/support/factories/events.ts'
import { parseArticle } from './demo-articles.ts'
import { loadOrExtendDemo } from './demo-loader.ts'
import { DemoEvent, findTodayInEventZone, listOccurrences } from './demo-occurrences.ts'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'

const pictures = new URL('demo/pictures/', import.meta.url)
const dayMs = 24 * 3_600_000
const now = Date.UTC(2026, 2, 15, 12)

const weekly = v.parse(DemoEvent, {
  key: 'weekly',
  name: 'Weekly',
  description: '',
  language: 'fr',
  platform: 'twitch',
  streaming_account_name: 'demo_weekly',
  category: 'variety',
  timezone: 'Europe/Paris',
  day: 0,
  start: '20:00',
  hours: 2,
  repeat_days: 7,
  seed_hypes: 10,
})
const once = { ...weekly, repeat_days: undefined }

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
    expect(listOccurrences(once, '2026-03-15', now)).toHaveLength(1)
    expect(findTodayInEventZone({ ...weekly, timezone: 'Pacific/Auckland' }, now)).toBe(
      '2026-03-16',
    )
  })

  it('come back after eight nights when they are in the rotation, last night’s included', () => {
    const inRotation = { ...once, is_in_rotation: true }
    const dates = (day: number, later = 0) =>
      listOccurrences({ ...inRotation, day }, '2026-03-15', now + later).map(({ date }) => date)
    expect(dates(0)).toEqual(['2026-03-15'])
    expect(dates(6)).toEqual(['2026-03-21'])
    expect(dates(7)).toEqual(['2026-03-14'])
    expect(dates(0, 8 * dayMs)).toEqual(['2026-03-15', '2026-03-23'])
  })

  it('last whole days when only the date is known', () => {
    const whole = {
      ...once,
      time_certainty: 'date_only',
      day: 14,
      start: '00:00',
      hours: 24,
    } as const
    const [day] = listOccurrences(whole, '2026-03-15', now)
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

  it('knows which of the people of an event each of its channels is of', async () => {
    const channels = await database.query<{ account: string; known: string | null }>(
      `select c.account, p.account as known from event_channels c
      join streaming_accounts a on a.platform = c.platform and a.name_key = lower(c.account)
      join event_participants p on p.event_id = c.event_id and p.streamer_id = a.streamer_id
      where c.account like 'demo@_%' escape '@'`,
    )
    expect(channels.length).toBeGreaterThan(5)
    expect(channels.filter(({ account, known }) => known !== account)).toEqual([])
  })

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

  it('owes no reminder for a mark that passed before it was there', async () => {
    const passed = (hours: number) => `events e where status = 'approved' and start_at > ${today}
      and start_at <= ${today + hours * 3_600_000} and time_certainty = 'exact'`
    expect(await count(passed(24))).toBeGreaterThan(5)
    for (const hours of [24, 1]) {
      const isDone = `exists (select 1 from reminder_fanouts r where r.event_id = e.id
        and r.hours = ${hours} and r.start_at = e.start_at and r.done_at is not null)`
      expect(await count(`${passed(hours)} and not ${isDone}`)).toBe(0)
    }
  })

  it('marks what is invented', async () => {
    const invented = `events where source ->> 'fictional'`
    expect(await count(invented)).toBeGreaterThan(150)
    expect(await count(`${invented} and proof_url not like 'https://example.com/%'`)).toBe(0)
    expect(await count(`${invented} and streaming_account_name not like 'demo_%'`)).toBe(0)
    expect(await count(`users where username_key not like 'demo_%'`)).toBe(0)
    expect(await count(`users where password_hash is not null`)).toBe(0)
  })

  it('shows no handle where a name is, and says nowhere that it is invented', async () => {
    expect(await count(`users where username like '%demo%'`)).toBe(0)
    expect(await count(`streamers where display_name like '%demo%'`)).toBe(0)
    const words = ['fictional', 'fictif', 'fictive', 'ficticio', 'ficticia', 'hypecal']
    for (const word of words) {
      const invented = `source ->> 'fictional' and lower(description) like '%${word}%'`
      expect(await count(`events where ${invented}`)).toBe(0)
      expect(await count(`event_groups where ${invented}`)).toBe(0)
    }
  })

  it('has a few who are known to many, and many who are known to a few', async () => {
    const counts = async (column: string, table: string) =>
      (await database.query<{ n: number }>(`select ${column} as n from ${table} order by 1`)).map(
        ({ n }) => n,
      )
    const hypes = await counts('hype_count', `events where source ->> 'fictional'`)
    const middle = hypes[hypes.length >> 1] ?? 0
    expect(hypes.at(-1)).toBeGreaterThan(10 * middle)
    const [least = 0, ...more] = await counts(
      'follow_count',
      `streamers s where exists (select 1 from event_participants p join events e on e.id = p.event_id
        where p.streamer_id = s.id and e.status = 'approved' and e.end_at > ${today})`,
    )
    expect(more.at(-1)).toBeGreaterThan(5 * (more[more.length >> 1] ?? 0))
    expect(
      await count(`streamers s where follow_count >= ${least} and not exists (select 1
        from event_participants p join events e on e.id = p.event_id
        where p.streamer_id = s.id and e.status = 'approved' and e.end_at > ${today})`),
    ).toBe(0)
    expect(
      await count(`games g where follow_count > 4 and not exists (select 1 from events e
        where e.game_id = g.id and e.status = 'approved' and e.end_at > ${today})`),
    ).toBe(0)
  })

  it('moved an event of tonight in each language, and cancelled a past and a coming one of a group', async () => {
    expect(
      await count(`(select distinct language from events where source ->> 'fictional'
        and previous_start_at is not null and end_at between ${today} and ${today + 2 * dayMs})`),
    ).toBe(3)
    const cancelled = `events where cancelled_at < ${today} and cancel_reason is not null
      and group_id is not null and hype_count > 0`
    expect(await count(`${cancelled} and start_at > ${today}`)).toBe(1)
    expect(await count(`${cancelled} and end_at < ${today}`)).toBe(1)
  })

  it('has one charity weekend on many channels with its program', async () => {
    const [weekend] = await database.query<{ channels: number; program: number }>(
      `select (select count(*) from event_channels where event_id = e.id) as channels,
        (select count(*) from events o where o.group_id = e.group_id) as program
        from events e where name = 'Le Week-end des Lanternes'`,
    )
    expect(weekend).toMatchObject({ channels: 8, program: 12 })
  })

  it('has pictures of its own for 15 streamers and on 12 posters', async () => {
    expect(await count(`streamers where avatar_path like 'uploads/demo/avatar-%'`)).toBe(15)
    expect(
      await count(`(select distinct thumbnail_path from events where thumbnail_path is not null)`),
    ).toBe(12)
    const files = readdirSync(pictures).filter((name) => name.endsWith('.webp'))
    const sizes = files.map((name) => statSync(new URL(name, pictures)).size)
    expect(files).toHaveLength(27)
    expect(Math.max(...sizes)).toBeLessThan(15_000)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000)
    const shown = await database.query<{ path: string }>(
      `select avatar_path as path from streamers where avatar_path is not null union
        select thumbnail_path from events where thumbnail_path is not null union
        select thumbnail_path from event_groups where thumbnail_path is not null`,
    )
    expect(shown.map(({ path }) => path)).toEqual(
      files.toSorted().map((name) => `uploads/demo/${name}`),
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
    const laterWeek = `events where start_at between ${today + 30 * dayMs} and ${today + 37 * dayMs}`
    expect(await count(`${laterWeek} and import_key like 'demo-%'`)).toBeGreaterThan(60)
  })
})
