import { beforeEach, describe, expect } from 'vitest'
import type { EventView } from '#worker/features/events/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { hour, minute } from '#tests/support/drivers/durations.ts'
import {
  startFakeLivePlatforms,
  type FakeLivePlatforms,
} from '#tests/support/fakes/fake-live-platforms.ts'
import { startFakeCdn, type FakeCdn } from '#tests/support/fakes/fake-cdn.ts'
import { fakeChannel } from '#tests/support/fakes/fake-channel.ts'
import { allOf } from '#tests/support/fixtures/people.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

const start = Date.UTC(2027, 2, 1, 18)
const end = start + 3 * hour
const streams = '/helix/streams'
const users = '/helix/users'

let platform: FakeLivePlatforms
let edge: FakeCdn
const test = testWith(async () => {
  platform = await startFakeLivePlatforms()
  edge = await startFakeCdn()
  return allOf(platform, edge)
})

let count = 0
let channel: string
let event: { id: number; slug: string }
beforeEach(async () => {
  platform.twitch = []
  platform.youtube = []
  platform.faults.clear()
  platform.streamsPerPage = 100
  await worker.sql`delete from events`
  await worker.sql`delete from channels`
  await worker.sql`update platform_states set next_poll_at = 0`
  ;({ event, channel } = await place())
  platform.takeCounts()
  edge.calls.length = 0
})

async function place(facts: { startAt?: number; endAt?: number; status?: 'pending' } = {}) {
  count += 1
  const name = `streamer${count}`
  const placed = await createEvent(worker, { startAt: start, endAt: end, ...facts })
  await worker.sql`update events set streaming_account_name = ${name} where id = ${placed.id}`
  return { event: placed, channel: name }
}

async function eventAt(now: number, slug = event.slug): Promise<EventView> {
  return worker.get<EventView>(`events/${slug}`, { now })
}

function goOnAir(name = channel, since = start - minute) {
  const live = { id: '40952121085', title: 'We are on', viewers: 1234, since }
  const stood = fakeChannel(name, { live })
  platform.twitch.push(stood)
  return stood
}

