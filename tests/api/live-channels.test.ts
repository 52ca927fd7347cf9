import { beforeEach, describe, expect } from 'vitest'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type { AuditEntryView } from '#worker/features/moderation/audit/contract.ts'
import type { EventView } from '#worker/features/events/contract.ts'
import type { AdminStreamer } from '#worker/features/directory/streamers/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { type Member, createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import {
  startFakeLivePlatforms,
  type FakeLivePlatforms,
} from '#tests/support/fakes/fake-live-platforms.ts'
import { fakeChannel } from '#tests/support/fakes/fake-channel.ts'
import { startTestApi } from '#tests/support/drivers/api.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

const now = Date.now()

let platform: FakeLivePlatforms
let moderator: Member
const test = testWith(async () => (platform = await startFakeLivePlatforms()))

test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator' })
})

let streamerId: number
let event: { id: number; slug: string }
beforeEach(async () => {
  platform.twitch = []
  platform.youtube = []
  platform.faults.clear()
  for (const table of ['events', 'channels', 'platform_states', 'streamers']) {
    await query(worker, `delete from ${table}`)
  }
  streamerId = await insertStreamer(worker, 'Zoe')
  await insertAccount(worker, streamerId, 'zoe_live')
  event = await createEvent(worker, {
    startAt: now + 2 * day,
    endAt: now + 2 * day + hour,
    streamerIds: [streamerId],
  })
  await worker.sql`update events set streaming_account_name = 'zoe_live' where id = ${event.id}`
  platform.takeCounts()
})

async function followers(): Promise<number | null> {
  const [row] = await worker.sql<{ followers: number | null }>`select followers from streamers
    where id = ${streamerId}`
  return row?.followers ?? null
}

async function listProblems(): Promise<AdminStreamer[]> {
  const body = await worker.get<AdminPage<AdminStreamer>>('admin/streamers?show=problem', {
    token: moderator.token,
  })
  return body.items
}

describe('once a day', () => {
  test('the followers of who has an event near are counted over all their channels', async () => {
    await insertAccount(worker, streamerId, 'zoe', { platform: 'youtube' })
    platform.twitch.push(fakeChannel('zoe_live', { followers: 1200 }))
    platform.youtube.push(fakeChannel('zoe', { followers: 300 }))
    await worker.hour(now)
    expect(await followers()).toBe(1500)
    const path = '/helix/channels/followers'
    expect(platform.takeCounts()).toMatchObject({ [path]: 1, '/youtube/v3/channels': 1 })
    await worker.hour(now + hour)
    expect(platform.takeCounts()).toEqual({})
    const [stood] = platform.twitch
    if (stood) stood.followers = 1300
    await worker.hour(now + day)
    expect(await followers()).toBe(1600)
  })

  test('nobody is asked after whose events are far away', async () => {
    await worker.sql`update events set start_at = ${now + 90 * day}, end_at = ${now + 91 * day}`
    await worker.hour(now)
    expect(platform.takeCounts()).toEqual({})
  })

  test('a number that a source gave stays while the platform tells none', async () => {
    await worker.sql`update streamers set followers = 77`
    platform.twitch.push(fakeChannel('zoe_live', { followers: 5 }))
    platform.faults.set('/helix/channels/followers', [{ status: 400 }])
    await worker.hour(now)
    expect(await followers()).toBe(77)
  })

  test('channels are known even where followers are not for us to know', async () => {
    platform.twitch.push(fakeChannel('zoe_live', { followers: 5 }))
    platform.faults.set('/helix/channels/followers', [{ status: 401 }, { status: 401 }])
    await worker.hour(now)
    expect(await listProblems()).toEqual([])
    expect(await followers()).toBeNull()
    const [known] = await worker.sql<{ id: string }>`select platform_id as id from channels`
    expect(known?.id).toBe('id-zoe_live')
  })

  test.each([
    ['refused', { status: 400 }],
    ['answered in another shape', { status: 200, body: { data: [{ id: 5 }] } }],
  ])('the channels behind a page that is %s are asked after all the same', async (_, fault) => {
    const path = '/helix/users'
    for (let index = 0; index < 110; index += 1)
      await insertAccount(worker, streamerId, `b${index}`)
    platform.twitch.push(fakeChannel('zoe_live', { followers: 5 }))
    platform.faults.set(path, [fault])
    await worker.hour(now)
    expect([platform.takeCounts()[path], await followers()]).toEqual([2, 5])
    expect(await listProblems()).toHaveLength(1)
    await worker.hour(now + hour)
    expect(platform.takeCounts()).toEqual({})
  })

  test('a platform that is unwell is asked again the next hour', async () => {
    platform.twitch.push(fakeChannel('zoe_live', { followers: 5 }))
    platform.faults.set('/helix/users', [{ status: 500 }])
    await worker.hour(now)
    expect(await listProblems()).toEqual([])
    await worker.hour(now + hour)
    expect(await followers()).toBe(5)
  })
})

describe('a channel that its platform does not know', () => {
  test('is marked for the moderators, until it is there again', async () => {
    await worker.hour(now)
    const [streamer] = await listProblems()
    expect(streamer?.accounts).toMatchObject([
      { name: 'zoe_live', problem: { kind: 'unknown', since: expect.any(String) } },
    ])
    platform.twitch.push(fakeChannel('zoe_live'))
    await worker.hour(now + day)
    expect(await listProblems()).toEqual([])
  })
})

