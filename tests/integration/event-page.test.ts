import { beforeEach, describe, expect } from 'vitest'
import type { CalendarLink, EventItems } from '#worker/features/events/contract.ts'
import { type EventOptions, createEvent } from '#tests/support/factories/events.ts'
import { insertGame, insertGroup, insertStreamer } from '#tests/support/factories/directory.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { day, hour, minute } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

const now = Date.now()
beforeEach(async () => {
  await worker.sql`delete from events`
})

/** An event of four hours that starts so long after now; of a category of its own unless told. */
function at(name: string, startIn: number, facts: Partial<EventOptions> = {}) {
  const startAt = now + startIn
  const endAt = startAt + 4 * hour
  return createEvent(worker, { name, category: 'other', startAt, endAt, ...facts })
}

describe('similar events', () => {
  async function similarTo(id: number, search = ''): Promise<string[]> {
    const path = `events/similar?event=${id}${search}`
    const { status, body } = await worker.call<EventItems>('GET', path, { now })
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    return body.items.map(({ name }) => name)
  }

  test('share the group, channel, game or category: what is coming first, then what shares most', async () => {
    const group = await insertGroup(worker, 'Similar Group')
    const game = await insertGame(worker, 'Similar Game')
    const { id, slug } = await at('this one', day, {
      ...{ groupId: group, gameId: game, category: 'speedrun' },
    })
    const [{ channel = '' } = {}] = await worker.sql<{ channel: string }>`select
      streaming_account_name as channel from events where slug = ${slug}`
    await at('same group, past', -3 * day, { groupId: group })
    await at('same category', 2 * day, { category: 'speedrun' })
    await at('same game', 3 * day, { gameId: game })
    const { id: twin } = await at('same channel', 4 * day)
    await worker.sql`update events set streaming_account_name = upper(${channel}) where id =
      ${twin}`
    await at('same group, live', -hour, { groupId: group })
    await at('nothing in common', day)
    await at('same group, cancelled', day, { groupId: group, cancelledAt: now })
    await at('same group, pending', day, { groupId: group, status: 'pending' })
    const expected = [
      'same group, live',
      'same channel',
      'same game',
      'same category',
      'same group, past',
    ]
    expect(await similarTo(id)).toEqual(expected)
    expect(await similarTo(id, '&limit=2')).toEqual(expected.slice(0, 2))
  })

  test('name what comes every week once, by its next time', async () => {
    const group = await insertGroup(worker, 'Weekly Group')
    const { id } = await at('Weekly Show', day, { groupId: group })
    await at('Weekly Show', 15 * day, { groupId: group })
    const next = await at('Weekly Show', 8 * day, { groupId: group })
    await at('weekly show', -6 * day, { groupId: group })
    const other = await at('Another of them', 20 * day, { groupId: group })
    const body = await worker.get<EventItems>(`events/similar?event=${id}`, { now })
    expect(body.items.slice(0, 2).map(({ id, name }) => [id, name])).toEqual([
      [next.id, 'Weekly Show'],
      [other.id, 'Another of them'],
    ])
    expect(body.items.filter(({ name }) => /weekly show/i.test(name))).toHaveLength(1)
  })

  test('of an event that is not public are 404, and of none are 422', async () => {
    const { id } = await at('pending', day, { status: 'pending' })
    for (const event of [id, 999_999]) {
      const { status, body } = await worker.call('GET', `events/similar?event=${event}`)
      expect([status, body.code]).toEqual([404, 'event_not_found'])
    }
    for (const search of ['', '?event=', '?event=abc', `?event=${id}&limit=0`]) {
      expect((await worker.call('GET', `events/similar${search}`)).status).toBe(422)
    }
  })

  test('stand on the page once, under what is on at the same time where they are', async () => {
    const { slug } = await at('this one', day, { category: 'music' })
    await at('At once alike', day + hour, { category: 'music' })
    await at('Later alike', 9 * day, { category: 'music' })
    const page = await (await worker.fetch(`/events/${slug}`)).text()
    expect(page.split('At once alike')).toHaveLength(page.includes('aria-pressed') ? 3 : 2)
    expect(page.indexOf('Happening at the same time')).toBeLessThan(page.indexOf('At once alike'))
    expect(page.indexOf('You may also like')).toBeLessThan(page.indexOf('Later alike'))
  })

  test('are six on the page besides those that are on at the same time', async () => {
    const { slug } = await at('this one', day, { category: 'music' })
    const names = (kind: string) => Array.from({ length: 7 }, (_, index) => `${kind} ${index}`)
    for (const [index, name] of names('At once').entries()) {
      await at(name, day + index * minute, { category: 'music' })
    }
    for (const [index, name] of names('Later').entries()) {
      await at(name, (2 + index) * day, { category: 'music' })
    }
    const [, alongside, similar] = (await sectionsOf(slug)) as [string, string, string]
    const shown = (part: string, kind: string) => names(kind).filter((name) => part.includes(name))
    expect(shown(alongside, 'At once')).toEqual(names('At once').slice(0, 6))
    // The seventh at the same time is not shown there, and is the next to come of what is alike.
    expect(shown(similar, 'At once')).toEqual(['At once 6'])
    expect(shown(similar, 'Later')).toEqual(names('Later').slice(0, 5))
  })

  test('show a series once in each section of the page, by its date that is nearest', async () => {
    const groupId = await insertGroup(worker, 'Series Group')
    const { slug } = await at('this one', day)
    for (const [index, startIn] of [day + 3 * hour, day + hour, day + 2 * hour].entries()) {
      await at(`Series day ${index}`, startIn, { groupId })
    }
    const { slug: member } = await at('of the group', 20 * day, { groupId })
    const [, alongside] = await sectionsOf(slug)
    expect(alongside?.match(/Series day \d(?=<\/a>)/g)).toEqual(['Series day 1'])
    const [, similar] = await sectionsOf(member)
    expect(similar?.match(/Series day \d(?=<\/a>)/g)).toEqual(['Series day 1'])
  })

  /** HTML before, and of, each section with other events. */
  async function sectionsOf(slug: string): Promise<string[]> {
    const page = await (await worker.fetch(`/events/${slug}`)).text()
    return page.split(/<h2 id="(?:alongside|similar)"/)
  }
})