describe('an event on Twitch', () => {
  test('is on air with title, viewers and since when, and its pages are made anew', async () => {
    goOnAir()
    await worker.minute(start + minute)
    expect(await eventAt(start + minute)).toMatchObject({
      phase: 'live',
      is_late: false,
      vod_url: null,
      on_air: {
        title: 'We are on',
        viewers: 1234,
        thumbnail_path: null,
        since: '2027-03-01T17:59:00Z',
      },
    })
    expect(edge.calls.flat()).toContain(`event-${event.id}`)
    const body = await worker.get<{ items: EventView[] }>('events/live', {
      now: start + minute,
    })
    expect(body.items[0]?.on_air?.viewers).toBe(1234)
  })

  test('changes no cached page while each look sees the same', async () => {
    const version = () => worker.sql`select version from content_version`
    goOnAir()
    await worker.minute(start + minute)
    const before = await version()
    for (const minutes of [2, 3]) await worker.minute(start + minutes * minute)
    expect(await version()).toEqual(before)
    platform.twitch = []
    await worker.minute(start + 4 * minute)
    expect(await version()).not.toEqual(before)
  })

  test('is on air again once the platform answers after an hour without', async () => {
    goOnAir()
    await worker.minute(start + minute)
    expect(await eventAt(start + hour)).toMatchObject({ on_air: null })
    await worker.minute(start + hour)
    expect((await eventAt(start + hour)).on_air?.viewers).toBe(1234)
  })

  test('is late while the clock says live and its channel is not on air', async () => {
    platform.twitch.push(fakeChannel(channel))
    await worker.minute(start - minute)
    expect((await eventAt(start + 1)).is_late).toBe(false)
    await worker.minute(start)
    expect(await eventAt(start + 1)).toMatchObject({ on_air: null, is_late: true })
    platform.twitch = []
    goOnAir(channel, start + minute)
    await worker.minute(start + 2 * minute)
    const view = await eventAt(start + 2 * minute)
    expect([view.is_late, view.on_air?.viewers]).toEqual([false, 1234])
  })

  test('is not late when it was on air and stopped for a while', async () => {
    goOnAir()
    await worker.minute(start + minute)
    platform.twitch = [fakeChannel(channel)]
    await worker.minute(start + 2 * minute)
    expect(await eventAt(start + 2 * minute)).toMatchObject({ on_air: null, is_late: false })
  })

  test('has what was seen forgotten once nobody could look for some minutes', async () => {
    goOnAir()
    await worker.minute(start + minute)
    platform.faults.set(streams, Array(20).fill({ status: 500 }))
    await worker.minute(start + 2 * minute)
    expect((await eventAt(start + 4 * minute)).on_air).not.toBeNull()
    expect(await eventAt(start + 8 * minute)).toMatchObject({ on_air: null, is_late: false })
  })

  test('shows a broadcast that began after its end to nobody', async () => {
    goOnAir(channel, end + minute)
    await worker.minute(end + 2 * minute)
    expect((await eventAt(end + 2 * minute)).on_air).toBeNull()
  })

  test('has its recording once it is over and Twitch has it', async () => {
    const stood = goOnAir()
    await worker.minute(end - minute)
    delete stood.live
    await worker.minute(end + 10 * minute)
    expect((await eventAt(end + 10 * minute)).vod_url).toBeNull()
    stood.recordings.push(
      { id: '777', streamId: '1' },
      { id: '335921245', streamId: '40952121085' },
    )
    edge.calls.length = 0
    await worker.minute(end + 45 * minute)
    expect((await eventAt(end + 45 * minute)).vod_url).toBe(
      'https://www.twitch.tv/videos/335921245',
    )
    expect(edge.calls.flat()).toContain(`event-${event.id}`)
    platform.takeCounts()
    await worker.minute(end + 90 * minute)
    expect(platform.takeCounts()).toEqual({})
  })

  test('has no recording looked for on a channel that nobody knows', async () => {
    await worker.sql`insert into event_broadcasts (event_id, platform, name_key, is_on_air,
      polled_at, fresh_until,
      stream_id, vod_at) values (${event.id}, 'twitch', 'gone', 0, ${end}, ${end}, '5', ${end})`
    await worker.minute(end + 45 * minute)
    expect(platform.takeCounts()).toEqual({})
  })

  test('has its recording looked for a few hours, not for ever', async () => {
    goOnAir()
    await worker.minute(end - minute)
    platform.takeCounts()
    for (let at = end + 31 * minute; at < end + 9 * hour; at += 29 * minute) await worker.minute(at)
    expect(platform.takeCounts()['/helix/videos']).toBeLessThanOrEqual(12)
  })
})

