import { beforeEach, describe, expect } from 'vitest'
import type { EventView } from '#worker/features/events/contract.ts'
import { findNextQuotaDayStart } from '#worker/features/live/quota.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { hour, minute } from '#tests/support/drivers/durations.ts'
import {
  startFakeLivePlatforms,
  type FakeLivePlatforms,
} from '#tests/support/fakes/fake-live-platforms.ts'
import { fakeChannel } from '#tests/support/fakes/fake-channel.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

// Late in the quota's day, so that a poll a minute is within it.
const start = Date.UTC(2027, 2, 2, 4)
const end = start + 3 * hour
const [channels, uploads, videos] = ['channels', 'playlistItems', 'videos'].map(
  (list) => `/youtube/v3/${list}`,
) as [string, string, string]

let platform: FakeLivePlatforms
const test = testWith(async () => {
  platform = await startFakeLivePlatforms()
  const { YOUTUBE_API_KEY = '', YOUTUBE_URL = '' } = platform.vars
  return { ...platform, vars: { YOUTUBE_API_KEY, YOUTUBE_URL } }
})

let count = 0
let slug: string
let handle: string
beforeEach(async () => {
  platform.youtube = []
  platform.faults.clear()
  await worker.sql`delete from events`
  await worker.sql`delete from channels`
  await worker.sql`delete from platform_states`
  ;({ slug, handle } = await place())
  platform.takeCounts()
})

async function place(proofUrl = 'https://example.com') {
  count += 1
  const name = `handle${count}`
  const placed = await createEvent(worker, { startAt: start, endAt: end, platform: 'youtube' })
  await worker.sql`update events set streaming_account_name = ${name}, proof_url = ${proofUrl}
    where id = ${placed.id}`
  return { slug: placed.slug, handle: name }
}

async function eventAt(now: number, of = slug): Promise<EventView> {
  return worker.get<EventView>(`events/${of}`, { now })
}

async function unitsUsed(): Promise<number> {
  const [state] = await worker.sql<{ used: number }>`select quota_used as used from platform_states
    where platform = 'youtube'`
  return state?.used ?? 0
}

const video = (number: number) => `video-${String(number).padStart(5, '0')}`

function goOnAir(name = handle) {
  const id = `UC${name.padEnd(22, '-')}`
  const live = { id: video(count), title: 'Live from the stage', viewers: 42, since: start }
  const stood = fakeChannel(name, { id, live })
  platform.youtube.push(stood)
  return stood
}

describe('an event on YouTube', () => {
  test('is on air, and its broadcast is its recording once it is over', async () => {
    goOnAir()
    await worker.minute(start + minute)
    expect((await eventAt(start + minute)).on_air).toEqual({
      title: 'Live from the stage',
      viewers: 42,
      thumbnail_path: null,
      since: '2027-03-02T04:00:00Z',
    })
    expect((await eventAt(end + minute)).vod_url).toBe(
      `https://www.youtube.com/watch?v=${video(count)}`,
    )
  })

  test('is late while nothing is on air there', async () => {
    delete goOnAir().live
    await worker.minute(start + minute)
    expect(await eventAt(start + minute)).toMatchObject({ on_air: null, is_late: true })
  })

  test('is not on air long after its end, however seldom is looked', async () => {
    goOnAir()
    await worker.minute(start + minute)
    await worker.sql`update platform_states set quota_used = 8996, next_poll_at = 0`
    await worker.minute(end + 20 * minute)
    expect((await eventAt(end + 30 * minute)).on_air).not.toBeNull()
    expect((await eventAt(end + 36 * minute)).on_air).toBeNull()
  })

  test('is found by the page that announced it, though the channel lists it nowhere', async () => {
    await worker.sql`delete from events`
    const announced = `https://www.youtube.com/live/${video(count + 1)}?feature=share`
    const placed = await place(announced)
    const stood = goOnAir(placed.handle)
    platform.faults.set(uploads, [
      { status: 404, body: { error: { errors: [{ reason: 'playlistNotFound' }] } } },
    ])
    await worker.minute(start + minute)
    expect(stood.live?.id).toBe(video(count))
    expect((await eventAt(start + minute, placed.slug)).on_air?.viewers).toBe(42)
  })
})

