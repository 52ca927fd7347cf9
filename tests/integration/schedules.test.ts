import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorEnvelope } from '#worker/contract.ts'
import type {
  ImportReport,
  ScheduleSourcesView,
  ScheduleSourceView,
} from '#worker/features/schedules/contract.ts'
import { placeEvent } from '#tests/agenda.ts'
import { placeMember, query, tokenOf, type Member } from '#tests/members.ts'
import { day, hour } from '#tests/people.ts'
import { calendarText, placeChannel, twitchSegment } from '#tests/schedule-shapes.ts'
import { startScheduleStandIn, type ScheduleStandIn } from '#tests/schedule-stand-in.ts'
import { startTestWorker, type TestWorker } from '#tests/worker.ts'

const now = Date.UTC(2027, 2, 24, 12, 17)
const calendarPath = '/calendar/ical/ana/private-key/basic.ics'
const calendarUrl = `https://calendar.google.com${calendarPath}`
const target = { category: 'variety', language: 'fr', timezone: 'Europe/Paris' }

let worker: TestWorker
let upstream: ScheduleStandIn
let member: Member
let moderator: Member
let channel: { streamerId: number; accountId: number; name: string }
beforeAll(async () => {
  upstream = await startScheduleStandIn()
  worker = await startTestWorker(upstream.vars)
})
beforeEach(async () => {
  await query(worker, 'delete from events')
  await query(worker, 'delete from schedule_sources')
  member = await placeMember(worker)
  moderator = await placeMember(worker, { role: 'moderator' })
  channel = await placeChannel(worker, member.userId)
})
afterAll(async () => {
  await worker.close()
  await upstream.close()
})

async function call<Body = ErrorEnvelope>(
  method: string,
  path: string,
  { body, as = member, at = now }: { body?: unknown; as?: Member; at?: number } = {},
) {
  const token = await tokenOf(worker, as, at)
  return worker.call<Body>(method, path, { token, now: at, ...(body !== undefined && { body }) })
}

const mine = 'users/me/schedule_sources'

async function add(input: Record<string, unknown> = {}, path = mine, as = member) {
  const body = { ...target, kind: 'twitch_schedule', account_id: channel.accountId, ...input }
  const answer = await call<ScheduleSourceView>('POST', path, { body, as })
  expect(answer.status).toBe(201)
  return answer.body
}

async function run(source: ScheduleSourceView, { confirm = true, at = now } = {}) {
  const path = `${mine}/${source.id}/run`
  const { status, body } = await call<ImportReport>('POST', path, { body: { confirm }, at })
  expect(status).toBe(200)
  return outcomes(body)
}

function outcomes({ items }: ImportReport): string[] {
  return items.map(({ name, outcome, reason }) => `${name}: ${reason ?? outcome}`)
}

type EventRow = {
  id: number
  name: string
  status: string
  start_at: number
  cancelled_at: number | null
  proposer_id: number
  previous_start_at: number | null
}
const listEvents = () => query<EventRow>(worker, 'select * from events order by start_at')
const states = async () =>
  (await listEvents()).map(
    ({ name, status, cancelled_at: at }) => `${name}: ${at ? 'cancelled' : status}`,
  )

const segment = (id: string, startIn: number, changes: Record<string, unknown> = {}) =>
  twitchSegment(id, now + startIn, changes)

function announce(...segments: ReturnType<typeof segment>[]): void {
  upstream.answer('/helix/users', (url) => ({
    body: { data: [{ id: '141981764', login: url.searchParams.get('login') }] },
  }))
  upstream.answer('/helix/schedule', {
    body: {
      data: {
        segments,
        broadcaster_id: '141981764',
        broadcaster_name: 'Ana',
        broadcaster_login: channel.name,
        vacation: null,
      },
      pagination: {},
    },
  })
}

const calendar = (...entries: { uid: string; startIn: number; name?: string }[]) =>
  calendarText(entries.map(({ startIn, ...entry }) => ({ ...entry, startAt: now + startIn })))

