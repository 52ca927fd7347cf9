import { describe, expect, test } from 'vitest'
import { insertFollows, insertGame, insertStreamer } from '#tests/support/factories/directory.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import {
  add,
  announce,
  call,
  channel,
  edge,
  listEvents,
  mine,
  member,
  moderator,
  now,
  useScheduleFixture,
  run,
  segment,
  states,
  takeChannel,
  upstream,
  worker,
} from '#tests/support/drivers/schedule-fixture.ts'

useScheduleFixture()

describe('an import', () => {
  test('leaves the game, the picture and the notes that a moderator added', async () => {
    announce(segment('a', day))
    const source = await add()
    await run(source)
    const game = await insertGame(worker, 'A game of care')
    const added = { game_id: game, thumbnail_path: 'a.webp', additional_info: 'Bring tea' }
    await query(
      worker,
      'update events set game_id = ?, thumbnail_path = ?, additional_info = ?',
      ...Object.values(added),
    )
    announce(segment('a', 2 * day, { title: 'Renamed' }))
    expect(await run(source, { at: now + hour })).toEqual(['Renamed: updated'])
    expect(await listEvents()).toMatchObject([
      { name: 'Renamed', start_at: now + 2 * day, ...added },
    ])
  })

  test('of a channel that goes by a new name goes on changing its events', async () => {
    announce(segment('a', day))
    const source = await add()
    await run(source)
    const name = `${channel.name}_two`
    await worker.sql`update events set streaming_account_name = ${name}`
    await worker.sql`update streaming_accounts set name = ${name}, name_key = ${name}
      where id = ${channel.accountId}`
    expect(await run(source, { at: now + hour })).toEqual(['Segment a: unchanged'])
    announce(segment('a', 2 * day))
    expect(await run(source, { at: now + 2 * hour })).toEqual(['Segment a: updated'])
  })

  test('puts no unreviewed text into what a moderator approved', async () => {
    await takeChannel(null, false)
    announce(segment('a', day))
    const path = `admin/streamers/${channel.streamerId}/schedule_sources`
    const source = await add({}, path, moderator)
    const by = { path, as: moderator }
    expect(await run(source, by)).toEqual(['Segment a: created'])
    await worker.sql`update events set status = 'approved'`
    announce(segment('a', day, { title: 'Anything at all' }))
    expect(await run(source, { ...by, at: now + hour })).toEqual(['Anything at all: decided'])
    expect(await states()).toEqual(['Segment a: approved'])
  })

  test('makes what comes again long after it was over another event, once', async () => {
    announce(segment('a', day))
    const source = await add()
    await run(source)
    const at = now + 10 * day
    announce(segment('a', 12 * day))
    expect(await run(source, { at })).toEqual(['Segment a: created'])
    expect((await listEvents()).map((one) => one.start_at)).toEqual([now + day, now + 12 * day])
    expect(await run(source, { at: at + hour })).toEqual(['Segment a: unchanged'])
    announce(segment('a', 13 * day))
    expect(await run(source, { at: at + 2 * hour })).toEqual(['Segment a: updated'])
  })

  test('counts an entry as there that is listed, whatever becomes of it', async () => {
    await takeChannel(null, false)
    announce(segment('a', 2 * day))
    const path = `admin/streamers/${channel.streamerId}/schedule_sources`
    const source = await add({}, path, moderator)
    const runIn = (hours: number) => run(source, { path, as: moderator, at: now + hours * hour })
    await runIn(0)
    await worker.sql`update events set status = 'approved'`
    announce()
    expect(await runIn(1)).toEqual(['Segment a: missing'])
    announce(segment('a', 2 * day, { title: 'Renamed' }))
    expect(await runIn(2)).toEqual(['Renamed: decided'])
    announce()
    expect(await runIn(3)).toEqual(['Segment a: missing'])
  })

  test('brings in nothing near to what its source may have moved, until that is off', async () => {
    announce(segment('a', day))
    const source = await add()
    await run(source)
    announce(segment('b', day + hour))
    expect(await run(source, { at: now + hour })).toEqual([
      'Segment b: similar',
      'Segment a: missing',
    ])
    expect(await run(source, { at: now + 2 * hour })).toEqual([
      'Segment b: created',
      'Segment a: cancelled',
    ])
  })

  test('looks past what the agenda has already for what it has not', async () => {
    const all = Array.from({ length: 100 }, (_, index) =>
      segment(`n${index}`, day + index * 7 * hour),
    )
    announce(...all)
    const before = await add()
    for (const runs of [0, 1]) await run(before, { at: now + runs * hour })
    await call('DELETE', `${mine}/${before.id}`)
    announce(...all, segment('new', 50 * day))
    const report = await run(await add(), { at: now + 2 * hour })
    expect(report.filter((one) => one.endsWith(': similar'))).toHaveLength(100)
    expect(report).toContain('Segment new: created')
  })

  test('tells each follower of all that it brings in at once in one message', async () => {
    const follower = await createMember(worker)
    await insertFollows(worker, 'streamer', channel.streamerId, [follower])
    announce(...['a', 'b', 'c'].map((id, index) => segment(id, (index + 1) * day)))
    const source = await add()
    await run(source)
    await worker.drainQueue(now)
    const notices = () =>
      query(
        worker,
        `select json_array_length(payload, '$.events') as events from deliveries
          where user_id = ? and channel = 'in_app' order by id`,
        follower.userId,
      )
    expect(await notices()).toEqual([{ events: 3 }])
    announce(...['a', 'b', 'c', 'd'].map((id, index) => segment(id, (index + 1) * day)))
    await run(source, { at: now + hour })
    await worker.drainQueue(now + hour)
    await worker.minute(now + 2 * hour)
    expect(await notices()).toEqual([{ events: 3 }, { events: null }])
  })

  test('asks for one purge of all that it brings in, and one of all that it changes', async () => {
    edge.calls.length = 0
    announce(...['a', 'b', 'c'].map((id, index) => segment(id, (index + 1) * day)))
    const source = await add()
    await run(source)
    await worker.drainQueue(now)
    expect(edge.calls).toHaveLength(1)
    announce(...['a', 'b'].map((id, index) => segment(id, (index + 1) * day + hour)))
    await run(source, { at: now + hour })
    await worker.drainQueue(now + hour)
    expect(edge.calls).toHaveLength(2)
    const ids = (await listEvents()).map(({ id }) => `event-${id}`)
    expect(edge.calls[0]).toEqual(expect.arrayContaining(ids))
  })

  test('takes nothing for gone that Twitch had no room to list', async () => {
    announce(segment('a', day), segment('b', 2 * day))
    const source = await add()
    await run(source)
    upstream.answer('/helix/schedule', {
      body: { data: { segments: [segment('a', day)] }, pagination: { cursor: 'more' } },
    })
    for (const step of [1, 2, 3]) {
      expect(await run(source, { at: now + step * hour })).toEqual(['Segment a: unchanged'])
    }
    expect(await states()).toEqual(['Segment a: approved', 'Segment b: approved'])
  })

  test('keeps all for a day when its source answers with nothing, and tells its owner once', async () => {
    const all = ['a', 'b', 'c'].map((id, index) => segment(id, (index + 3) * day))
    announce(...all)
    const source = await add()
    await run(source)
    announce()
    for (const hours of [1, 2, 3, 24]) {
      expect((await run(source, { at: now + hours * hour })).toSorted()).toEqual([
        'Segment a: missing',
        'Segment b: missing',
        'Segment c: missing',
      ])
    }
    expect(
      await worker.sql`select channel, payload from deliveries where user_id = ${member.userId}
        and kind = 'entries_missing'`,
    ).toEqual(
      ['email', 'in_app'].map((channelKind) => ({
        channel: channelKind,
        payload: JSON.stringify({ account: channel.name, count: 3, until: now + 25 * hour }),
      })),
    )
    announce(...all)
    expect(await run(source, { at: now + 24.6 * hour })).toEqual([
      'Segment a: unchanged',
      'Segment b: unchanged',
      'Segment c: unchanged',
    ])
    announce()
    expect(await run(source, { at: now + 26 * hour })).toContain('Segment a: missing')
    expect(await run(source, { at: now + 50 * hour })).toContain('Segment a: cancelled')
    announce(...all)
    expect(await run(source, { at: now + 51 * hour })).toContain('Segment a: restored')
  })

  test('counts readings that follow each other soon once', async () => {
    announce(segment('a', day))
    const source = await add()
    await run(source)
    announce(segment('b', 2 * day))
    for (const minutes of [60, 62, 64]) {
      expect(await run(source, { at: now + minutes * 60_000 })).toContain('Segment a: missing')
    }
    expect(await run(source, { at: now + 2 * hour })).toContain('Segment a: cancelled')
  })

  test('cancels fifty at a time', async () => {
    const all = Array.from({ length: 60 }, (_, index) =>
      segment(`n${index}`, 2 * day + index * 7 * hour),
    )
    announce(...all)
    const source = await add()
    await run(source)
    await run(source, { at: now + hour })
    announce()
    await run(source, { at: now + 2 * hour })
    const third = await run(source, { at: now + 26 * hour })
    expect(third.filter((one) => one.endsWith(': cancelled'))).toHaveLength(50)
    expect(third.filter((one) => one.endsWith(': limit'))).toHaveLength(10)
    const fourth = await run(source, { at: now + 27 * hour })
    expect(fourth.filter((one) => one.endsWith(': cancelled'))).toHaveLength(10)
  })

  test('of one source comes once a minute, a look as well as a run', async () => {
    announce(segment('a', day))
    const source = await add()
    const at = `${mine}/${source.id}/run`
    for (const confirm of [false, true]) {
      const ask = (later: number) => call('POST', at, { body: { confirm }, at: now + later })
      expect((await ask(0)).status).toBe(200)
      const asked = upstream.asked.length
      const refused = await ask(59_000)
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
      expect(refused.headers.get('Retry-After')).toBe('1')
      expect(upstream.asked).toHaveLength(asked)
      expect((await ask(60_000)).status).toBe(200)
    }
  })
})

test('a streamer’s schedules go with them into the one they are merged into', async () => {
  announce(segment('a', day))
  const source = await add()
  await run(source)
  const into = await insertStreamer(worker, 'The one that stays')
  const path = `admin/streamers/${channel.streamerId}/merge`
  const merged = await call('POST', path, { body: { into }, as: moderator, at: now + 1000 })
  expect(merged.status).toBe(200)
  expect(await worker.sql`select id, streamer_id from schedule_sources`).toEqual([
    { id: source.id, streamer_id: into },
  ])
  expect(await worker.sql`select uid from imported_events`).toEqual([{ uid: 'a' }])
  expect(await run(source, { at: now + hour })).toEqual(['Segment a: unchanged'])
})