describe('Twitch is asked', () => {
  test('once a minute for a hundred channels, who they are only the first time', async () => {
    for (let index = 0; index < 99; index += 1) goOnAir((await place()).channel)
    await worker.minute(start + minute)
    expect(platform.takeCounts()).toMatchObject({ [users]: 1 })
    await worker.minute(start + 2 * minute)
    expect(platform.takeCounts()).toEqual({ [streams]: 1 })
    goOnAir()
    await worker.sql`update channels set checked_at = 0 where platform_id is null`
    await worker.minute(start + 3 * minute)
    expect(platform.takeCounts()).toEqual({ [users]: 1, [streams]: 1 })
    delete platform.twitch[0]?.live
    await worker.minute(start + 4 * minute)
    // The answer held fewer streams than were asked for: one more page, which is empty.
    expect(platform.takeCounts()).toEqual({ [streams]: 2 })
  })

  test.each([
    ['answered', []],
    ['failed', [{ status: 500 }]],
  ])('each minute, though what asked before was worked off later and %s', async (_, faults) => {
    goOnAir()
    platform.faults.set(streams, faults)
    const poll = { type: 'poll_live', platform: 'twitch', after: '' } as const
    await worker.enqueue(poll, start + minute + 2000)
    await worker.drainQueue(start + minute + 2000)
    expect(platform.takeCounts()).toMatchObject({ [streams]: 1 })
    await worker.minute(start + 2 * minute)
    expect(platform.takeCounts()).toMatchObject({ [streams]: 1 })
  })

  test('for every page of a list that comes in parts', async () => {
    const slugs = [event.slug]
    goOnAir()
    for (let index = 0; index < 4; index += 1) {
      const other = await place()
      slugs.push(other.event.slug)
      goOnAir(other.channel)
    }
    platform.streamsPerPage = 2
    await worker.minute(start + minute)
    expect(platform.takeCounts()[streams]).toBe(3)
    for (const slug of slugs) {
      expect((await eventAt(start + minute, slug)).on_air, slug).not.toBeNull()
    }
  })

  test('in pages of a message each when there are more channels than fit one', async () => {
    for (let index = 0; index < 120; index += 1) goOnAir((await place()).channel)
    await worker.minute(start + minute)
    expect(platform.takeCounts()).toMatchObject({ [users]: 2 })
    const [seen] = await worker.sql<{ count: number }>`select count(*) as count
      from event_broadcasts where is_on_air`
    expect(seen?.count).toBe(120)
  })

  test.each([
    ['has one of them refused', { status: 400 }],
    ['answers one of them in another shape', { status: 200, body: { data: [{ id: 5 }] } }],
  ])('for the pages behind when it %s', async (_, fault) => {
    for (let index = 0; index < 120; index += 1) goOnAir((await place()).channel)
    platform.faults.set(users, [fault])
    await worker.minute(start + minute)
    const seen = () => worker.sql<{ count: number }>`select count(*) as count from event_broadcasts`
    expect(await seen()).toEqual([{ count: 21 }])
    await worker.minute(start + 2 * minute)
    expect(await seen()).toEqual([{ count: 120 }])
  })

  test('nothing while no event is near, and nothing for one that is not public', async () => {
    await place({ status: 'pending', startAt: start - 5 * hour, endAt: start - hour })
    await worker.minute(start - 16 * minute)
    await worker.minute(start - 2 * hour)
    await worker.minute(end + 31 * minute)
    expect(platform.takeCounts()).toEqual({})
  })

  test('once when two runs of the minute job overlap', async () => {
    goOnAir()
    await Promise.all([worker.tick(start + minute), worker.tick(start + minute)])
    await worker.drainQueue(start + minute)
    expect(platform.takeCounts()).toMatchObject({ [users]: 1, [streams]: 1 })
  })

  test('with one token, kept sealed, and a new one when that is no longer taken', async () => {
    goOnAir()
    await worker.minute(start + minute)
    const given = platform.tokens.length
    await worker.minute(start + 2 * minute)
    expect(platform.tokens).toHaveLength(given)
    const [state] = await worker.sql<{ sealed_token: string }>`select sealed_token
      from platform_states where platform = 'twitch'`
    expect(state?.sealed_token).not.toContain('app-token')
    platform.tokens.push('revoked-elsewhere')
    await worker.minute(start + 3 * minute)
    expect(platform.tokens).toHaveLength(given + 2)
    expect((await eventAt(start + 3 * minute)).on_air).not.toBeNull()
    expect(worker.logs()).not.toContain('app-token')
  })
})

describe('when Twitch does not answer as it should, the clock goes on alone', () => {
  const faults = {
    'is unwell': { status: 503 },
    'answers something else': { status: 200, body: '<html>Sorry</html>' },
    'answers another shape': { status: 200, body: { data: [{ id: 5 }] } },
    'takes no token of ours': { status: 401 },
    'has it refused': { status: 400, body: { error: 'Bad Request', status: 400 } },
  }
  test.each(Object.entries(faults))('because it %s', async (_, fault) => {
    goOnAir()
    platform.faults.set(streams, Array(4).fill(fault))
    await worker.minute(start + minute)
    expect(await eventAt(start + minute)).toMatchObject({ phase: 'live', on_air: null })
    platform.faults.clear()
    await worker.minute(start + 12 * minute)
    expect((await eventAt(start + 12 * minute)).on_air).not.toBeNull()
  })

  test('and no sooner asks again than it says after too many calls', async () => {
    goOnAir()
    const reset = String((start + 5 * minute) / 1000)
    platform.faults.set(streams, [{ status: 429, headers: { 'Ratelimit-Reset': reset } }])
    await worker.minute(start + minute)
    platform.takeCounts()
    await worker.minute(start + 4 * minute)
    expect(platform.takeCounts()).toEqual({})
    await worker.minute(start + 5 * minute)
    expect(platform.takeCounts()).toMatchObject({ [streams]: 1 })
  })

  test('while nobody is found, and nothing is late that nobody could look for', async () => {
    await worker.minute(start + minute)
    expect(platform.takeCounts()).toMatchObject({ [users]: 1 })
    expect(await eventAt(start + minute)).toMatchObject({ on_air: null, is_late: false })
    await worker.minute(start + 2 * minute)
    expect(platform.takeCounts()).toEqual({})
  })
})