describe('a Twitch schedule', () => {
  test('is looked at first, then brought in at once for one’s own verified channel', async () => {
    announce(segment('b', 2 * day), segment('a', day))
    const source = await add()
    expect(source).toMatchObject({ account: channel.name, events: 0, next_run_at: null })
    expect(await run(source, { confirm: false })).toEqual([
      'Segment a: created',
      'Segment b: created',
    ])
    expect(await listEvents()).toEqual([])
    expect(await run(source)).toEqual(['Segment a: created', 'Segment b: created'])
    const [first] = await listEvents()
    expect(first).toMatchObject({
      name: 'Segment a',
      status: 'approved',
      start_at: now + day,
      proposer_id: member.userId,
      category: 'variety',
      language: 'fr',
      streaming_account_name: channel.name,
      proof_url: `https://www.twitch.tv/${channel.name}`,
    })
    const { body } = await call<ScheduleSourcesView>('GET', mine)
    expect(body.items).toMatchObject([
      {
        events: 2,
        last_error: null,
        next_run_at: new Date(now + hour).toISOString().replace('.000', ''),
      },
    ])
  })

  test('changes what it brought in, tells of a move, and has one effect when run again', async () => {
    announce(segment('a', 2 * day))
    const source = await add()
    await run(source)
    const [before] = await listEvents()
    announce(segment('a', 3 * day, { title: 'Renamed' }))
    expect(await run(source, { at: now + 1000 })).toEqual(['Renamed: updated'])
    const [after] = await listEvents()
    expect(after).toMatchObject({
      id: before?.id,
      name: 'Renamed',
      status: 'approved',
      start_at: now + 3 * day,
      previous_start_at: now + 2 * day,
    })
    const notices = () =>
      query(worker, `select payload from notice_fanouts where kind = 'event_changed'`)
    expect(await notices()).toHaveLength(1)
    expect(await run(source, { at: now + 2000 })).toEqual(['Renamed: unchanged'])
    expect(await notices()).toHaveLength(1)
    expect(await listEvents()).toEqual([after])
  })

  test('cancels what is skipped there at once, and what is no longer listed at the second run', async () => {
    announce(segment('a', day), segment('b', 2 * day), segment('c', 3 * day))
    const source = await add()
    await run(source)
    const end = new Date(now + day + 3 * hour).toISOString()
    announce(segment('a', day, { canceled_until: end }), segment('c', 3 * day))
    expect(await run(source, { at: now + 1000 })).toEqual([
      'Segment a: cancelled',
      'Segment c: unchanged',
      'Segment b: missing',
    ])
    expect(await states()).toEqual([
      'Segment a: cancelled',
      'Segment b: approved',
      'Segment c: approved',
    ])
    expect(await run(source, { at: now + 2000 })).toContain('Segment b: cancelled')
    expect(await states()).toContain('Segment b: cancelled')
    announce(segment('a', day), segment('b', 2 * day), segment('c', 3 * day))
    expect(await run(source, { at: now + 3000 })).toEqual([
      'Segment a: decided',
      'Segment b: decided',
      'Segment c: unchanged',
    ])
  })

  test('is not forgotten by one run that misses an entry', async () => {
    announce(segment('a', day))
    const source = await add()
    await run(source)
    for (const step of [1, 2, 3]) {
      announce()
      expect(await run(source, { at: now + step * 2000 })).toEqual(['Segment a: missing'])
      announce(segment('a', day))
      expect(await run(source, { at: now + step * 2000 + 1000 })).toEqual(['Segment a: unchanged'])
    }
    expect(await states()).toEqual(['Segment a: approved'])
  })

  test.each([
    [404, 'not_found'],
    [500, 'unreachable'],
    [429, 'limited'],
  ])('that answers %i changes nothing, whatever channel it is', async (status, fault) => {
    announce(segment('a', day))
    const source = await add()
    await run(source)
    upstream.answer('/helix/schedule', {
      status,
      body: { status, message: 'segments were not found' },
    })
    for (const step of [1, 2, 3]) {
      const path = `${mine}/${source.id}/run`
      const at = now + step * 1000
      const refused = await call('POST', path, { body: { confirm: true }, at })
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { code: 'schedule_unreadable', details: { fault } },
      ])
    }
    expect(await states()).toEqual(['Segment a: approved'])
    const { body } = await call<ScheduleSourcesView>('GET', mine)
    expect(body.items[0]).toMatchObject({ last_error: fault })
  })

  test('is read to its last page, out of order and with repetitions', async () => {
    announce()
    upstream.answer('/helix/schedule', (url) => {
      const isFirst = !url.searchParams.has('after')
      const segments = isFirst
        ? [segment('c', 3 * day), segment('a', day)]
        : [segment('a', day), segment('b', 2 * day, { title: '', end_time: null })]
      return {
        body: {
          data: { segments, vacation: null },
          pagination: isFirst ? { cursor: 'next' } : {},
        },
      }
    })
    const source = await add()
    expect(await run(source)).toEqual([
      'Segment a: created',
      'Science & Technology: created',
      'Segment c: created',
    ])
  })

  test('gives nothing during a vacation', async () => {
    announce()
    upstream.answer('/helix/schedule', {
      body: {
        data: {
          segments: [segment('a', day), segment('b', 9 * day)],
          vacation: {
            start_time: new Date(now).toISOString(),
            end_time: new Date(now + 7 * day).toISOString(),
          },
        },
      },
    })
    expect(await run(await add())).toEqual(['Segment a: off', 'Segment b: created'])
  })

  test('never overrides what a person decided or changed', async () => {
    announce(...['a', 'b', 'c'].map((id, index) => segment(id, (index + 1) * day)))
    const source = await add()
    await run(source)
    const ids = (await listEvents()).map(({ id }) => id)
    const as = moderator
    await call('POST', `admin/proposals/${ids[0]}/disable`, { as, body: {}, at: now + 1000 })
    await call('POST', `events/${ids[1]}/cancel`, { body: {}, at: now + 1000 })
    await query(worker, `update events set name = 'By hand' where id = ?`, ids[2]!)
    announce(...['a', 'b', 'c'].map((id, index) => segment(id, (index + 1) * day + hour)))
    for (const at of [now + 2000, now + 3000]) {
      expect(await run(source, { at })).toEqual([
        'Segment a: decided',
        'Segment b: decided',
        'Segment c: changed_by_hand',
      ])
    }
    announce()
    await run(source, { at: now + 4000 })
    await run(source, { at: now + 5000 })
    expect(await states()).toEqual([
      'Segment a: disabled',
      'Segment b: cancelled',
      'By hand: approved',
    ])
  })

  test('brings in fifty new ones at a time, and none that the agenda has from elsewhere', async () => {
    const other = await placeEvent(worker, { startAt: now + day, endAt: now + day + hour })
    await query(
      worker,
      'update events set streaming_account_name = ? where id = ?',
      channel.name,
      other.id,
    )
    announce(
      ...Array.from({ length: 60 }, (_, index) => segment(`n${index}`, day + index * 7 * hour)),
    )
    const source = await add()
    const first = await run(source)
    expect(first[0]).toBe('Segment n0: similar')
    expect(first.filter((one) => one.endsWith(': created'))).toHaveLength(49)
    expect(first.filter((one) => one.endsWith(': limit'))).toHaveLength(10)
    const second = await run(source, { at: now + 1000 })
    expect(second.filter((one) => one.endsWith(': created'))).toHaveLength(10)
  })
})