describe('the units of YouTube', () => {
  test('are spent on who a channel is once, and on its newest videos until one is on air', async () => {
    const stood = goOnAir()
    const { live } = stood
    delete stood.live
    await worker.minute(start + minute)
    expect(platform.takeCounts()).toEqual({ [channels]: 1, [uploads]: 1 })
    await worker.minute(start + 2 * minute)
    expect(platform.takeCounts()).toEqual({ [uploads]: 1 })
    stood.live = live
    await worker.minute(start + 3 * minute)
    expect(platform.takeCounts()).toEqual({ [uploads]: 1, [videos]: 1 })
    await worker.minute(start + 4 * minute)
    expect(platform.takeCounts()).toEqual({ [videos]: 1 })
    expect(await unitsUsed()).toBe(6)
  })

  test('are counted, and asked for fifty videos at a time', async () => {
    goOnAir()
    for (let index = 0; index < 11; index += 1) goOnAir((await place()).handle)
    await worker.minute(start + minute)
    expect(platform.takeCounts()).toEqual({ [channels]: 12, [uploads]: 12, [videos]: 1 })
    await worker.minute(start + 2 * minute)
    expect(platform.takeCounts()).toEqual({ [videos]: 1 })
    expect(await unitsUsed()).toBe(26)
  })

  test('are never spent past the day’s budget; the next day begins anew', async () => {
    goOnAir()
    await worker.minute(start + minute)
    await worker.sql`update platform_states set quota_used = 8999`
    platform.takeCounts()
    await worker.minute(start + 2 * minute)
    await worker.minute(start + 5 * minute)
    expect(platform.takeCounts()).toEqual({})
    expect(worker.logs()).toContain('quota_spent')
    const tomorrow = findNextQuotaDayStart(start)
    await worker.sql`update events set end_at = ${tomorrow + hour}`
    await worker.minute(tomorrow)
    expect(platform.takeCounts()).toMatchObject({ [videos]: 1 })
    expect(await unitsUsed()).toBeLessThan(5)
  })

  test('last for the day: many channels are asked after more seldom', async () => {
    const morning = findNextQuotaDayStart(start)
    for (let index = 0; index < 30; index += 1) await place()
    await worker.sql`update events set start_at = ${morning}, end_at = ${morning + 8 * hour}`
    await worker.minute(morning + minute)
    platform.takeCounts()
    await worker.minute(morning + 2 * minute)
    expect(platform.takeCounts()).toEqual({})
    await worker.minute(morning + 8 * minute)
    const [state] = await worker.sql<{ next: number }>`select next_poll_at as next
      from platform_states where platform = 'youtube'`
    expect(state?.next).toBeGreaterThan(morning + 11 * minute)
  })

  test('that YouTube says are spent are not asked for again that day', async () => {
    goOnAir()
    const body = { error: { code: 403, errors: [{ reason: 'quotaExceeded' }] } }
    platform.faults.set(channels, [{ status: 403, body }])
    await worker.minute(start + minute)
    platform.takeCounts()
    await worker.minute(start + 30 * minute)
    expect(platform.takeCounts()).toEqual({})
  })
})

test.each([
  ['is unwell', { status: 500 }],
  ['answers something else', { status: 200, body: 'Sorry' }],
  [
    'does not take the key',
    {
      status: 400,
      body: {
        error: { errors: [{ reason: 'badRequest' }], details: [{ reason: 'API_KEY_INVALID' }] },
      },
    },
  ],
])('the clock goes on alone when YouTube %s', async (_, fault) => {
  goOnAir()
  platform.faults.set(videos, [fault])
  await worker.minute(start + minute)
  expect(await eventAt(start + minute)).toMatchObject({
    phase: 'live',
    on_air: null,
    is_late: false,
  })
  await worker.minute(start + 12 * minute)
  expect((await eventAt(start + 12 * minute)).on_air?.viewers).toBe(42)
  expect(worker.logs()).not.toContain('the-key-of-the-app')
})

test('an answer without items is one that found nothing', async () => {
  await worker.minute(start + minute)
  expect(platform.takeCounts()).toEqual({ [channels]: 1 })
  expect(await eventAt(start + minute)).toMatchObject({ on_air: null, is_late: false })
})

test('a handle that YouTube refuses is unknown, and holds back no other channel', async () => {
  goOnAir()
  platform.faults.set(channels, [
    { status: 400, body: { error: { errors: [{ reason: 'badRequest' }] } } },
  ])
  const other = await place()
  goOnAir(other.handle)
  await worker.minute(start + minute)
  const seen = await Promise.all([slug, other.slug].map((one) => eventAt(start + minute, one)))
  expect(seen.filter(({ on_air: onAir }) => onAir !== null)).toHaveLength(1)
})