describe('the event page', () => {
  test('costs one trip to the database', async ({ member: { token } }) => {
    const { slug, id } = await at('counted', day)
    const paths = [
      `/events/${slug}`,
      '/events',
      '/events?game_q=a&streamer_q=b&group=1&game=2&streamer=3&from=2027-01-01',
      `/api/v1/events/similar?event=${id}`,
      `/api/v1/events/${slug}/calendar?target=ical`,
    ]
    for (const path of paths) {
      const before = worker.trips()
      const headers = { Authorization: `Bearer ${token}` }
      expect([path, (await worker.fetch(path, { headers })).status]).toEqual([path, 200])
      expect([path, worker.trips() - before]).toEqual([path, 1])
    }
  })

  test('lets only the platforms’ players be framed, and frames none by itself [ASVS 14.2.3]', async () => {
    const { slug } = await at('live', -hour)
    const response = await worker.fetch(`/events/${slug}`)
    expect(response.headers.get('Content-Security-Policy')).toContain(
      'frame-src https://player.twitch.tv https://www.youtube-nocookie.com;',
    )
    const page = await response.text()
    expect(page).not.toContain('<iframe')
    expect(page).toContain('data-play="twitch"')
    expect(page).toContain('When you press play, content from')
  })

  test('leads to the pages of the game, the group and the streamers', async () => {
    const gameId = await insertGame(worker, 'linked-game')
    const groupId = await insertGroup(worker, 'linked-group')
    const streamer = await insertStreamer(worker, 'Linked')
    const { slug } = await at('linked', day, { gameId, groupId, streamerIds: [streamer] })
    const page = await (await worker.fetch(`/fr/events/${slug}`)).text()
    for (const path of [
      'games/linked-game',
      'events/groups/linked-group',
      `streamers/${streamer}`,
    ]) {
      expect(page).toContain(`href="/fr/${path}"`)
    }
    expect(page).toContain('<h1 lang="en">')
  })

  test('promises nothing more of what is over', async () => {
    const { slug } = await at('over', -day)
    await worker.sql`update events set streaming_account_name = null, time_certainty = 'tba'
      where slug = ${slug}`
    const page = await (await worker.fetch(`/events/${slug}`)).text()
    expect(page).toContain('No recording is linked.')
    expect(page).toContain('<meta name="description" content="over · Channel unknown')
    expect(page).not.toMatch(/to be announced|hasn’t been announced|Reminders sent/)
    await worker.sql`update events set cancelled_at = start_at where slug = ${slug}`
    const { slug: live } = await at('on', -hour)
    for (const other of [slug, live]) {
      const html = await (await worker.fetch(`/events/${other}`)).text()
      expect(html).not.toContain('No recording is linked.')
    }
  })
})

