import { beforeEach, describe, expect } from 'vitest'
import type { Page } from '#worker/contracts/pagination.ts'
import type { EventView } from '#worker/features/events/contract.ts'
import type { StreamerSummary } from '#worker/features/directory/streamers/contract.ts'
import { createEvent, type CreatedEvent } from '#tests/support/factories/events.ts'
import { insertAccount, insertGame, insertStreamer } from '#tests/support/factories/directory.ts'
import { disguised, jpeg, png } from '#tests/support/factories/pictures.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { fakeChannel } from '#tests/support/fakes/fake-channel.ts'
import {
  startFakeLivePlatforms,
  type FakeLivePlatforms,
} from '#tests/support/fakes/fake-live-platforms.ts'
import type { FakePicture } from '#tests/support/fakes/fake-pictures.ts'
import { startTestApi } from '#tests/support/drivers/api.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

const now = Date.now()
const host = 'https://static-cdn.jtvnw.net'
const path = '/jtv_user_pictures/zoe.png'

let platform: FakeLivePlatforms
const test = testWith(async () => (platform = await startFakeLivePlatforms()))

let streamerId: number
let event: CreatedEvent
beforeEach(async () => {
  for (const table of ['events', 'channels', 'platform_states', 'streamers', 'games']) {
    await query(worker, `delete from ${table}`)
  }
  await worker.sql`delete from platform_pictures`
  platform.takeCounts()
  platform.faults.clear()
  platform.pictures.clear()
  platform.games = []
  platform.youtube = []
  platform.twitch = [fakeChannel('zoe_live', { picture: host + path })]
  platform.pictures.set(path, {})
  streamerId = await insertStreamer(worker, 'Zoe')
  await insertAccount(worker, streamerId, 'zoe_live')
  event = await createEvent(worker, {
    startAt: now + 2 * day,
    streamerIds: [streamerId],
    streamingAccountName: 'zoe_live',
  })
})

function runHourlyJob(at = now): Promise<void> {
  return worker.hour(at)
}

async function avatar(): Promise<string> {
  const body = await worker.get<Page<StreamerSummary>>('streamers')
  return body.items[0]?.avatar_path ?? ''
}

async function eventView(): Promise<EventView> {
  return worker.get<EventView>(`events/${event.slug}`)
}

async function fetchAt(): Promise<number | null> {
  const [row] = await worker.sql<{ at: number | null }>`select fetch_at as at from
    platform_pictures where kind = 'channel'`
  return row?.at ?? null
}

const copied = /^platforms\/[\da-f-]{36}\.(png|jpg)$/

