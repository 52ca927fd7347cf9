import { describe, expect, test } from 'vitest'
import { computeFingerprint } from '#worker/features/imports/schedules/fingerprint.ts'
import type { Category } from '#worker/contracts/enumerations.ts'
import type { ContentLanguage } from '#worker/contracts/locale.ts'
import type { ScheduleImportReport } from '#worker/features/imports/schedules/contract.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { insertChannel } from '#tests/support/factories/directory.ts'
import {
  add,
  calendar,
  calendarPath,
  calendarUrl,
  call,
  channel,
  listEvents,
  member,
  mine,
  moderator,
  now,
  outcomes,
  useScheduleFixture,
  run,
  states,
  takeChannel,
  target,
  upstream,
  worker,
} from '#tests/support/drivers/schedule-fixture.ts'
import { calendarForm } from '#tests/support/fakes/schedule-shapes.ts'

useScheduleFixture()

type Described = {
  name: string
  start_at: number
  end_at: number
  timezone: string
  language: ContentLanguage
  category: Category
  proof_url: string
}

/** Approved event with the description of an earlier import. */
async function keepDescription(description: string): Promise<void> {
  await worker.sql`update events set status = 'approved', description = ${description}`
  const [event] = await worker.sql<Described>`select * from events`
  if (!event) throw new Error('no event')
  const { start_at: start, end_at: end, ...facts } = event
  const fingerprint = computeFingerprint({
    ...facts,
    description,
    start,
    end,
    time_certainty: 'exact',
    platform: 'twitch',
  })
  await worker.sql`update imported_events set fingerprint = ${fingerprint}`
}

describe('a calendar address', () => {
  test('is read at the hosts that are allowed, and nowhere else [ASVS 1.3.6]', async () => {
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
    const rows = await worker.sql`select * from schedule_sources`
    expect(JSON.stringify(rows)).not.toContain('private-key')
    expect(await run(source)).toEqual(['Marathon: created'])
    expect(await states()).toEqual(['Marathon: approved'])
    const events = await worker.sql`select * from events`
    expect(JSON.stringify(events)).not.toContain('private-key')
  })

  test('is looked at first, then read each hour', async () => {
    upstream.answer(calendarPath, { body: calendar({ uid: 'One', startIn: day }) })
    const source = await add({ kind: 'ical_url', url: calendarUrl })
    expect(await run(source, { confirm: false })).toEqual(['One: created'])
    expect(await listEvents()).toEqual([])
    expect(await run(source)).toEqual(['One: created'])
    upstream.answer(calendarPath, { body: calendar({ uid: 'One', startIn: 2 * day }) })
    await worker.hour(now + hour)
    expect(await listEvents()).toMatchObject([{ name: 'One', start_at: now + 2 * day }])
  })

  test('with a series that is moved moves its events, once', async () => {
    const daily = (startIn: number) =>
      calendar({ uid: 'one', startIn }).replace('SUMMARY', 'RRULE:FREQ=DAILY;COUNT=3\r\nSUMMARY')
    upstream.answer(calendarPath, { body: daily(day) })
    const source = await add({ kind: 'ical_url', url: calendarUrl })
    await run(source)
    const before = await listEvents()
    upstream.answer(calendarPath, { body: daily(day + hour) })
    expect(await run(source, { at: now + hour })).toEqual(before.map(() => 'one: updated'))
    expect(await run(source, { at: now + 2 * hour })).toEqual(before.map(() => 'one: unchanged'))
    const after = await listEvents()
    expect(after.map(({ id, status, start_at }) => [id, status, start_at])).toEqual(
      before.map(({ id, start_at }) => [id, 'approved', start_at + hour]),
    )
  })

  test('with an entry that cannot be read brings the others in, and cancels none of its times', async () => {
    const whole = calendar({ uid: 'one', startIn: day }, { uid: 'two', startIn: 2 * day })
    upstream.answer(calendarPath, { body: whole })
    const source = await add({ kind: 'ical_url', url: calendarUrl })
    expect(await run(source)).toEqual(['one: created', 'two: created'])
    const broken = whole.replace('SUMMARY:one', 'SUMMARY:one\r\nRRULE:FREQ=SOMETIMES')
    upstream.answer(calendarPath, { body: broken })
    for (const at of [now + hour, now + 2 * hour, now + 3 * hour]) {
      expect(await run(source, { at })).toEqual(['two: unchanged', 'one: unreadable'])
    }
    expect(await states()).toEqual(['one: approved', 'two: approved'])
  })

  test.each(['mine', 'of a channel that a moderator looks after'])(
    'turns what was kept of a description as HTML into text, and asks for no review: %s',
    async (whose) => {
      const html = '<p>Join <b>us</b> &amp; friends</p>'
      const text = calendar({ uid: 'one', startIn: day })
      const withText = text.replace('SUMMARY', `DESCRIPTION:${html}\r\nSUMMARY`)
      upstream.answer(calendarPath, { body: withText })
      const isOwn = whose === 'mine'
      const as = isOwn ? member : moderator
      const of = isOwn ? mine : `admin/streamers/${channel.streamerId}/schedule_sources`
      const source = await add({ kind: 'ical_url', url: calendarUrl }, of, as)
      const by = { path: of, as }
      expect(await run(source, by)).toEqual(['one: created'])
      await keepDescription(html)
      expect(await run(source, { ...by, at: now + hour })).toEqual(['one: updated'])
      expect(await worker.sql`select status, description from events`).toEqual([
        { status: 'approved', description: 'Join us & friends' },
      ])
      expect(await run(source, { ...by, at: now + 2 * hour })).toEqual(['one: unchanged'])
      // Another text of a channel that is not the importer's own stays with its review.
      upstream.answer(calendarPath, { body: withText.replace('Join', 'Leave') })
      const outcome = isOwn ? 'one: updated' : 'one: decided'
      expect(await run(source, { ...by, at: now + 3 * hour })).toEqual([outcome])
    },
  )

  test.each([
    ['no calendar', 'hello', { fault: 'malformed', line: 1, reason: 'no_calendar' }],
    ['too much', 'x'.repeat(1024 * 1024 + 1), { fault: 'too_large' }],
  ])('with %s is refused', async (_, body, details) => {
    upstream.answer(calendarPath, { body })
    const source = await add({ kind: 'ical_url', url: calendarUrl })
    const refused = await call('POST', `${mine}/${source.id}/run`, { body: {} })
    expect([refused.status, refused.body.details]).toEqual([409, details])
  })
})

