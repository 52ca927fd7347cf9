import type ICAL from 'ical.js'
import { beforeEach, describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type {
  CalendarFeedScope,
  CalendarFeedsView,
  CalendarFeedView,
} from '#worker/features/events/feeds/contract.ts'
import {
  type EventOptions,
  createEvent,
  createManyEvents,
} from '#tests/support/factories/events.ts'
import {
  insertAccount,
  insertFollows,
  insertGame,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import { type Member, createMember, tokenFor, tokenOf } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { namesOf, parsedCalendar, valueOf } from '#tests/support/parsers/ical.ts'
import { publishEvent } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'
import { reasons } from '#tests/support/factories/moderation.ts'

const now = Date.UTC(2027, 2, 24, 12)
let site: string
let member: Member
let token: string
test.beforeAll(async () => {
  site = worker.environment.vars['SITE_URL'] ?? ''
})
beforeEach(async () => {
  await worker.sql`delete from events`
  member = await createMember(worker, { language: 'fr' })
  token = await tokenOf(worker, member, now)
})

async function makeFeed(scope: CalendarFeedScope = 'both'): Promise<CalendarFeedView> {
  const path = 'users/me/calendar_feeds'
  const answer = await worker.call<CalendarFeedView>('POST', path, { token, body: { scope }, now })
  expect(answer.status).toBe(201)
  return answer.body
}

async function listFeeds(at = now): Promise<CalendarFeedView[]> {
  const own = await tokenOf(worker, member, at)
  const body = await worker.get<CalendarFeedsView>('users/me/calendar_feeds', {
    token: own,
    now: at,
  })
  return body.items
}

function pathOf({ links }: CalendarFeedView): string {
  return new URL(links?.https ?? site).pathname
}

function get(path: string, headers: Record<string, string> = {}, at = now): Promise<Response> {
  return worker.fetch(path, { headers: { 'X-Test-Now': String(at), ...headers } })
}

async function entries(path: string, at = now): Promise<ICAL.Component[]> {
  const response = await get(path, {}, at)
  expect([path, response.status]).toEqual([path, 200])
  return parsedCalendar(await response.text()).getAllSubcomponents('vevent')
}

async function statuses(path: string, at = now): Promise<string[]> {
  const found = await entries(path, at)
  return found.map((one) => `${valueOf(one, 'summary')}: ${valueOf(one, 'status')}`)
}

/** An event of four hours that starts so long after now. */
function at(name: string, startIn: number, facts: Partial<EventOptions> = {}) {
  const startAt = now + startIn
  return createEvent(worker, { name, startAt, endAt: startAt + 4 * hour, ...facts })
}

function hype(eventId: number, userId: number = member.userId) {
  return worker.sql`insert into hypes (event_id, user_id, created_at)
    values (${eventId}, ${userId}, ${now})`
}

async function hyped(name: string, startIn: number, facts: Partial<EventOptions> = {}) {
  const event = await at(name, startIn, facts)
  await hype(event.id)
  return event
}

function change(id: number, set: string, ...values: (string | number)[]) {
  return query(worker, `update events set ${set} where id = ?`, ...values, id)
}

async function expectGone(path: string): Promise<void> {
  const refused = await get(path)
  const body = (await refused.json()) as ErrorEnvelope
  expect([refused.status, body.code]).toEqual([404, 'calendar_feed_not_found'])
  expect(refused.headers.get('Cache-Control')).toBe('no-store')
}

describe('a calendar link', () => {
  test('is a secret of 256 bits, shown again to its owner, and stored as hash and cipher', async () => {
    const made = await makeFeed('hyped')
    expect(made).toMatchObject({ scope: 'hyped', last_used_at: null })
    const secret =
      /\/feeds\/me\/([\w-]{43})\.ics\?lang=en$/.exec(made.links?.https ?? '')?.[1] ?? ''
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(made.links?.webcal).toBe(made.links?.https.replace(/^https?:/, 'webcal:'))
    const google = new URL(made.links?.google ?? '')
    expect(google.origin).toBe('https://calendar.google.com')
    expect(google.searchParams.get('cid')).toBe(made.links?.webcal)
    expect(await listFeeds()).toEqual([made])
    const rows = await worker.sql`select * from calendar_feeds where id = ${made.id}`
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('is one of ten at most', async () => {
    for (let count = 0; count < 10; count += 1) await makeFeed()
    const path = 'users/me/calendar_feeds'
    const answer = await worker.call('POST', path, { token, body: { scope: 'both' }, now })
    expect([answer.status, answer.body.code]).toEqual([409, 'too_many_calendar_feeds'])
    expect(await listFeeds()).toHaveLength(10)
  })

  test('has one of three scopes', async () => {
    const path = 'users/me/calendar_feeds'
    const answer = await worker.call('POST', path, { token, body: { scope: 'all' }, now })
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed'])
    expect(await listFeeds()).toEqual([])
  })

  test('answers no more once it is revoked, while the others go on', async () => {
    const [first, second] = [await makeFeed(), await makeFeed()]
    const path = `users/me/calendar_feeds/${first.id}`
    expect((await worker.call('DELETE', path, { token, now })).status).toBe(204)
    await expectGone(pathOf(first))
    expect((await get(pathOf(second))).status).toBe(200)
    expect((await listFeeds()).map(({ id }) => id)).toEqual([second.id])
    const again = await worker.call('DELETE', path, { token, now })
    expect([again.status, again.body.code]).toEqual([404, 'calendar_feed_not_found'])
  })

  test('is revoked by nobody else', async () => {
    const made = await makeFeed()
    const other = await tokenOf(worker, await createMember(worker), now)
    const path = `users/me/calendar_feeds/${made.id}`
    expect((await worker.call('DELETE', path, { token: other, now })).status).toBe(404)
    expect((await get(pathOf(made))).status).toBe(200)
  })

  test('answers no more when its owner is deactivated or deletes the account', async () => {
    const made = await makeFeed()
    await worker.sql`update users set is_active = 0 where id = ${member.userId}`
    await expectGone(pathOf(made))
    await worker.sql`update users set is_active = 1 where id = ${member.userId}`
    expect((await get(pathOf(made))).status).toBe(200)
    const body = { username: member.username }
    const recent = await tokenFor(worker, member.username, now)
    expect((await worker.call('DELETE', 'users/me', { token: recent, body, now })).status).toBe(204)
    await expectGone(pathOf(made))
  })

  test('says when it was last used, to the hour', async () => {
    const made = await makeFeed()
    await get(pathOf(made), {}, now + 90 * 60_000)
    expect((await listFeeds())[0]?.last_used_at).toBe('2027-03-24T13:00:00Z')
    await get(pathOf(made), {}, now + 100 * 60_000)
    await get(pathOf(made), {}, now + 125 * 60_000)
    expect((await listFeeds())[0]?.last_used_at).toBe('2027-03-24T14:00:00Z')
  })

  test('that cannot be decrypted any more is listed without its address, and goes on', async () => {
    const made = await makeFeed()
    await worker.sql`update calendar_feeds set token = 'a.b.c' where id = ${made.id}`
    expect(await listFeeds()).toEqual([{ ...made, links: null }])
    expect((await get(pathOf(made))).status).toBe(200)
  })

  test.each(['x', 'a'.repeat(43), `${'a'.repeat(44)}`, '%27'])('%s is nobody’s', (secret) =>
    expectGone(`/feeds/me/${secret}.ics`),
  )

  test('is only read', async () => {
    const refused = await worker.fetch(pathOf(await makeFeed()), { method: 'POST' })
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('the calendar behind it', () => {
  test('is for one person’s program alone, and is not sent twice [ASVS 14.2.2]', async () => {
    await hyped('Marathon', day)
    const path = pathOf(await makeFeed())
    const response = await get(path)
    expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(response.headers.get('Cloudflare-CDN-Cache-Control')).toBeNull()
    expect(response.headers.get('Cache-Tag')).toBeNull()
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex')
    const text = await response.text()
    expect(text).not.toContain(member.username)
    expect(parsedCalendar(text).getFirstPropertyValue('x-wr-calname')).toBe(
      'Hypecal – mes événements',
    )
    // Its owner's language where the address names none.
    const english = parsedCalendar(await (await get(`${path}?lang=en`)).text())
    expect(english.getFirstPropertyValue('x-wr-calname')).toBe('Hypecal – my events')
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    const headers = { 'If-None-Match': response.headers.get('ETag') ?? '' }
    const again = await get(path, headers, now + hour)
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('Cache-Control')).toBe('private, no-store')
    await hyped('Another', 2 * day)
    expect((await get(path, headers)).status).toBe(200)
  })

  test('is valid when nothing concerns the person', async () => {
    await at('Of others', day)
    expect(await entries(pathOf(await makeFeed()))).toEqual([])
  })

  test('holds by its scope what is hyped, or whose streamer, channel or game is followed', async () => {
    const streamer = await insertStreamer(worker, 'Ana')
    const game = await insertGame(worker, 'Celeste')
    await hyped('hyped', day)
    await at('taking part', 2 * day, { streamerIds: [streamer] })
    await at('game', 3 * day, { gameId: game })
    const channel = await at('channel', 4 * day)
    await change(channel.id, `streaming_account_name = 'AnaLive'`)
    await insertAccount(worker, streamer, 'AnaLive')
    await at('of others', day)
    await insertFollows(worker, 'streamer', streamer, [member])
    await insertFollows(worker, 'game', game, [member])
    const named = async (scope: CalendarFeedScope) =>
      namesOf(await entries(pathOf(await makeFeed(scope))))
    expect(await named('hyped')).toEqual(['hyped'])
    expect(await named('followed')).toEqual(['taking part', 'game', 'channel'])
    expect(await named('both')).toEqual(['hyped', 'taking part', 'game', 'channel'])
  })

  test('has the names and versions of the public one', async () => {
    const { id } = await hyped('Moves', day)
    await change(id, 'created_at = ?, updated_at = ?', now - 3 * day, now - 2 * day)
    const path = pathOf(await makeFeed())
    const facts = async (of: string) => {
      const [entry] = await entries(of)
      return ['uid', 'sequence', 'dtstamp', 'dtstart', 'status'].map((name) => valueOf(entry, name))
    }
    expect(await facts(path)).toEqual(await facts('/feeds/events.ics'))
    const before = Number((await facts(path))[1])
    await change(id, 'start_at = start_at + 60000, updated_at = ?', now - day)
    expect(Number((await facts(path))[1])).toBeGreaterThan(before)
    expect(await facts(path)).toEqual(await facts('/feeds/events.ics'))
  })

  test('keeps what is over and what was cancelled for a month, and never what is not public', async () => {
    await hyped('over', -20 * day)
    await hyped('long over', -31 * day)
    await hyped('cancelled', day, { cancelledAt: now - 29 * day })
    await hyped('cancelled long ago', day, { cancelledAt: now - 31 * day })
    await hyped('never public', day, { status: 'pending' })
    expect(await statuses(pathOf(await makeFeed()))).toEqual([
      'over: CONFIRMED',
      'cancelled: CANCELLED',
    ])
  })

  test('calls off for a month what left the agenda, without a word of what it says now', async () => {
    const startAt = now + 40 * day
    const admin = await tokenFor(worker, 'admin', now)
    const events = await Promise.all(
      ['reset', 'disable'].map(async (act) => {
        const event = await publishEvent(worker, startAt, { now })
        await hype(event.id)
        return { ...event, act }
      }),
    )
    const path = pathOf(await makeFeed())
    const versions = async (asOf: number) =>
      new Map(
        (await entries(path, asOf)).map((one) => [
          valueOf(one, 'uid'),
          Number(valueOf(one, 'sequence')),
        ]),
      )
    const before = await versions(now + 1000)
    expect(before.size).toBe(2)
    for (const { id, act } of events) {
      const answer = await worker.call('POST', `admin/proposals/${id}/${act}`, {
        token: admin,
        body: reasons,
        now: now + 60_000,
      })
      expect([act, answer.status]).toEqual([act, 200])
      await change(id, `name = 'Under review', start_at = start_at + 3600000`)
    }
    const gone = await entries(path, now + 2 * 60_000)
    expect(namesOf(gone)).toEqual(['Retiré de l’agenda', 'Retiré de l’agenda'])
    for (const one of gone) {
      expect(valueOf(one, 'status')).toBe('CANCELLED')
      expect(valueOf(one, 'dtstart')).toBe(new Date(startAt).toISOString().replace('.000', ''))
      expect(Number(valueOf(one, 'sequence'))).toBeGreaterThan(
        before.get(valueOf(one, 'uid')) ?? Infinity,
      )
    }
    expect(await entries(path, now + 31 * day)).toEqual([])
  })

  test('holds five hundred at most: what comes soonest', async () => {
    await createManyEvents(worker, 510, { name: 'Many', startAt: now })
    await worker.sql`insert into hypes (event_id, user_id, created_at) select id, ${member.userId},
      0 from events`
    await hyped('over', -2 * day)
    const names = namesOf(await entries(pathOf(await makeFeed())))
    expect(names).toHaveLength(500)
    expect([names[0], names.at(-1)]).toEqual(['Many 1', 'Many 500'])
  })
})

describe('the reminders in the link', () => {
  function alarmsOf(entry: ICAL.Component | undefined): string[] {
    return (entry?.getAllSubcomponents('valarm') ?? []).map(
      (alarm) => `${valueOf(alarm, 'action')} ${valueOf(alarm, 'trigger')}`,
    )
  }

  test('stand on each event with an hour, the earliest first and each once', async () => {
    await hyped('with an hour', day)
    const { id } = await hyped('a day', 2 * day)
    await change(id, `time_certainty = 'date_only'`)
    await hyped('off', 3 * day, { cancelledAt: now - hour })
    const path = pathOf(await makeFeed())
    const [exact, ...others] = await entries(`${path}?alarm=60&alarm=1440&alarm=60`)
    expect(alarmsOf(exact)).toEqual(['DISPLAY -P1D', 'DISPLAY -PT1H'])
    expect(others.map(alarmsOf)).toEqual([[], []])
    const [without] = await entries(path)
    expect(alarmsOf(without)).toEqual([])
  })

  test.each([
    'alarm=x',
    'alarm=-5',
    'alarm=40321',
    'alarm=1&alarm=2&alarm=3&alarm=4&alarm=5&alarm=6',
  ])('%s is refused', async (search) => {
    const refused = await get(`${pathOf(await makeFeed())}?${search}`)
    const body = (await refused.json()) as ErrorEnvelope
    expect([refused.status, body.code]).toEqual([422, 'validation_failed'])
  })
})