describe('a channel', () => {
  test('is shown with the picture that it has on its platform, from our origin', async () => {
    await runHourlyJob()
    const shown = await avatar()
    expect(shown).toMatch(copied)
    const { channel, participants, thumbnail_path: thumbnail } = await eventView()
    expect(channel?.avatar_path).toBe(shown)
    expect(participants[0]?.avatar_path).toBe(shown)
    expect(thumbnail).toMatch(/^drawn\//)
    const answer = await worker.fetch(`/media/${shown}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('image/png')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png())
  })

  test('is shown by what was uploaded for it first', async () => {
    await worker.sql`update streamers set avatar_path = 'uploads/a.png'`
    await runHourlyJob()
    expect(await avatar()).toBe('uploads/a.png')
    expect((await eventView()).channel?.avatar_path).toBe('uploads/a.png')
  })

  test('is not shown by the picture of a name that a member merely typed', async () => {
    const { userId } = await createMember(worker)
    await worker.sql`update streamers set user_id = ${userId}`
    await runHourlyJob()
    expect(await avatar()).toMatch(/^drawn\//)
    await worker.sql`update streaming_accounts set verified_at = 1`
    expect(await avatar()).toMatch(copied)
  })

  test('on YouTube has one, too', async () => {
    const picture = 'https://yt3.ggpht.com/ytc/zoe'
    platform.youtube = [fakeChannel('zoe_tube', { picture })]
    platform.pictures.set('/ytc/zoe', { bytes: jpeg, type: 'image/jpeg' })
    await query(
      worker,
      `update streaming_accounts set platform = 'youtube', name = 'zoe_tube',
      name_key = 'zoe_tube'`,
    )
    await runHourlyJob()
    expect(await avatar()).toMatch(/^platforms\/[\da-f-]{36}\.jpg$/)
  })

  test('with the default of its platform stays drawn', async () => {
    platform.twitch = [fakeChannel('zoe_live')]
    await runHourlyJob()
    expect(await avatar()).toMatch(/^drawn\//)
    expect(await worker.mediaKeys('platforms/')).not.toContain(await avatar())
  })

  test('gets its new picture as soon as its platform names it', async () => {
    await runHourlyJob()
    const before = await avatar()
    platform.twitch = [fakeChannel('zoe_live', { picture: `${host}/jtv_user_pictures/new.png` })]
    platform.pictures.set('/jtv_user_pictures/new.png', { bytes: png({ width: 9 }) })
    await runHourlyJob(now + day)
    const after = await avatar()
    expect(after).toMatch(copied)
    expect(after).not.toBe(before)
    // Nothing shows the former one.
    await runHourlyJob(now + day + 2 * hour)
    expect(await worker.mediaKeys('platforms/')).not.toContain(before)
    expect(await worker.mediaKeys('platforms/')).toContain(after)
  })

  test('has no picture any more once its platform has none', async () => {
    await runHourlyJob()
    platform.twitch = [fakeChannel('zoe_live')]
    await runHourlyJob(now + day)
    expect(await avatar()).toMatch(/^drawn\//)
    await runHourlyJob(now + day + 2 * hour)
    expect(await worker.mediaKeys('platforms/')).toEqual([])
  })
})

describe('a week later', () => {
  test('the same file stays where it is', async () => {
    await runHourlyJob()
    const before = await avatar()
    platform.takeCounts()
    await runHourlyJob(now + 6 * day)
    expect(platform.takeCounts()[path]).toBeUndefined()
    await runHourlyJob(now + 7 * day)
    expect(platform.takeCounts()[path]).toBe(1)
    expect(await avatar()).toBe(before)
  })

  test('another file at the same address takes its place', async () => {
    await runHourlyJob()
    const before = await avatar()
    platform.pictures.set(path, { bytes: jpeg, type: 'image/jpeg' })
    await runHourlyJob(now + 7 * day)
    expect(await avatar()).toMatch(/\.jpg$/)
    expect(await avatar()).not.toBe(before)
  })

  test.each([404, 410])('what answers %i is no longer shown', async (status) => {
    await runHourlyJob()
    platform.pictures.set(path, { status })
    await runHourlyJob(now + 7 * day)
    expect(await avatar()).toMatch(/^drawn\//)
  })

  test('what fails stays as it is, and is tried again ever later', async () => {
    await runHourlyJob()
    const before = await avatar()
    platform.pictures.set(path, { status: 503 })
    const at = now + 7 * day
    await runHourlyJob(at)
    expect(await avatar()).toBe(before)
    expect(await fetchAt()).toBe(at + hour)
    await runHourlyJob(at + hour)
    expect(await fetchAt()).toBe(at + 3 * hour)
    platform.pictures.set(path, { bytes: png({ width: 9 }) })
    await runHourlyJob(at + 3 * hour)
    expect(await avatar()).not.toBe(before)
    expect(await fetchAt()).toBe(at + 3 * hour + 7 * day)
  })
})

const hostile: [string, FakePicture][] = [
  ...disguised.map(([what, bytes]): [string, FakePicture] => [what, { bytes }]),
  ['a picture called HTML', { type: 'text/html' }],
  ['a picture of too many pixels', { bytes: png({ width: 20_000, height: 1 }) }],
  ['a huge picture', { bytes: Buffer.concat([png(), Buffer.alloc(1024 * 1024)]) }],
  [
    'a huge picture of undeclared length',
    { bytes: Buffer.concat([png(), Buffer.alloc(1024 * 1024)]), way: 'undeclared' },
  ],
  ['a redirect to a private address', { status: 302, headers: { Location: 'http://127.0.0.1/' } }],
  ['a redirect elsewhere', { status: 302, headers: { Location: 'https://example.com/a.png' } }],
]

test.each(hostile)('%s is neither stored nor shown', async (_, picture) => {
  platform.pictures.set(path, picture)
  const before = await worker.mediaKeys('platforms/')
  await runHourlyJob()
  expect(await avatar()).toMatch(/^drawn\//)
  // Pictures of earlier tests may go meanwhile.
  const after = await worker.mediaKeys('platforms/')
  expect(after.filter((key) => !before.includes(key))).toEqual([])
  expect(await fetchAt()).toBe(now + hour)
})

test('what an editor wrote beside the picture is left out, and an animation stands still', async () => {
  const extra: [string, Uint8Array][] = [
    ['tEXt', Buffer.from('Author\0Somebody')],
    ['acTL', Buffer.alloc(8)],
  ]
  platform.pictures.set(path, { bytes: png({ extra }) })
  await runHourlyJob()
  const answer = await worker.fetch(`/media/${await avatar()}`)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png())
})

test('one file is stored however often and however many at once ask for it', async () => {
  const before = new Set(await worker.mediaKeys('platforms/'))
  await worker.enqueue({ type: 'check_channels', platform: 'twitch' }, now)
  for (let index = 0; index < 4; index += 1) {
    await worker.enqueue({ type: 'fetch_pictures' }, now)
    await worker.enqueue({ type: 'fetch_pictures' }, now + 1000)
  }
  await worker.drainQueue(now)
  const stored = (await worker.mediaKeys('platforms/')).filter((key) => !before.has(key))
  expect(stored).toEqual([await avatar()])
  expect(platform.takeCounts()[path]).toBe(1)
})

test('games get their box art, by the id that Twitch gave them', async () => {
  const id = await insertGame(worker, 'Golden Spatula')
  await insertGame(worker, 'Known to nobody')
  platform.games = [
    { id: '77', name: 'Golden Spatula', boxArt: `${host}/ttv-boxart/77-{width}x{height}.jpg` },
  ]
  const boxArt = '/ttv-boxart/77-285x380.jpg'
  platform.pictures.set(boxArt, { bytes: jpeg, type: 'image/jpeg' })
  await runHourlyJob()
  type Game = { name: string; thumbnail_path: string }
  const games = async () => {
    const body = await worker.get<Page<Game>>('games')
    return Object.fromEntries(body.items.map((game) => [game.name, game.thumbnail_path]))
  }
  expect(await games()).toEqual({
    'Golden Spatula': expect.stringMatching(copied) as string,
    'Known to nobody': expect.stringMatching(/^drawn\//) as string,
  })
  await worker.sql`update events set game_id = ${id}`
  expect((await eventView()).game?.thumbnail_path).toMatch(copied)
  platform.calls.splice(0)
  await runHourlyJob(now + 7 * day)
  const [asked] = platform.calls.filter((call) => call.path === '/helix/games')
  expect(asked?.query.getAll('id')).toEqual(['77'])
  expect(asked?.query.getAll('name')).toEqual(['Known to nobody'])
})

describe('an event that a video announced', () => {
  const thumbnail = 'https://i.ytimg.com/vi/abcdefghijk/mq.jpg'
  const live = { id: 'abcdefghijk', title: 'Soon', viewers: 0, since: now, thumbnail }
  beforeEach(async () => {
    platform.youtube = [fakeChannel('zoe_tube', { live })]
    platform.pictures.set('/vi/abcdefghijk/mq.jpg', { bytes: jpeg, type: 'image/jpeg' })
    await query(
      worker,
      `update events set platform = 'youtube', streaming_account_name = 'zoe_tube',
      proof_url = 'https://www.youtube.com/watch?v=abcdefghijk'`,
    )
  })
  test('shows its picture unless it has its own', async () => {
    await runHourlyJob()
    expect((await eventView()).thumbnail_path).toMatch(copied)
    await worker.sql`update events set thumbnail_path = 'uploads/a.png'`
    expect((await eventView()).thumbnail_path).toBe('uploads/a.png')
  })

  test('shows nothing of a video of another channel', async () => {
    await worker.sql`insert into channels (platform, name_key, platform_id, checked_at)
      values ('youtube', 'zoe_tube', 'id-of-another', ${now})`
    await runHourlyJob()
    expect((await eventView()).thumbnail_path).toMatch(/^drawn\//)
  })

  test('is asked after once it is approved', async () => {
    await worker.sql`update events set status = 'pending'`
    await runHourlyJob()
    expect(platform.takeCounts()['/youtube/v3/videos']).toBeUndefined()
    await worker.sql`update events set status = 'approved'`
    await runHourlyJob(now + hour)
    expect((await eventView()).thumbnail_path).toMatch(copied)
  })
})

test('nothing is asked without the keys of a platform', async () => {
  const { TWITCH_URL = '', YOUTUBE_URL = '' } = platform.vars
  const bare = await startTestApi({ TWITCH_URL, YOUTUBE_URL })
  try {
    await insertGame(bare, 'Golden Spatula')
    await query(
      bare,
      `insert into platform_pictures (kind, platform, subject, source_url, fetch_at)
        values ('channel', 'twitch', 'zoe_live', ?, 0)`,
      host + path,
    )
    platform.takeCounts()
    await bare.hour(now)
    await bare.enqueue({ type: 'check_pictures', platform: 'twitch' }, now)
    await bare.enqueue({ type: 'fetch_pictures' }, now)
    await bare.drainQueue(now)
    expect(platform.takeCounts()).toEqual({})
  } finally {
    await bare.close()
  }
})
