import { inflateRawSync } from 'node:zlib'
import { beforeEach, describe, expect } from 'vitest'
import type { EventItems } from '#worker/features/events/contract.ts'
import { type EventOptions, createEvent } from '#tests/support/factories/events.ts'
import {
  insertAccount,
  insertFollows,
  insertGame,
  insertGroup,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import { type Member, createMember, tokenOf } from '#tests/support/factories/members.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

/** A Friday in the middle of a month of six weeks. */
const now = Date.UTC(2026, 10, 20, 12)
let member: Member
let token: string
test.beforeAll(async () => {
  member = await createMember(worker)
  token = await tokenOf(worker, member, now)
})
beforeEach(async () => {
  await worker.sql`delete from events`
})

function at(name: string, startAt: number, facts: Partial<EventOptions> = {}) {
  return createEvent(worker, { name, startAt, endAt: startAt + 4 * hour, ...facts })
}

async function hype(id: number, userId: number = member.userId) {
  await worker.sql`insert into hypes (event_id, user_id, created_at) values (${id}, ${userId}, 0)`
}

async function followed(search = '', whose = token): Promise<string[]> {
  const answer = await worker.call<EventItems>('GET', `users/me/followed_events${search}`, {
    token: whose,
    now,
  })
  if (answer.status !== 200) throw new Error(`${search} answered ${answer.status}`)
  return answer.body.items.map(({ name }) => name)
}

async function pageOf(path: string): Promise<{ status: number; html: string; headers: Headers }> {
  const response = await worker.fetch(path, { headers: { 'X-Test-Now': String(now) } })
  return { status: response.status, html: await response.text(), headers: response.headers }
}

/** The names of the events that a page holds for its script. */
function namesOf(html: string): string[] {
  const packed = /<script[^>]*data-calendar[^>]*>"([^"]+)"/.exec(html)?.[1] ?? ''
  const text = inflateRawSync(Buffer.from(packed, 'base64')).toString()
  return (JSON.parse(text) as EventItems).items.map(({ name }) => name)
}

/** The bars of the grid as `key@day`, in the order of the page. */
function barsOf(html: string): string[] {
  return [...html.matchAll(/data-date="([\d-]+)"|data-key="([^"]+)"/g)].reduce<{
    date: string
    bars: string[]
  }>(
    ({ date, bars }, [, found, key]) =>
      found ? { date: found, bars } : { date, bars: [...bars, `${key}@${date}`] },
    { date: '', bars: [] },
  ).bars
}

