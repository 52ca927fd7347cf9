import { describe, expect } from 'vitest'
import { AgendaQuery, EventsQuery } from '#worker/features/events/contract.ts'
import { FeedQuery } from '#worker/features/events/feeds/contract.ts'
import {
  subscribableFilterNames,
  eventListFilters,
} from '#worker/features/events/filters/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertGame, insertGroup, insertStreamer } from '#tests/support/factories/directory.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { namesOf, parsedCalendar, valueOf } from '#tests/support/parsers/ical.ts'
import { childrenOf, childText, readXml } from '#tests/support/parsers/xml.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

const now = Date.UTC(2027, 2, 24, 12)
let ids: Record<'game' | 'streamer' | 'group', number>
test.beforeAll(async () => {
  ids = {
    game: await insertGame(worker, 'Celeste'),
    streamer: await insertStreamer(worker, 'Ana'),
    group: await insertGroup(worker, 'BLAST'),
  }
  const at = (startIn: number) => ({ startAt: now + startIn, endAt: now + startIn + hour })
  const sought = { language: 'fr', platform: 'youtube', category: 'music' } as const
  const chosen = { gameId: ids.game, groupId: ids.group, streamerIds: [ids.streamer] }
  await createEvent(worker, { name: 'Sought', ...at(3 * hour), ...sought, ...chosen })
  await createEvent(worker, { name: 'Other', ...at(40 * day), language: 'en', category: 'sport' })
  await createEvent(worker, { name: 'On', ...at(-hour / 2), language: 'en', category: 'sport' })
  await createEvent(worker, { name: 'Over', ...at(-2 * day), language: 'en', category: 'sport' })
})

type Case = {
  search: string | (() => string)
  /** In the order of their starts. */
  found: string[]
  /** Addition to the feed's own name. */
  label: string
  /** Where the page writes it otherwise: languages in their own words. */
  chip?: string
}
const sought = ['Sought']

/** A filter that is missing here fails the first test. */
const cases: Record<(typeof subscribableFilterNames)[number], Case> = {
  group: { search: () => `group=${ids.group}`, found: sought, label: 'BLAST' },
  streamer: { search: () => `streamer=${ids.streamer}`, found: sought, label: 'Ana' },
  streamer_q: { search: 'streamer_q=some', found: sought, label: 'Streamer: “some”' },
  game: { search: () => `game=${ids.game}`, found: sought, label: 'Celeste' },
  game_q: { search: 'game_q=cele', found: sought, label: 'Game: “cele”' },
  q: { search: 'q=ough', found: sought, label: 'Name: “ough”' },
  category: {
    search: 'category=music&category=charity',
    found: sought,
    label: 'Music, Charity',
  },
  language: { search: 'language=fr', found: sought, label: 'French', chip: 'Français' },
  platform: { search: 'platform=youtube', found: sought, label: 'YouTube' },
  range: { search: 'range=today', found: ['On', 'Sought'], label: 'Today' },
  from: { search: 'from=2027-03-30', found: ['Other'], label: 'From Mar 30, 2027' },
  to: {
    search: 'to=2027-03-24&phase=upcoming',
    found: sought,
    label: 'Until Mar 24, 2027, Upcoming',
  },
  future_only: {
    search: 'future_only=true',
    found: ['On', 'Sought', 'Other'],
    label: 'Upcoming only',
  },
  phase: { search: 'phase=past', found: ['Over'], label: 'Past' },
  tz: { search: 'range=today&tz=Pacific/Kiritimati', found: ['On', 'Sought'], label: 'Today' },
}
const named = Object.entries(cases).map(([name, one]) => ({ name, ...one }))
const searchOf = ({ search }: Case) => (typeof search === 'string' ? search : search())

async function textOf(path: string): Promise<string> {
  const response = await worker.fetch(path, { headers: { 'X-Test-Now': String(now) } })
  expect([path, response.status]).toEqual([path, 200])
  return response.text()
}

