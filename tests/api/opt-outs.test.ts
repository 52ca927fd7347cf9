import { beforeEach, describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import type { OptOutsView } from '#worker/features/directory/opt-outs/contract.ts'
import type {
  AdminStreamer,
  StreamerSummary,
  StreamerView,
} from '#worker/features/directory/streamers/contract.ts'
import type { MyStreamerView } from '#worker/features/directory/streamers/my-contract.ts'
import type { EventView } from '#worker/features/events/contract.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent, type CreatedEvent } from '#tests/support/factories/events.ts'
import { createMember, type Member } from '#tests/support/factories/members.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { fakeChannel } from '#tests/support/fakes/fake-channel.ts'
import {
  startFakeLivePlatforms,
  type FakeLivePlatforms,
} from '#tests/support/fakes/fake-live-platforms.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

const now = Date.now()
const picture = 'https://static-cdn.jtvnw.net/jtv_user_pictures/zoe.png'

let platform: FakeLivePlatforms
const test = testWith(async () => (platform = await startFakeLivePlatforms()))

let owner: Member
let moderator: Member
let streamerId: number
let event: CreatedEvent
beforeEach(async () => {
  for (const table of ['events', 'channels', 'platform_states', 'streamers', 'opt_outs'])
    await query(worker, `delete from ${table}`)
  await worker.sql`delete from platform_pictures`
  platform.twitch = [fakeChannel('zoe_live', { picture, followers: 700 })]
  platform.pictures.set('/jtv_user_pictures/zoe.png', {})
  owner = await createMember(worker)
  moderator = await createMember(worker, { role: 'moderator' })
  streamerId = await insertStreamer(worker, 'Zoe Nine', owner.userId)
  await insertAccount(worker, streamerId, 'zoe_live', { isVerified: true })
  event = await createEvent(worker, {
    startAt: now + hour,
    endAt: now + 3 * hour,
    streamerIds: [streamerId],
    streamingAccountName: 'zoe_live',
  })
  await worker.hour(now)
  platform.takeCounts()
})

const list = (is_listed: boolean, { token } = owner) =>
  worker.call<MyStreamerView & ErrorEnvelope>('PUT', 'users/me/streamer/listing', {
    token,
    body: { is_listed },
  })
const listByTeam = (is_listed: boolean, id = streamerId) =>
  worker.call<AdminStreamer>('PUT', `admin/streamers/${id}/listing`, {
    token: moderator.token,
    body: { is_listed },
  })
const view = (id = streamerId) => worker.get<StreamerView>(`streamers/${id}`)
type OptOutRow = { platform: string; name_key: string; platform_id: string | null }
const optOuts = () =>
  worker.sql<OptOutRow>`select platform, name_key, platform_id from opt_outs order by id`
async function listedIds(): Promise<number[]> {
  const { items } = await worker.get<Page<StreamerSummary>>('streamers')
  return items.map(({ id }) => id)
}
async function foundNames(): Promise<string[]> {
  const { streamers } = await worker.get<{ streamers: { display_name: string }[] }>('search?q=zoe')
  return streamers.map(({ display_name }) => display_name)
}

describe('who asks not to be listed', () => {
  test('keeps a name on events that announce them, and nothing that was collected', async () => {
    await worker.sql`update streamers set bio = 'Hello', featured_at = 1, banner_path = 'uploads/b.png'`
    await worker.sql`insert into event_broadcasts (event_id, platform, name_key, is_on_air, polled_at,
      fresh_until, title, viewers) values (${event.id}, 'twitch', 'zoe_live', 1, 1, 1, 'Live!', 9)`
    const before = await view()
    expect(before).toMatchObject({ platform_followers: 700, is_listed: true, bio: 'Hello' })
    expect(before.avatar_path).toMatch(/^platforms\//)
    expect([await listedIds(), await foundNames()]).toEqual([[streamerId], ['Zoe Nine']])
    const answer = await list(false)
    expect([answer.status, answer.body.streamer?.is_listed]).toEqual([200, false])
    const after = await view()
    expect(after).toMatchObject({
      display_name: 'Zoe Nine',
      platform_followers: null,
      is_listed: false,
      is_featured: false,
      banner_path: null,
      bio: null,
    })
    expect(after.avatar_path).toMatch(/^drawn\//)
    expect([await listedIds(), await foundNames()]).toEqual([[], []])
    const shown = await worker.get<EventView>(`events/${event.slug}`)
    expect(shown.participants).toMatchObject([{ streamer_id: streamerId }])
    const left = await worker.sql`select (select count(*) from channels) as channels,
      (select count(*) from event_broadcasts) as broadcasts,
      (select count(*) from platform_pictures where kind = 'channel') as pictures`
    expect(left).toEqual([{ channels: 0, broadcasts: 0, pictures: 0 }])
    expect(await optOuts()).toEqual([
      { platform: 'twitch', name_key: 'zoe_live', platform_id: 'id-zoe_live' },
    ])
  })

  test('is asked after by no job, before, during and after their event', async () => {
    await list(false)
    for (const at of [now + day, now + hour, now + 4 * hour]) {
      await worker.hour(at)
      await worker.minute(at)
    }
    expect(platform.takeCounts()).toEqual({})
    await list(true)
    await worker.hour(now + 2 * day)
    expect((await view()).platform_followers).toBe(700)
    expect([await listedIds(), await optOuts()]).toEqual([[streamerId], []])
  })

  test('needs a verified channel, and a profile', async () => {
    await worker.sql`update streaming_accounts set verified_at = null`
    const typed = await list(false)
    expect([typed.status, typed.body.code]).toEqual([409, 'channel_not_proven'])
    const none = await list(false, await createMember(worker))
    expect([none.status, none.body.code]).toEqual([409, 'no_streamer_profile'])
    expect([(await view()).is_listed, await optOuts()]).toEqual([true, []])
  })

  test('opts out no channel that was only typed, and no one by typing theirs', async () => {
    await insertAccount(worker, streamerId, 'famous')
    await list(false)
    expect((await optOuts()).map(({ name_key: key }) => key)).toEqual(['zoe_live'])
    const typist = await createMember(worker)
    const other = await insertStreamer(worker, 'Typist', typist.userId)
    await worker.sql`delete from streaming_accounts`
    await insertAccount(worker, other, 'zoe_live')
    expect(await view(other)).toMatchObject({ is_listed: true })
  })
})

describe('the team', () => {
  test('does the same for who wrote, twice is once, and the log says who did', async () => {
    await worker.sql`update streamers set user_id = null`
    await worker.sql`update streaming_accounts set verified_at = null`
    expect((await listByTeam(false)).body).toMatchObject({ id: streamerId, is_listed: false })
    expect((await listByTeam(false)).status).toBe(200)
    expect(await view()).toMatchObject({ is_listed: false, platform_followers: null })
    expect(await optOuts()).toHaveLength(1)
    const { items } = await worker.get<Page<AdminStreamer>>('admin/streamers?show=unlisted', {
      token: moderator.token,
    })
    expect(items.map(({ id }) => id)).toEqual([streamerId])
    expect((await listByTeam(true)).body).toMatchObject({ is_listed: true })
    expect(await optOuts()).toEqual([])
    const acts = await worker.sql`select act, actor_id from audit_entries
      where subject_type = 'streamer' and subject_id = ${streamerId} order by id`
    expect(acts).toEqual([
      { act: 'unlist', actor_id: moderator.userId },
      { act: 'relist', actor_id: moderator.userId },
    ])
  })
})

describe('what is remembered', () => {
  beforeEach(async () => {
    await list(false)
    await query(worker, 'delete from streamers')
  })

  test('outlives the page: who adds the channel again makes no profile', async () => {
    const again = await insertStreamer(worker, 'Zoe Nine')
    await worker.sql`update streamers set followers = 5, source = '{}', avatar_path = 'uploads/a.png'`
    await insertAccount(worker, again, 'Zoe_Live')
    expect(await view(again)).toMatchObject({ is_listed: false, platform_followers: null })
    expect(await listedIds()).toEqual([])
    await insertAccount(worker, again, 'zoe_two')
    expect((await optOuts()).map(({ name_key: key }) => key)).toEqual(['zoe_live', 'zoe_two'])
  })

  test('holds under another name of the same channel', async () => {
    const again = await insertStreamer(worker, 'Zoe Ten')
    await insertAccount(worker, again, 'zoe_renamed')
    await createEvent(worker, { startAt: now + 2 * day, streamingAccountName: 'zoe_renamed' })
    platform.twitch = [fakeChannel('zoe_renamed', { id: 'id-zoe_live', picture, followers: 700 })]
    await worker.hour(now + day)
    expect(await view(again)).toMatchObject({ is_listed: false, platform_followers: null })
    expect((await view(again)).avatar_path).toMatch(/^drawn\//)
    platform.takeCounts()
    await worker.hour(now + 2 * day)
    expect(platform.takeCounts()).toEqual({})
  })

  test('lets proposals name the channel, and goes with the streamer into a merge', async () => {
    const again = await insertStreamer(worker, 'Zoe')
    await insertAccount(worker, again, 'zoe_live')
    const body = { ...eventDraft(now + 3 * day), streaming_account_name: 'zoe_live' }
    const made = await worker.call<ProposalView>('POST', 'events', { token: owner.token, body })
    expect(made.status).toBe(201)
    const into = await insertStreamer(worker, 'Zoe Again')
    const merged = await worker.call<AdminStreamer>('POST', `admin/streamers/${again}/merge`, {
      token: moderator.token,
      body: { into },
    })
    expect([merged.status, merged.body.is_listed]).toEqual([200, false])
  })
})

describe('a name on events', () => {
  let admin: Member
  let other: CreatedEvent
  const name = 'Ana  García'
  const act = (method: string, path: string, body?: unknown) =>
    worker.call<OptOutsView & ErrorEnvelope>(method, path, { token: admin.token, body })
  const participants = async ({ slug }: { slug: string }) =>
    (await worker.get<EventView>(`events/${slug}`)).participants.map((one) => one.display_name)

  beforeEach(async () => {
    admin = await createMember(worker, { role: 'admin' })
    other = await createEvent(worker, { startAt: now + day })
    await worker.sql`insert into event_participants (event_id, position, display_name) values
      (${event.id}, 5, 'ana garcía'), (${other.id}, 5, ${name}), (${other.id}, 6, 'Ana Garcia')`
  })

  test('is taken off by an administrator and named in no log; only its spelling counts', async () => {
    expect((await act('GET', 'admin/opt_outs')).body.items).toEqual([])
    const { status, body } = await act('POST', 'admin/opt_outs', { name: ' ANA García ' })
    expect([status, body.items]).toMatchObject([200, [{ platform: null, name: 'ana garcía' }]])
    expect(await participants(event)).toEqual(['Somebody'])
    expect(await participants(other)).toEqual(['Ana Garcia'])
    const log = await worker.sql`select act, from_state, to_state, reason from audit_entries
      where subject_type = 'opt_out'`
    expect(log).toEqual([{ act: 'hide_name', from_state: null, to_state: null, reason: null }])
    const refused = await worker.call('POST', 'admin/opt_outs', {
      token: moderator.token,
      body: { name },
    })
    expect(refused.status).toBe(403)
  })

  test('comes back by no proposal or import, until the request is lifted', async () => {
    const hidden = await act('POST', 'admin/opt_outs', { name })
    const propose = async (title: string) => {
      const body = {
        ...eventDraft(now + 9 * day),
        name: title,
        participants: [{ display_name: name }, { display_name: 'Somebody' }],
        confirm_similar: true,
      }
      const made = await worker.call<ProposalView>('POST', 'events', { token: owner.token, body })
      expect(made.status).toBe(201)
      return worker.sql`select display_name from event_participants
        where event_id = ${made.body.id} order by position`
    }
    expect(await propose('Without')).toEqual([{ display_name: 'Somebody' }])
    const [row] = hidden.body.items
    expect((await act('DELETE', `admin/opt_outs/${row?.id}`)).body.items).toEqual([])
    expect((await act('DELETE', `admin/opt_outs/${row?.id}`)).body.code).toBe('opt_out_not_found')
    expect(await propose('With')).toHaveLength(2)
  })
})