describe('a calendar file', () => {
  function formOf(text: string, confirm = true): FormData {
    return calendarForm({ ...target, account_id: channel.accountId, confirm }, text)
  }

  const path = 'users/me/schedule_imports'

  async function send(text: string, { confirm = true, at = now, to = path, as = member } = {}) {
    const answer = await call<ScheduleImportReport>('POST', to, {
      body: formOf(text, confirm),
      at,
      as,
    })
    expect(answer.status).toBe(200)
    return outcomes(answer.body)
  }

  test('is looked at, brought in, and changes its events when it is sent again', async () => {
    const text = calendar({ uid: 'one', startIn: day, name: 'First' })
    expect(await send(text, { confirm: false })).toEqual(['First: created'])
    expect(await listEvents()).toEqual([])
    expect(await worker.sql`select * from schedule_sources`).toEqual([])
    expect(await send(text)).toEqual(['First: created'])
    const changed = calendar({ uid: 'one', startIn: day, name: 'Second' })
    expect(await send(changed, { at: now + 1000 })).toEqual(['Second: updated'])
    expect(await send(calendar(), { at: now + 2000 })).toEqual([])
    expect(await states()).toEqual(['Second: approved'])
  })

  test('that is sent twice at once for the first time has one source', async () => {
    const text = calendar({ uid: 'one', startIn: day, name: 'First' })
    await Promise.all([send(text), send(text), send(text)])
    expect(await worker.sql`select kind from schedule_sources`).toHaveLength(1)
    expect(await states()).toEqual(['First: approved'])
  })

  test('that is none is refused', async () => {
    const refused = await call('POST', path, { body: formOf('hello') })
    expect([refused.status, refused.body.code]).toEqual([409, 'schedule_unreadable'])
    expect(await worker.sql`select * from schedule_sources`).toEqual([])
  })

  test('of a moderator is proposed for any channel of the streamer it is sent for', async () => {
    await takeChannel(null, false)
    const to = `admin/streamers/${channel.streamerId}/schedule_imports`
    const text = calendar({ uid: 'one', startIn: day, name: 'First' })
    expect(await send(text, { to, as: moderator, confirm: false })).toEqual(['First: created'])
    expect(await listEvents()).toEqual([])
    expect(await send(text, { to, as: moderator })).toEqual(['First: created'])
    expect(await states()).toEqual(['First: pending'])
    const moved = calendar({ uid: 'one', startIn: 2 * day, name: 'First' })
    expect(await send(moved, { to, as: moderator, at: now + 1000 })).toEqual(['First: updated'])
    expect(await send(moved, { to, as: moderator, at: now + 2000 })).toEqual(['First: unchanged'])
    expect(
      await worker.sql`select act, at from audit_entries where subject_type = 'streamer'
        and actor_id = ${moderator.userId}
        order by id`,
    ).toEqual([
      { act: 'add_schedule', at: now },
      { act: 'start_schedule', at: now },
      { act: 'start_schedule', at: now + 1000 },
    ])
    const other = await insertChannel(worker, null)
    const elsewhere = `admin/streamers/${other.streamerId}/schedule_imports`
    const refused = await call('POST', elsewhere, { body: formOf(text), as: moderator })
    expect([refused.status, refused.body.code]).toEqual([409, 'account_not_verified'])
  })
})