test('each parameter of the list is followed by feeds, or the table says why not', () => {
  expect(Object.keys(eventListFilters).sort()).toEqual(Object.keys(AgendaQuery.entries).sort())
  const followed = Object.keys(eventListFilters).filter((name) => name in FeedQuery.entries)
  // The most entries of a feed are no page.
  expect(followed.filter((name) => name !== 'limit')).toEqual([...subscribableFilterNames])
  expect(Object.keys(cases)).toEqual([...subscribableFilterNames])
})

describe.each(named)('the filter $name', (one) => {
  test('finds the same in the list and in each feed', async () => {
    const search = searchOf(one)
    // The call of the API takes instants for days.
    if (one.name in EventsQuery.entries && !search.includes('=2027')) {
      const body = await worker.get<{ items: { name: string }[] }>(`events?${search}`, {
        now,
      })
      expect(body.items.map(({ name }) => name)).toEqual(one.found)
    }
    const count = await worker.call<{ count: number }>('GET', `events/count?${search}`, { now })
    expect(count.body.count).toBe(one.found.length)
    const calendar = parsedCalendar(await textOf(`/feeds/events.ics?${search}`))
    expect(namesOf(calendar.getAllSubcomponents('vevent'))).toEqual(one.found)
    const rss = childrenOf(readXml(await textOf(`/feeds/events.rss?${search}`)), 'channel')[0]
    const atom = readXml(await textOf(`/feeds/events.atom?${search}`))
    const json = JSON.parse(await textOf(`/feeds/events.json?${search}`)) as {
      title: string
      items: { title: string }[]
    }
    const titles = [
      childrenOf(rss, 'item').map((item) => childText(item, 'title')),
      childrenOf(atom, 'entry').map((entry) => childText(entry, 'title')),
      json.items.map(({ title }) => title),
    ]
    for (const found of titles) expect(found.toSorted()).toEqual(one.found.toSorted())
    const name = `Hypecal – ${one.label}`
    expect([valueOf(calendar, 'name'), valueOf(calendar, 'x-wr-calname')]).toEqual(
      Array(2).fill(name.replace(/,/g, '\\,')),
    )
    expect([childText(rss, 'title'), childText(atom, 'title'), json.title]).toEqual(
      Array(3).fill(name),
    )
  })

  test('is a chip of the page, a field of its form or carried by it, and followed by its links', async () => {
    const search = searchOf(one)
    const page = await textOf(`/events?${search}`)
    const [, href = ''] = /type="text\/calendar"[^>]*href="([^"]*)"/.exec(page) ?? []
    const followed = new URL(href.replaceAll('&amp;', '&')).searchParams
    expect([...followed].sort()).toEqual([...new URLSearchParams(search)].sort())
    const field = eventListFilters[one.name as keyof typeof eventListFilters].field
    const fields = page.match(new RegExp(`<(?:input|select)[^>]*name="${one.name}"[^>]*>`, 'g'))
    expect(fields?.some((tag) => !tag.includes('type="hidden"')) ?? false).toBe(field === 'form')
    // The control for time shows what it can say.
    if (field === 'form' || field === 'choice') {
      const { chip = one.label.split(',')[0] } = one
      expect(page).toMatch(new RegExp(`<a[^>]*active-filter[^>]*>\\s*${chip}`))
    }
  })
})

test('a feed of many filters is named after the first of them', async () => {
  const all = ['charity', 'speedrun', 'esports', 'showcase', 'variety', 'music']
  const search = all.map((category) => `category=${category}`).join('&')
  const { title } = JSON.parse(await textOf(`/feeds/events.json?${search}`)) as { title: string }
  expect(title).toBe('Hypecal – Charity, Speedrun, Esports, Showcase, Variety, …')
})

test('a feed costs one round trip, its names included', async () => {
  await worker.sql`update games set name = 'Celeste 2' where id = ${ids.game}`
  const path = `/feeds/events.ics?game=${ids.game}&group=${ids.group}`
  const trips = worker.trips()
  expect(await textOf(path)).toContain('NAME:Hypecal – BLAST\\, Celeste 2')
  expect(worker.trips() - trips).toBe(1)
})