describe('followed events', () => {
  test('are those hyped and those of followed streamers, games and groups, each once, by start', async () => {
    const game = await insertGame(worker, 'Followed Game')
    const streamer = await insertStreamer(worker, 'Followed Streamer')
    const other = await insertStreamer(worker, 'Somebody Else')
    await insertAccount(worker, streamer, 'TheirChannel')
    await insertFollows(worker, 'game', game, [member])
    await insertFollows(worker, 'streamer', streamer, [member])
    const group = await insertGroup(worker, 'Followed Group')
    await insertFollows(worker, 'group', group, [member])
    await at('of the group', now + 6 * day, { groupId: group })
    await at('of both', now + 7 * day, { gameId: game, groupId: group })
    const hyped = await at('hyped', now + 5 * day, { gameId: game })
    await hype(hyped.id)
    await at('of the game', now + 4 * day, { gameId: game })
    await at('with the streamer', now + 3 * day, { streamerIds: [other, streamer] })
    const channel = await at('on their channel', now + 2 * day)
    await worker.sql`update events set streaming_account_name = '@TheirChannel'
      where id = ${channel.id}`
    const also = await at('also on their channel', now + day)
    await worker.sql`insert into event_channels (event_id, position, platform, account)
      values (${also.id}, 0, 'twitch', 'theirchannel')`
    const elsewhere = await at('same name elsewhere', now + day, { platform: 'youtube' })
    await worker.sql`update events set streaming_account_name = 'TheirChannel'
      where id = ${elsewhere.id}`
    await at('nobody’s', now + day, { streamerIds: [other] })
    expect(await followed()).toEqual([
      'also on their channel',
      'on their channel',
      'with the streamer',
      'of the game',
      'hyped',
      'of the group',
      'of both',
    ])
  })

  test('are the member’s own, whatever others hype and follow', async ({ member: stranger }) => {
    const game = await insertGame(worker, 'Their Game')
    const streamer = await insertStreamer(worker, 'Their Streamer')
    await insertAccount(worker, streamer, 'stranger')
    await insertFollows(worker, 'game', game, [stranger])
    await insertFollows(worker, 'streamer', streamer, [stranger])
    await hype((await at('hyped', now + day)).id, stranger.userId)
    await at('of the game', now + 2 * day, { gameId: game })
    await at('with the streamer', now + 3 * day, { streamerIds: [streamer] })
    const main = await at('on their channel', now + 4 * day)
    await worker.sql`update events set streaming_account_name = 'stranger' where id = ${main.id}`
    const also = await at('also on their channel', now + 5 * day)
    await worker.sql`insert into event_channels (event_id, position, platform, account)
      values (${also.id}, 0, 'twitch', 'stranger')`
    expect(await followed()).toEqual([])
    expect(await followed('', await tokenOf(worker, stranger, now))).toEqual([
      'hyped',
      'of the game',
      'with the streamer',
      'on their channel',
      'also on their channel',
    ])
  })

  test('keep what was cancelled and leave out what is not approved', async () => {
    for (const status of ['approved', 'pending', 'rejected', 'disabled'] as const) {
      const { id } = await at(status, now + day, { status, cancelledAt: now - 1 })
      await hype(id)
    }
    expect(await followed()).toEqual(['approved'])
  })

  test('are those that run within the window, to the millisecond', async () => {
    const from = Date.UTC(2026, 11, 1)
    const to = Date.UTC(2027, 0, 1)
    const places = {
      'ends as it begins': [from - hour, from],
      'ends in it': [from - 60 * day + 1, from + 1],
      'starts in it': [to - 1, to + day],
      'starts as it ends': [to, to + 1],
    } as const
    for (const [name, [startAt, endAt]] of Object.entries(places)) {
      await hype((await at(name, startAt, { endAt })).id)
    }
    const window = new URLSearchParams({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    })
    expect(await followed(`?${window}`)).toEqual(['ends in it', 'starts in it'])
  })

  test.each([
    'from=yesterday',
    'to=2026-13-01T00:00:00Z',
    'from=2026-12-01T00:00:00Z&to=2026-12-01T00:00:00Z',
    'from=2026-12-02T00:00:00Z&to=2026-12-01T00:00:00Z',
    'from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z',
    'to=2026-01-01T00:00:00Z',
  ])('refuse the window %s', async (search) => {
    const { status, body } = await worker.call('GET', `users/me/followed_events?${search}`, {
      token,
      now,
    })
    expect([status, body.code]).toEqual([422, 'validation_failed'])
  })

  test('of too long a window say how long it may be', async () => {
    const search = 'from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z'
    const path = `users/me/followed_events?${search}`
    const { body } = await worker.call('GET', path, { token, now })
    expect(body.details).toEqual([{ path: 'to', msg: 'The period can span 100 days at most' }])
  })

  test('are private, and cost one trip to the database', async () => {
    const before = worker.trips()
    const { headers } = await worker.call('GET', 'users/me/followed_events', { token, now })
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    expect(worker.trips() - before).toBe(1)
  })
})

