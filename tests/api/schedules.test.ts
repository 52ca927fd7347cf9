import { describe, expect, test } from 'vitest'
import type { ScheduleSourcesView } from '#worker/features/imports/schedules/contract.ts'
import { createEvent, listNamesWithoutSeriesName } from '#tests/support/factories/events.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { insertChannel } from '#tests/support/factories/directory.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import {
  add,
  announce,
  calendarUrl,
  call,
  channel,
  countReadings,
  listEvents,
  member,
  mine,
  moderator,
  now,
  useScheduleFixture,
  run,
  segment,
  states,
  takeChannel,
  target,
  upstream,
  worker,
} from '#tests/support/drivers/schedule-fixture.ts'
import { reasons } from '#tests/support/factories/moderation.ts'

useScheduleFixture()

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
        next_run_at: new Date(now + 50 * 60_000).toISOString().replace('.000', ''),
      },
    ])
  })

  test('changes what it brought in, tells of a move, and has one effect when run again', async () => {
    announce(segment('a', 2 * day))
    const source = await add()
    await run(source)
    const [before] = await listEvents()
    announce(segment('a', 3 * day, { title: 'Renamed' }))
    expect(await run(source, { at: now + hour })).toEqual(['Renamed: updated'])
    const [after] = await listEvents()
    expect(after).toMatchObject({
      id: before?.id,
      name: 'Renamed',
      status: 'approved',
      start_at: now + 3 * day,
      previous_start_at: now + 2 * day,
    })
    const notices = () =>
      worker.sql`select payload from notice_fanouts where kind = 'event_changed'`
    expect(await notices()).toHaveLength(1)
    expect(await run(source, { at: now + 2 * hour })).toEqual(['Renamed: unchanged'])
    expect(await notices()).toHaveLength(1)
    expect(await listEvents()).toEqual([after])
    expect(await listNamesWithoutSeriesName(worker)).toEqual([])
  })

  test('cancels what is skipped there at once, and what is no longer listed at the second run', async () => {
    announce(segment('a', day), segment('b', 2 * day), segment('c', 3 * day))
    const source = await add()
    await run(source)
    const end = new Date(now + day + 3 * hour).toISOString()
    announce(segment('a', day, { canceled_until: end }), segment('c', 3 * day))
    expect(await run(source, { at: now + hour })).toEqual([
      'Segment a: cancelled',
      'Segment c: unchanged',
      'Segment b: missing',
    ])
    expect(await states()).toEqual([
      'Segment a: cancelled',
      'Segment b: approved',
      'Segment c: approved',
    ])
    expect(await run(source, { at: now + 2 * hour })).toContain('Segment b: cancelled')
    expect(await states()).toContain('Segment b: cancelled')
    announce(segment('a', day), segment('b', 2 * day), segment('c', 3 * day))
    expect(await run(source, { at: now + 3 * hour })).toEqual([
      'Segment a: restored',
      'Segment b: restored',
      'Segment c: unchanged',
    ])
    expect(await states()).toEqual([
      'Segment a: approved',
      'Segment b: approved',
      'Segment c: approved',
    ])
  })

  test('is not forgotten by one run that misses an entry', async () => {
    const kept = segment('b', 2 * day)
    announce(segment('a', day), kept)
    const source = await add()
    await run(source)
    for (const step of [1, 2, 3]) {
      announce(kept)
      expect(await run(source, { at: now + 2 * step * hour })).toContain('Segment a: missing')
      announce(segment('a', day), kept)
      expect(await run(source, { at: now + (2 * step + 1) * hour })).toContain(
        'Segment a: unchanged',
      )
    }
    expect(await states()).toContain('Segment a: approved')
  })

  test('brings back what it took off, with one notice each way and the reminders', async () => {
    const fan = await createMember(worker)
    announce(segment('a', 3 * day), segment('b', 4 * day))
    const source = await add()
    await run(source)
    const [event] = await listEvents()
    await call('PUT', `events/${event?.id}/toggle_hype`, { as: fan, body: { hyped: true } })
    const heard = async () => {
      const rows = await query<{ kind: string; back: number | null }>(
        worker,
        `select kind, payload ->> 'is_back' as back from deliveries
          where user_id = ? and channel = 'in_app' and kind like 'event_%' order by id`,
        fan.userId,
      )
      return rows.map(({ kind, back }) => (back ? 'back' : kind))
    }
    const at = (hours: number) => ({ at: now + hours * hour })
    const runAndTell = async (hours: number) => {
      const report = await run(source, at(hours))
      await worker.drainQueue(at(hours).at)
      return report
    }
    const end = new Date(now + 3 * day + 3 * hour).toISOString()
    announce(segment('a', 3 * day, { canceled_until: end }), segment('b', 4 * day))
    for (const hours of [1, 2]) await runAndTell(hours)
    expect(await heard()).toEqual(['event_cancelled'])
    announce(segment('a', 3 * day), segment('b', 4 * day))
    expect(await runAndTell(3)).toContain('Segment a: restored')
    expect(await runAndTell(4)).toContain('Segment a: unchanged')
    expect(await heard()).toEqual(['event_cancelled', 'back'])
    await worker.minute(now + 2 * day + hour)
    expect(
      await worker.sql`select count(*) as reminders from deliveries
        where user_id = ${fan.userId} and kind = 'reminder' and channel = 'in_app'
        and status = 'sent'`,
    ).toEqual([{ reminders: 1 }])
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
      const at = now + step * hour
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

  test('is read no further than the coming weeks, though it goes on for months', async () => {
    announce()
    upstream.answer('/helix/schedule', ({ searchParams }) => {
      const page = Number(searchParams.get('after') ?? 0)
      return {
        body: {
          data: { segments: [segment(`n${page}`, (page * 50 + 1) * day)] },
          pagination: { cursor: String(page + 1) },
        },
      }
    })
    const source = await add()
    const before = upstream.asked.length
    expect(await run(source)).toEqual(['Segment n0: created', 'Segment n1: created'])
    const pages = upstream.asked
      .slice(before)
      .filter(({ pathname }) => pathname === '/helix/schedule')
    expect(pages).toHaveLength(3)
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
    await call('POST', `admin/proposals/${ids[0]}/disable`, { as, body: reasons, at: now + hour })
    await call('POST', `events/${ids[1]}/cancel`, { body: {}, at: now + hour })
    await worker.sql`update events set name = 'By hand', series_name = 'byhand'
      where id = ${ids[2]!}`
    announce(...['a', 'b', 'c'].map((id, index) => segment(id, (index + 1) * day + hour)))
    for (const at of [now + 2 * hour, now + 3 * hour]) {
      expect(await run(source, { at })).toEqual([
        'Segment a: decided',
        'Segment b: decided',
        'Segment c: changed_by_hand',
      ])
    }
    announce()
    for (const hours of [4, 5, 30]) await run(source, { at: now + hours * hour })
    expect(await states()).toEqual([
      'Segment a: disabled',
      'Segment b: cancelled',
      'By hand: approved',
    ])
  })

  test('brings in fifty new ones at a time, and none that the agenda has from elsewhere', async () => {
    const other = await createEvent(worker, { startAt: now + day, endAt: now + day + hour })
    await worker.sql`update events set streaming_account_name = ${channel.name}
      where id = ${other.id}`
    announce(
      ...Array.from({ length: 60 }, (_, index) => segment(`n${index}`, day + index * 7 * hour)),
    )
    const source = await add()
    const first = await run(source)
    expect(first[0]).toBe('Segment n0: similar')
    expect(first.filter((one) => one.endsWith(': created'))).toHaveLength(50)
    expect(first.filter((one) => one.endsWith(': limit'))).toHaveLength(9)
    const second = await run(source, { at: now + hour })
    expect(second.filter((one) => one.endsWith(': created'))).toHaveLength(9)
  })

  test('is asked for by what the platform calls the channel, whoever has its name by now', async () => {
    announce(segment('a', day))
    await worker.sql`insert into channels (platform, name_key, platform_id, checked_at)
      values ('twitch', ${channel.name}, 'of-old', 0)`
    const before = upstream.asked.length
    await run(await add())
    const asked = upstream.asked.slice(before).filter(({ pathname }) => /helix/.test(pathname))
    expect(asked.map(({ searchParams }) => searchParams.get('broadcaster_id'))).toEqual(['of-old'])
  })
})