describe('a calendar address', () => {
  test('is read at the hosts that are allowed, and nowhere else', async () => {
    for (const url of [
      'http://calendar.google.com/a.ics',
      'https://calendar.google.com:8443/a.ics',
      'https://user@calendar.google.com/a.ics',
      'https://calendar.google.com.example.com/a.ics',
      'https://icloud.com.example.com/a.ics',
      'https://evilicloud.com/a.ics',
      'https://127.0.0.1/a.ics',
      'file:///etc/passwd',
    ]) {
      const body = { ...target, kind: 'ical_url', account_id: channel.accountId, url }
      const refused = await call('POST', mine, { body })
      expect([url, refused.status]).toEqual([url, 422])
    }
    for (const url of [
      'webcal://p01-caldav.icloud.com/x',
      'https://outlook.live.com/o/calendar.ics',
    ]) {
      expect(await add({ kind: 'ical_url', url })).toMatchObject({ kind: 'ical_url' })
    }
  })

  test('stays a secret, and its entries come in', async () => {
    upstream.answer(calendarPath, { body: calendar({ uid: 'Marathon', startIn: day }) })
    const source = await add({ kind: 'ical_url', url: calendarUrl })
    expect(source.host).toBe('calendar.google.com')
    expect(JSON.stringify(source)).not.toContain('private-key')
    const rows = await query(worker, 'select * from schedule_sources')
    expect(JSON.stringify(rows)).not.toContain('private-key')
    expect(await run(source)).toEqual(['Marathon: created'])
    expect(await states()).toEqual(['Marathon: approved'])
    const events = await query(worker, 'select * from events')
    expect(JSON.stringify(events)).not.toContain('private-key')
  })

  test.each([
    ['no calendar', 'hello', 'malformed'],
    ['too much', 'x'.repeat(1024 * 1024 + 1), 'too_large'],
  ])('with %s is refused', async (_, body, fault) => {
    upstream.answer(calendarPath, { body })
    const source = await add({ kind: 'ical_url', url: calendarUrl })
    const refused = await call('POST', `${mine}/${source.id}/run`, { body: {} })
    expect([refused.status, refused.body.details]).toEqual([409, { fault }])
  })
})

