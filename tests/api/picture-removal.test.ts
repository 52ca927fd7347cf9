import { beforeEach, describe, expect } from 'vitest'
import type { AdminPage, Page } from '#worker/contracts/pagination.ts'
import type { MyStreamerView } from '#worker/features/directory/streamers/my-contract.ts'
import type {
  AdminStreamer,
  StreamerSummary,
} from '#worker/features/directory/streamers/contract.ts'
import type { AdminGame } from '#worker/features/directory/games/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertAccount, insertGame, insertStreamer } from '#tests/support/factories/directory.ts'
import { createMember, type Member } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { fakeChannel } from '#tests/support/fakes/fake-channel.ts'
import {
  startFakeLivePlatforms,
  type FakeLivePlatforms,
} from '#tests/support/fakes/fake-live-platforms.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'
import { reasons } from '#tests/support/factories/moderation.ts'

const now = Date.now()
const host = 'https://static-cdn.jtvnw.net'
const files = '/jtv_user_pictures/'
const boxArt = '/ttv-boxart/77-285x380.jpg'

let platform: FakeLivePlatforms
let moderator: Member
const test = testWith(async () => (platform = await startFakeLivePlatforms()))

test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator' })
})

let owner: Member
let streamerId: number
let accountId: number
beforeEach(async () => {
  for (const table of ['events', 'channels', 'streamers', 'games', 'platform_pictures']) {
    await query(worker, `delete from ${table}`)
  }
  platform.twitch = ['zoe', 'zoe_two'].map((name) =>
    fakeChannel(name, { picture: `${host}${files}${name}.png` }),
  )
  for (const { name } of platform.twitch) platform.pictures.set(`${files}${name}.png`, {})
  platform.games = [{ id: '77', name: 'Chess', boxArt: host + boxArt }]
  platform.pictures.set(boxArt, {})
  owner = await createMember(worker)
  streamerId = await insertStreamer(worker, 'Zoe', owner.userId)
  accountId = await insertAccount(worker, streamerId, 'zoe', { isVerified: true })
  const startAt = now + 10 * day
  await createEvent(worker, { startAt, streamerIds: [streamerId], streamingAccountName: 'zoe' })
})

async function avatar(): Promise<string> {
  const body = await worker.get<Page<StreamerSummary>>('streamers')
  return body.items[0]?.avatar_path ?? ''
}

/** State of the channel's picture in the panel. */
async function state(): Promise<string | undefined> {
  const { token } = moderator
  const body = await worker.get<AdminPage<AdminStreamer>>('admin/streamers', { token })
  return body.items[0]?.accounts[0]?.platform_picture
}

async function isServed(path: string): Promise<boolean> {
  return (await worker.fetch(`/media/${path}`)).status === 200
}

async function show(who: Member, is_shown: boolean) {
  const path =
    who === moderator
      ? `admin/streamers/${streamerId}/accounts/${accountId}/platform_picture`
      : `users/me/streaming_accounts/${accountId}/platform_picture`
  const { token } = who
  const body = { is_shown, ...reasons }
  const answer = await worker.call<MyStreamerView>('PUT', path, { token, body, now })
  await worker.drainQueue(now)
  return answer
}

const drawn = /^drawn\//