describe('who may import', () => {
  test('is the member behind a verified channel, ten times', async () => {
    const body = { ...target, kind: 'twitch_schedule', account_id: channel.accountId }
    await worker.sql`update streaming_accounts set verified_at = null
      where id = ${channel.accountId}`
    const refused = await call('POST', mine, { body })
    expect([refused.status, refused.body.code]).toEqual([409, 'account_not_verified'])
    await worker.sql`update streaming_accounts set verified_at = 1 where id = ${channel.accountId}`
    await add()
    const again = await call('POST', mine, { body })
    expect([again.status, again.body.code]).toEqual([409, 'schedule_source_exists'])
    const calendars = { ...body, kind: 'ical_url', url: `${calendarUrl}?number=0` }
    const clicks = await Promise.all([1, 2, 3].map(() => call('POST', mine, { body: calendars })))
    expect(clicks.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    await worker.sql`delete from schedule_sources where kind = 'ical_url'`
    for (let made = 1; made < 10; made += 1) {
      await add({ kind: 'ical_url', url: `${calendarUrl}?number=${made}` })
    }
    const more = await call('POST', mine, { body: { ...body, kind: 'ical_url', url: calendarUrl } })
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
      await worker.sql`update schedule_sources set next_run_at = ${now}, last_error = null`
      await worker.hour(now)
      expect(await worker.sql`select last_error from schedule_sources`).toEqual([
        { last_error: 'not_allowed' },
      ])
      await query(worker, on)
    }
  })

  test('is a moderator too, for any channel: what comes is proposed and follows its source', async () => {
    await takeChannel(null, false)
    announce(segment('a', day), segment('b', 2 * day))
    const path = `admin/streamers/${channel.streamerId}/schedule_sources`
    const source = await add({}, path, moderator)
    const by = { path, as: moderator }
    expect(await run(source, by)).toEqual(['Segment a: created', 'Segment b: created'])
    expect(await states()).toEqual(['Segment a: pending', 'Segment b: pending'])
    const end = new Date(now + day + 3 * hour).toISOString()
    announce(segment('a', day, { canceled_until: end }), segment('b', 3 * day))
    expect(await run(source, { ...by, at: now + hour })).toEqual([
      'Segment a: cancelled',
      'Segment b: updated',
    ])
    expect(await states()).toEqual(['Segment a: disabled', 'Segment b: pending'])
    announce(segment('a', day), segment('b', 3 * day))
    expect(await run(source, { ...by, at: now + 2 * hour })).toEqual([
      'Segment a: restored',
      'Segment b: unchanged',
    ])
    expect(await states()).toEqual(['Segment a: pending', 'Segment b: pending'])
    announce(segment('a', day, { canceled_until: end }), segment('b', 3 * day))
    expect(await run(source, { ...by, at: now + 3 * hour })).toContain('Segment a: cancelled')
    const { body } = await call<ScheduleSourcesView>('GET', path, { as: moderator })
    expect(body.items).toHaveLength(1)
    const own = await call<ScheduleSourcesView>('GET', mine, { as: moderator })
    expect(own.body.items).toEqual([])
    expect((await call('DELETE', `${mine}/${source.id}`, { as: moderator })).status).toBe(404)
    const other = await insertChannel(worker, null)
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
    const before = countReadings()
    await worker.hour(now + 1000)
    expect(countReadings()).toBe(before)
    const due = now + hour
    await worker.cron('17 * * * *', due)
    await worker.enqueue({ type: 'run_schedule', sourceId: source.id }, due)
    await worker.drainQueue(due)
    expect(countReadings()).toBe(before + 1)
    expect(await states()).toEqual(['Segment a: approved', 'Segment b: approved'])
    upstream.answer('/helix/schedule', { status: 404, body: {} })
    await worker.hour(due + hour)
    expect(await worker.sql`select last_error, next_run_at from schedule_sources`).toEqual([
      { last_error: 'not_found', next_run_at: due + 3 * hour - 10 * 60_000 },
    ])
    expect(await states()).toEqual(['Segment a: approved', 'Segment b: approved'])
  })

  test('reads each hour, though what reads is always a little later than what asks', async () => {
    announce(segment('a', 2 * day))
    await run(await add())
    const before = countReadings()
    for (const hours of [1, 2, 3]) {
      await worker.cron('17 * * * *', now + hours * hour)
      await worker.drainQueue(now + hours * hour + 20_000 - hours * 5000)
      expect(countReadings()).toBe(before + hours)
    }
  })
})