describe('adding to a calendar', () => {
  test('is for members', async () => {
    const { slug } = await at('event', day)
    const { status, body } = await worker.call('GET', `events/${slug}/calendar?target=google`)
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
  })

  test('leads to each calendar, privately', async ({ member: { token } }) => {
    const { slug } = await at('event', day)
    const prefixes = {
      google: 'https://calendar.google.com/calendar/render?action=TEMPLATE&',
      outlook: 'https://outlook.live.com/calendar/0/deeplink/compose?',
      ical: `${worker.environment.vars['SITE_URL']}/feeds/events/${slug}.ics`,
    }
    for (const [target, prefix] of Object.entries(prefixes)) {
      const path = `events/${slug}/calendar?target=${target}`
      const { status, body, headers } = await worker.call<CalendarLink>('GET', path, { token })
      expect([target, status]).toEqual([target, 200])
      expect(body.url.startsWith(prefix)).toBe(true)
      expect(headers.get('Cache-Control')).toBe('private, no-store')
    }
    const french = await worker.call<CalendarLink>('GET', `events/${slug}/calendar?target=ical`, {
      token,
      headers: { 'Accept-Language': 'fr' },
    })
    expect(french.body.url).toBe(`${prefixes.ical}?lang=fr`)
  })

  test('takes whole days of an event without an hour', async ({ member: { token } }) => {
    const startAt = Date.UTC(2027, 4, 6, 22)
    const { slug } = await createEvent(worker, { startAt, endAt: startAt + 2 * day })
    await worker.sql`update events set time_certainty = 'date_only' where slug = ${slug}`
    const path = `events/${slug}/calendar?target=google`
    const body = await worker.get<CalendarLink>(path, { token })
    expect(new URL(body.url).searchParams.get('dates')).toBe('20270507/20270509')
  })

  test('knows no other calendar, and no event that is not public', async () => {
    const { token } = await createMember(worker)
    const { slug } = await at('pending', day, { status: 'pending' })
    const { slug: open } = await at('event', day)
    for (const [path, status] of [
      [`events/${slug}/calendar?target=google`, 404],
      ['events/nothing/calendar?target=google', 404],
      [`events/${open}/calendar?target=yahoo`, 422],
      [`events/${open}/calendar`, 422],
    ] as const) {
      expect([path, (await worker.call('GET', path, { token })).status]).toEqual([path, status])
    }
  })
})

describe('the page of the agenda', () => {
  const page = async (search: string) => (await worker.fetch(`/events${search}`)).text()

  test('finds by a part of a game’s, participant’s or channel’s name, and by days', async () => {
    const gameId = await insertGame(worker, 'Filtered Quest')
    await at('With a game', day, { gameId })
    const { slug } = await at('On a channel', 3 * day)
    await worker.sql`update events set streaming_account_name = 'Zorro' where slug = ${slug}`
    const dayOf = (ms: number) => new Date(now + ms).toISOString().slice(0, 10)
    const cases: [string, string, string][] = [
      ['?game_q=RED+que', 'With a game', 'On a channel'],
      [`?game=${gameId}`, 'With a game', 'On a channel'],
      ['?streamer_q=orr', 'On a channel', 'With a game'],
      [`?from=${dayOf(3 * day)}`, 'On a channel', 'With a game'],
      [`?to=${dayOf(day + 5 * hour)}`, 'With a game', 'On a channel'],
      ['?q=channel&sort=hype', 'On a channel', 'With a game'],
    ]
    for (const [search, kept, left] of cases) {
      const html = await page(search)
      expect([search, html.includes(kept), html.includes(left)]).toEqual([search, true, false])
    }
  })

  test('ignores what means nothing and names what is active', async () => {
    await at('An event', day, { language: 'fr' })
    for (const search of [
      '?range=decade',
      '?from=2027-02-31',
      '?sort=odd',
      '?cursor=1',
      '?phase=x',
    ]) {
      const html = await page(search)
      expect([search, html.includes('An event'), html.includes('Remove filter')]).toEqual([
        search,
        true,
        false,
      ])
    }
    const html = await page('?language=fr&language=xx&phase=upcoming')
    expect(html).toContain('aria-label="Remove filter: Français"')
    expect(html).toMatch(/href="\/events\?phase=upcoming" aria-label="Remove filter: Français"/)
  })

  test('leads back to its first page from any other', async () => {
    for (let index = 0; index < 30; index += 1) await at(`Event ${index}`, day + index * hour)
    const first = await page('?language=en')
    const more = /href="([^"]+cursor=[^"]+)"/.exec(first)?.[1]?.replaceAll('&#38;', '&') ?? ''
    expect(first).not.toContain('Back to the first page')
    const second = await (await worker.fetch(more.replaceAll('&amp;', '&'))).text()
    expect(second).toMatch(
      /href="\/events\?language=en"[^>]*>(?:(?!<\/a>).)*Back to the first page/s,
    )
  })
})