describe('a calendar file', () => {
  async function send(text: string, { confirm = true, at = now } = {}) {
    const form = new FormData()
    form.append('file', new Blob([text]), 'mine.ics')
    form.append('account_id', String(channel.accountId))
    for (const [name, value] of Object.entries(target)) form.append(name, value)
    form.append('confirm', String(confirm))
    const answer = await call<ImportReport>('POST', 'users/me/schedule_imports', { body: form, at })
    expect(answer.status).toBe(200)
    return outcomes(answer.body)
  }

  test('is looked at, brought in, and changes its events when it is sent again', async () => {
    const text = calendar({ uid: 'one', startIn: day, name: 'First' })
    expect(await send(text, { confirm: false })).toEqual(['First: created'])
    expect(await listEvents()).toEqual([])
    expect(await query(worker, 'select * from schedule_sources')).toEqual([])
    expect(await send(text)).toEqual(['First: created'])
    const changed = calendar({ uid: 'one', startIn: day, name: 'Second' })
    expect(await send(changed, { at: now + 1000 })).toEqual(['Second: updated'])
    expect(await send(calendar(), { at: now + 2000 })).toEqual([])
    expect(await states()).toEqual(['Second: approved'])
  })

  test('that is none is refused', async () => {
    const form = new FormData()
    form.append('file', new Blob(['hello']), 'mine.ics')
    form.append('account_id', String(channel.accountId))
    for (const [name, value] of Object.entries(target)) form.append(name, value)
    const refused = await call('POST', 'users/me/schedule_imports', { body: form })
    expect([refused.status, refused.body.code]).toEqual([409, 'schedule_unreadable'])
  })
})