describe.each(['the team', 'the owner'])('removed by %s', (by) => {
  const who = () => (by === 'the team' ? moderator : owner)

  test('a picture is gone at once and is not copied again', async () => {
    await worker.hour(now)
    const copy = await avatar()
    expect(await isServed(copy)).toBe(true)
    expect((await show(who(), false)).status).toBe(200)
    expect(await avatar()).toMatch(drawn)
    expect(await isServed(copy)).toBe(false)
    platform.takeCounts()
    const [channel] = platform.twitch
    if (channel) channel.picture = `${host}${files}zoe_two.png`
    await worker.hour(now + day)
    await worker.hour(now + 8 * day)
    expect(platform.takeCounts()[`${files}zoe_two.png`]).toBeUndefined()
    expect(await avatar()).toMatch(drawn)
  })

  test('it can be allowed again', async () => {
    await worker.hour(now)
    await show(who(), false)
    expect(await state()).toBe(by === 'the team' ? 'removed_by_team' : 'removed_by_owner')
    await show(who(), true)
    expect(await avatar()).toMatch(/^platforms\//)
    expect(await state()).toBe('shown')
  })

  test('it stays removed under a new name of the channel', async () => {
    await worker.hour(now)
    await show(who(), false)
    platform.twitch = [{ ...fakeChannel('zoe_two', { id: 'id-zoe' }) }]
    const [channel] = platform.twitch
    if (channel) channel.picture = `${host}${files}zoe_two.png`
    await worker.hour(now + day)
    const renaming = `admin/streamers/${streamerId}/accounts/${accountId}/name`
    const body = { name: 'zoe_two' }
    const { status } = await worker.call('PUT', renaming, { token: moderator.token, body })
    expect(status).toBe(200)
    await worker.hour(now + 2 * day)
    expect(await avatar()).toMatch(drawn)
  })
})

test('what the team removed is not for its owner to allow', async () => {
  await worker.hour(now)
  await show(owner, false)
  await show(moderator, false)
  const { body } = await show(owner, true)
  expect(body.items[0]?.platform_picture).toBe('removed_by_team')
  expect(await avatar()).toMatch(drawn)
})

test('a channel that is only typed is nobody’s to decide on', async () => {
  await worker.sql`update streaming_accounts set verified_at = null`
  expect((await show(owner, false)).status).toBe(404)
})

test('a repeated removal changes nothing and leaves one entry in the log', async () => {
  await worker.hour(now)
  await show(moderator, false)
  await show(moderator, false)
  const entries = await worker.sql<{ n: number }>`select count(*) as n from audit_entries
    where act = 'remove_picture' and subject_id = ${streamerId}`
  expect(entries).toEqual([{ n: 1 }])
})

test('a channel that its owner takes out of the profile takes its picture along', async () => {
  await worker.hour(now)
  const copy = await avatar()
  await worker.call('DELETE', `users/me/streaming_accounts/${accountId}`, { token: owner.token })
  await worker.hour(now + day)
  expect(await isServed(copy)).toBe(false)
  const body = await worker.get<Page<{ channel: { avatar_path: string } }>>('events')
  expect(body.items[0]?.channel.avatar_path).toMatch(drawn)
})

test('a channel that the team takes from a streamer keeps no copy', async () => {
  await worker.hour(now)
  const copy = await avatar()
  const path = `admin/streamers/${streamerId}/accounts/${accountId}`
  await worker.call('DELETE', path, { token: moderator.token })
  await worker.drainQueue(now)
  expect(await isServed(copy)).toBe(false)
  expect(await avatar()).toMatch(drawn)
})

test('who deletes their account is not shown by their picture any more', async () => {
  await worker.hour(now)
  const copy = await avatar()
  const { token, username } = owner
  const { status } = await worker.call('DELETE', 'users/me', { token, body: { username } })
  expect(status).toBeLessThan(300)
  await worker.hour(now + day)
  expect(await isServed(copy)).toBe(false)
  expect(await avatar()).toMatch(drawn)
})

test('a merge keeps the picture', async () => {
  await worker.hour(now)
  const copy = await avatar()
  const into = await insertStreamer(worker, 'Zoe again')
  const path = `admin/streamers/${streamerId}/merge`
  const { status } = await worker.call('POST', path, { token: moderator.token, body: { into } })
  expect(status).toBe(200)
  expect(await avatar()).toBe(copy)
})

describe('a game', () => {
  async function games() {
    const { token } = moderator
    const body = await worker.get<AdminPage<AdminGame>>('admin/games', { token })
    return body.items
  }

  test('loses its box art when the team removes it, until it allows it', async () => {
    const id = await insertGame(worker, 'Chess')
    await worker.hour(now)
    const [before] = await games()
    expect(before?.platform_picture).toBe('shown')
    const path = `admin/games/${id}/platform_picture`
    const change = async (is_shown: boolean) => {
      const { token } = moderator
      const { body } = await worker.call<AdminGame>('PUT', path, { token, body: { is_shown }, now })
      await worker.drainQueue(now)
      return body
    }
    const removed = await change(false)
    expect(removed).toMatchObject({ platform_picture: 'removed_by_team' })
    expect(removed.picture_path).toMatch(drawn)
    expect(await isServed(before?.picture_path ?? '')).toBe(false)
    await worker.hour(now + 8 * day)
    expect((await games())[0]?.picture_path).toMatch(drawn)
    await change(true)
    expect((await games())[0]?.platform_picture).toBe('shown')
  })

  test('takes over the box art of the one that is merged into it', async () => {
    const from = await insertGame(worker, 'Chess')
    const into = await insertGame(worker, 'Schach')
    await worker.hour(now)
    const { token } = moderator
    await worker.call('POST', `admin/games/${from}/merge`, { token, body: { into } })
    await worker.hour(now + 8 * day)
    expect(await games()).toMatchObject([{ name: 'Schach', platform_picture: 'shown' }])
  })
})