describe('the page of a month', () => {
  test('draws one bar for an event over several days, and a piece in each week it crosses', async () => {
    const start = Date.UTC(2026, 10, 26, 18)
    const { id } = await at('long', start, { endAt: start + 6 * day })
    const { html } = await pageOf('/calendar?month=2026-11&view=month')
    expect(barsOf(html)).toEqual([`event-${id}@2026-11-26`, `event-${id}@2026-11-29`])
    expect(html).toMatch(/data-span="3"[^>]*data-goes-on/)
    expect(html).toMatch(/data-span="4" data-continued/)
  })

  test('shows the events of a day whatever runs above them, and counts the rest', async () => {
    const start = Date.UTC(2026, 10, 23, 8)
    for (let index = 0; index < 6; index += 1) {
      await at(`long ${index}`, start + index, { endAt: start + 3 * day })
    }
    const single = await at('single', start + day, { endAt: start + 2 * day })
    const { html } = await pageOf('/calendar?month=2026-11&view=month')
    expect(barsOf(html).filter((bar) => bar.endsWith('24'))).toEqual([
      `event-${single.id}@2026-11-24`,
    ])
    expect(barsOf(html)).toHaveLength(3)
    expect(html).toContain('+4 long events')
    expect(html).not.toMatch(/\+\d+ more/)
  })

  test('begins its weeks as the language does', async () => {
    const firstDay = async (path: string) =>
      /data-date="([\d-]+)"/.exec((await pageOf(`${path}?month=2026-12&view=month`)).html)?.[1]
    expect(await firstDay('/calendar')).toBe('2026-11-29')
    expect(await firstDay('/fr/calendar')).toBe('2026-11-30')
    expect(await firstDay('/es/calendar')).toBe('2026-11-30')
  })

  test('holds the events of the days around, for other zones and for three days of a phone', async () => {
    await at('two days before', Date.UTC(2026, 9, 30, 10))
    await at('a day before', Date.UTC(2026, 9, 31, 23))
    await at('a day after', Date.UTC(2026, 11, 6, 3))
    await at('three days after', Date.UTC(2026, 11, 8, 3))
    await at('four days after', Date.UTC(2026, 11, 9, 3))
    const { html } = await pageOf('/calendar?month=2026-11&view=month')
    expect(barsOf(html)).toEqual([])
    expect(namesOf(html)).toEqual(['a day before', 'a day after', 'three days after'])
  })

  test('shows what is cancelled as such and nothing that is not approved', async () => {
    await at('called off', Date.UTC(2026, 10, 22, 18), { cancelledAt: now })
    for (const status of ['pending', 'rejected', 'disabled'] as const) {
      await at(`hidden ${status}`, Date.UTC(2026, 10, 22, 18), { status })
    }
    const { html } = await pageOf('/calendar?month=2026-11&view=month')
    expect(html).toContain('data-state="cancelled"')
    expect(html).not.toContain('hidden ')
    expect(namesOf(html)).toEqual(['called off'])
  })

  test('stands for a group on the days that have an event of it, but not for a group of one', async () => {
    const group = await insertGroup(worker, 'Winter Cup')
    const alone = await insertGroup(worker, 'Lonely Cup')
    await at('first', Date.UTC(2026, 10, 23, 18), { groupId: group })
    await at('second', Date.UTC(2026, 10, 25, 18), { groupId: group })
    const single = await at('single', Date.UTC(2026, 10, 24, 18), { groupId: alone })
    const grouped = await pageOf('/calendar?month=2026-11&view=month&grouping=grouped')
    expect(barsOf(grouped.html)).toEqual([
      'group-Winter Cup-2026-11-23@2026-11-23',
      `event-${single.id}@2026-11-24`,
      'group-Winter Cup-2026-11-25@2026-11-25',
    ])
    const ungrouped = await pageOf('/calendar?month=2026-11&view=month')
    expect(barsOf(ungrouped.html)).toHaveLength(3)
  })

  test('is a list while it is sparse, and both for the screen to choose from once it is full', async () => {
    for (let index = 0; index < 7; index += 1) await at(`e${index}`, now + index * hour)
    const sparse = await pageOf('/calendar?month=2026-11')
    expect([/role="grid"/, /class="agenda"/].map((part) => part.test(sparse.html))).toEqual([
      false,
      true,
    ])
    await at('the eighth', now + day)
    const full = await pageOf('/calendar?month=2026-11')
    expect([/role="grid"/, /class="agenda[ "]/].map((part) => part.test(full.html))).toEqual([
      true,
      true,
    ])
  })

  test('brings the hype buttons of its first rows, and leaves the rest to the script', async () => {
    await at('over', now - 5 * day)
    const open = []
    for (let index = 0; index < 14; index += 1) open.push(await at(`e${index}`, now + index * hour))
    const { html } = await pageOf('/calendar?month=2026-11')
    const buttons = [...html.matchAll(/data-hype-event="(\d+)"/g)].map(([, id]) => Number(id))
    expect(buttons).toEqual(open.slice(0, 10).map(({ id }) => id))
    expect(html.split('class="event-row').length - 1).toBe(15)
  })

  test.each([
    { month: '2026-11', everyNth: 3 },
    { month: '2026-12', everyNth: 3 },
    { month: '2026-12', everyNth: 1 },
  ])(
    'of 120 events, one in $everyNth of a group, is at most 130 kB of HTML in every view of $month',
    async ({ month, everyNth }) => {
      const group = await insertGroup(worker, `A group of ${month}, one in ${everyNth}, usual`)
      const first = Date.parse(`${month}-01T08:00:00Z`)
      for (let index = 0; index < 120; index += 1) {
        const start = first + (index % 30) * day + Math.floor(index / 30) * 4 * hour
        const name = `The ${index}th annual charity marathon of the winter`
        await at(name, start, index % everyNth ? {} : { groupId: group })
      }
      for (const search of ['', '&view=month', '&view=agenda', '&view=week', '&grouping=grouped']) {
        const { html } = await pageOf(`/fr/calendar?month=${month}${search}`)
        expect(namesOf(html).filter((name) => name.startsWith('The 119th annual'))).toHaveLength(1)
        expect([search, Buffer.byteLength(html) < 130_000]).toEqual([search, true])
      }
    },
  )

  test('has a word for an empty month, and leads to the nearest that is not', async () => {
    await at('before', Date.UTC(2026, 8, 10))
    const back = await pageOf('/calendar?month=2026-11')
    expect(back.html).toContain('Nothing in November 2026 yet')
    expect(back.html).toContain('Go to September 2026')
    await at('called off', Date.UTC(2026, 11, 20), { cancelledAt: now })
    await at('after', Date.UTC(2027, 1, 10))
    const forth = await pageOf('/fr/calendar?month=2026-11')
    expect(forth.html).toContain('Voir février 2027')
    expect(forth.html).toContain('/fr/calendar?month=2027-02')
  })

  test.each([
    'month=2026-13',
    'month=1999-01',
    'month=%00',
    'view=year&grouping=x&show=y&language=x',
    '',
  ])('falls back to the present month for “%s”', async (search) => {
    const { status, html } = await pageOf(`/calendar?${search}`)
    expect(status).toBe(200)
    expect(html).toMatch(/<h1[^>]*>November 2026<\/h1>/)
  })

  test('keeps to the language, platform and category that its address names', async () => {
    const start = Date.UTC(2026, 10, 22, 18)
    await at('wanted', start, { language: 'fr', platform: 'youtube', category: 'speedrun' })
    await at('other language', start, { language: 'en', platform: 'youtube', category: 'speedrun' })
    await at('other platform', start, { language: 'fr', platform: 'twitch', category: 'speedrun' })
    await at('other category', start, { language: 'fr', platform: 'youtube', category: 'music' })
    const names = async (search: string) =>
      namesOf((await pageOf(`/calendar?month=2026-11&view=month&${search}`)).html)
    expect(await names('')).toHaveLength(4)
    expect(await names('language=fr&platform=youtube&category=speedrun')).toEqual(['wanted'])
    expect(await names('language=fr&language=en&platform=youtube&category=speedrun')).toEqual([
      'wanted',
      'other language',
    ])
    expect(await names('category=music&language=nonsense')).toEqual(['other category'])
    const before = worker.trips()
    await pageOf('/calendar?language=es&platform=twitch&category=charity')
    expect(worker.trips() - before).toBe(1)
  })

  test('says where filters leave nothing, and how to be rid of them', async () => {
    await at('there', Date.UTC(2026, 10, 22, 18), { language: 'fr' })
    const { html } = await pageOf('/calendar?month=2026-11&language=es')
    expect(html).toContain('No events found')
    expect(html).toMatch(/href="\/calendar\?month=2026-11"[^>]*data-act="clear"/)
  })

  test('of a week is a list of its days without a script, and the frame of its hours', async () => {
    await at('of the week', Date.UTC(2026, 10, 24, 18))
    await at('of the next', Date.UTC(2026, 10, 29, 18))
    const { html } = await pageOf('/calendar?view=week&day=2026-11-24')
    expect([...html.matchAll(/data-date="([\d-]+)"/g)].map(([, found]) => found)).toEqual(
      ['22', '23', '24', '25', '26', '27', '28'].map((found) => `2026-11-${found}`),
    )
    expect(
      [...html.matchAll(/section class="day" data-day="([\d-]+)"/g)].map(([, d]) => d),
    ).toEqual(['2026-11-24'])
    expect(html).not.toContain('style=')
    expect(html).toMatch(/rel="next nofollow" href="\/calendar\?day=2026-12-01&amp;view=week"/)
  })

  test('is the same for everyone, kept by the edge, and read in one trip', async () => {
    await at('soon', now + 20_000)
    const before = worker.trips()
    const { headers } = await pageOf('/calendar')
    expect(worker.trips() - before).toBe(1)
    expect(headers.get('Cache-Tag')).toBe('events')
    expect(headers.get('Cloudflare-CDN-Cache-Control')).toContain('max-age=20,')
  })

  test('is read off an index', async () => {
    const plan = await worker.sql<{ detail: string }>`explain query plan select e.id from events e
      where e.status = 'approved'
      and e.start_at < 9 and e.start_at > 1 and e.end_at > 2 order by e.start_at, e.id limit 9`
    expect(plan.map(({ detail }) => detail)).toEqual([
      'SEARCH e USING COVERING INDEX events_start (status=? AND start_at>? AND start_at<?)',
    ])
  })
})