describe('who may import', () => {
  test('is the member behind a verified channel, ten times', async () => {
    const body = { ...target, kind: 'twitch_schedule', account_id: channel.accountId }
    await query(
      worker,
      'update streaming_accounts set verified_at = null where id = ?',
      channel.accountId,
    )
    const refused = await call('POST', mine, { body })
    expect([refused.status, refused.body.code]).toEqual([409, 'account_not_verified'])
    await query(
      worker,
      'update streaming_accounts set verified_at = 1 where id = ?',
      channel.accountId,
    )
    for (let made = 0; made < 10; made += 1) await add()
    const more = await call('POST', mine, { body })
    expect([more.status, more.body.code]).toEqual([409, 'too_many_schedule_sources'])
  })

  test('ends with the verification, the account’s activity or its good standing', async () => {
    announce(segment('a', day))
    const source = await add()
    await run(source)
    for (const [off, on] of [
      [
        'update streaming_accounts set verified_at = null',
        'update streaming_accounts set verified_at = 1',
      ],
      ['update users set is_soft_banned = 1', 'update users set is_soft_banned = 0'],
    ] as const) {
      await query(worker, off)
      await query(worker, 'update schedule_sources set next_run_at = ?, last_error = null', now)
      await worker.cron('17 * * * *', now)
      await worker.drainQueue(now)
      expect(await query(worker, 'select last_error from schedule_sources')).toEqual([
        { last_error: 'not_allowed' },
      ])
      await query(worker, on)
    }
  })

  test('is a moderator too, for any channel: what comes is proposed and follows its source', async () => {
    channel = await placeChannel(worker, null, null)
    announce(segment('a', day), segment('b', 2 * day))
    const path = `admin/streamers/${channel.streamerId}/schedule_sources`
    const source = await add({}, path, moderator)
    const runIt = async (at: number) => {
      const body = { confirm: true }
      const answer = await call<ImportReport>('POST', `${path}/${source.id}/run`, {
        body,
        as: moderator,
        at,
      })
      expect(answer.status).toBe(200)
      return outcomes(answer.body)
    }
    expect(await runIt(now)).toEqual(['Segment a: created', 'Segment b: created'])
    expect(await states()).toEqual(['Segment a: pending', 'Segment b: pending'])
    const end = new Date(now + day + 3 * hour).toISOString()
    announce(segment('a', day, { canceled_until: end }), segment('b', 3 * day))
    expect(await runIt(now + 1000)).toEqual(['Segment a: cancelled', 'Segment b: updated'])
    expect(await states()).toEqual(['Segment a: disabled', 'Segment b: pending'])
    const { body } = await call<ScheduleSourcesView>('GET', path, { as: moderator })
    expect(body.items).toHaveLength(1)
    const other = await placeChannel(worker, null)
    const elsewhere = `admin/streamers/${other.streamerId}/schedule_sources/${source.id}`
    expect((await call('DELETE', elsewhere, { as: moderator })).status).toBe(404)
    expect((await call('DELETE', `${path}/${source.id}`, { as: moderator })).status).toBe(204)
    expect(await states()).toEqual(['Segment a: disabled', 'Segment b: pending'])
  })
})

describe('the hourly job', () => {
  test('reads what is due once, however often its message comes, and later after a fault', async () => {
    announce(segment('a', day))
    const source = await add()
    await run(source)
    announce(segment('a', day), segment('b', 2 * day))
    const asked = () =>
      upstream.asked.filter(({ pathname }) => pathname === '/helix/schedule').length
    const before = asked()
    await worker.cron('17 * * * *', now + 1000)
    await worker.drainQueue(now + 1000)
    expect(asked()).toBe(before)
    const due = now + hour
    await worker.cron('17 * * * *', due)
    await worker.enqueue({ type: 'run_schedule', sourceId: source.id }, due)
    await worker.drainQueue(due)
    expect(asked()).toBe(before + 1)
    expect(await states()).toEqual(['Segment a: approved', 'Segment b: approved'])
    upstream.answer('/helix/schedule', { status: 404, body: {} })
    await worker.cron('17 * * * *', due + hour)
    await worker.drainQueue(due + hour)
    expect(await query(worker, 'select last_error, next_run_at from schedule_sources')).toEqual([
      { last_error: 'not_found', next_run_at: due + 3 * hour },
    ])
    expect(await states()).toEqual(['Segment a: approved', 'Segment b: approved'])
  })
})