describe('a channel with another name by now', () => {
  const path = async () => {
    const [account] = (await listProblems())[0]?.accounts ?? []
    return `admin/streamers/${streamerId}/accounts/${account?.id}/name`
  }
  const takeName = (address: string) =>
    worker.call<AdminStreamer>('PUT', address, {
      token: moderator.token,
      body: { name: 'zoe_tv' },
    })
  beforeEach(async () => {
    const stood = fakeChannel('zoe_live')
    platform.twitch.push(stood)
    await worker.hour(now)
    stood.name = 'zoe_tv'
    await worker.hour(now + day)
  })

  test('is marked with it', async () => {
    expect((await listProblems())[0]?.accounts[0]?.problem).toMatchObject({
      kind: 'renamed',
      new_name: 'zoe_tv',
    })
  })

  test('is given it by a moderator wherever it is named, and the log says so', async () => {
    await worker.sql`update event_participants set platform = 'twitch', account = 'Zoe_Live'`
    const { status, body } = await takeName(await path())
    expect([status, body.accounts]).toMatchObject([200, [{ name: 'zoe_tv', problem: null }]])
    const view = await worker.get<EventView>(`events/${event.slug}`)
    expect(view.streaming_account_name).toBe('zoe_tv')
    expect(view.watch_urls).toEqual(['https://www.twitch.tv/zoe_tv'])
    expect(view.participants).toMatchObject([{ account: 'zoe_tv' }])
    expect(await listProblems()).toEqual([])
    const log = await worker.call<AdminPage<AuditEntryView>>('GET', 'admin/audit_log', {
      token: moderator.token,
    })
    expect(log.body.items[0]).toMatchObject({
      act: 'rename_account',
      actor: { username: moderator.username },
      from: 'twitch:zoe_live',
      to: 'twitch:zoe_tv',
    })
    platform.takeCounts()
    await worker.hour(now + 2 * day)
    expect(await listProblems()).toEqual([])
  })

  test('is given it at the next hour by itself, and the log says so', async () => {
    const stranger = fakeChannel('zoe_live')
    platform.twitch.push(stranger)
    await worker.hour(now + day + hour)
    const view = await worker.get<EventView>(`events/${event.slug}`)
    expect(view.watch_urls).toEqual(['https://www.twitch.tv/zoe_tv'])
    expect(await listProblems()).toEqual([])
    const log = await worker.call<AdminPage<AuditEntryView>>('GET', 'admin/audit_log', {
      token: moderator.token,
    })
    expect(log.body.items[0]).toMatchObject({
      act: 'rename_account',
      actor: { kind: 'clock' },
      from: 'twitch:zoe_live',
      to: 'twitch:zoe_tv',
    })
    await worker.hour(now + 3 * day)
    expect(await listProblems()).toEqual([])
  })

  test('takes what was seen of it along, where it is one of an event’s further channels', async () => {
    await worker.sql`update events set streaming_account_name = 'another'`
    await worker.sql`insert into event_channels (event_id, position, platform, account)
      values (${event.id}, 1, 'twitch', 'zoe_live')`
    await worker.sql`insert into event_broadcasts (event_id, platform, name_key, is_on_air,
      polled_at, fresh_until)
      values (${event.id}, 'twitch', 'zoe_live', 0, 0, 0)`
    await takeName(await path())
    expect(await worker.sql`select name_key from event_broadcasts`).toEqual([
      { name_key: 'zoe_tv' },
    ])
  })

  test('is one with the entry that its streamer has under the new name, however often that is said', async () => {
    const address = await path()
    await insertAccount(worker, streamerId, 'zoe_tv')
    await query(
      worker,
      `insert into schedule_sources (user_id, streamer_id, account_id, kind, category, language,
          timezone, created_at)
        select ?, streamer_id, id, 'twitch_schedule', 'other', 'en', 'UTC', 0
        from streaming_accounts where name = 'zoe_tv'`,
      moderator.userId,
    )
    await worker.sql`update streaming_accounts set verified_at = 5 where name = 'zoe_tv'`
    const renamed = [{ name: 'zoe_tv', is_verified: true, problem: null }]
    const first = await takeName(address)
    expect([first.status, first.body.accounts]).toMatchObject([200, renamed])
    const again = await takeName(address)
    expect([again.status, again.body]).toEqual([200, first.body])
    const [source] = await worker.sql<{ id: number }>`select account_id as id from schedule_sources`
    expect(source?.id).toBe(first.body.accounts[0]?.id)
    const event = await worker.sql`select streaming_account_name as name from events`
    expect(event).toEqual([{ name: 'zoe_tv' }])
  })

  test('is not given a name that was not shown, or that is another streamer’s', async () => {
    const token = moderator.token
    const address = await path()
    const other = await worker.call('PUT', address, { token, body: { name: 'zoe_hd' } })
    expect([other.status, other.body.code]).toEqual([409, 'changed_meanwhile'])
    await insertAccount(worker, await insertStreamer(worker, 'Namesake'), 'zoe_tv')
    const taken = await worker.call('PUT', address, { token, body: { name: 'zoe_tv' } })
    expect([taken.status, taken.body.code]).toEqual([409, 'account_taken'])
    const [row] = await worker.sql<{ name: string }>`select streaming_account_name as name
      from events where id = ${event.id}`
    expect(row?.name).toBe('zoe_live')
  })
})

test('without keys nobody is asked and nothing is waited for', async () => {
  const alone = await startTestApi({})
  try {
    await createEvent(alone, { startAt: now, endAt: now + hour })
    await alone.tick(now + 60_000)
    await alone.hour(now)
    const states = await query(alone, 'select * from platform_states')
    expect(states).toEqual([])
  } finally {
    await alone.close()
  }
})
