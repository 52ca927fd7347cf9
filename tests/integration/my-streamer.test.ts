import { describe, expect } from 'vitest'
import { listInvalidatedTags } from '#worker/caching/cache-tags.ts'
import type { ErrorEnvelope, FieldError } from '#worker/contracts/errors.ts'
import type { StreamerView } from '#worker/features/directory/streamers/contract.ts'
import type { MyStreamerView } from '#worker/features/directory/streamers/my-contract.ts'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertAccount, insertFollows, insertStreamer } from '#tests/support/factories/directory.ts'
import { type Member, createMember } from '#tests/support/factories/members.ts'
import { day } from '#tests/support/drivers/durations.ts'
import type { Consenting } from '#tests/support/fakes/fake-oauth.ts'
import { startFakeCdn, type FakeCdn } from '#tests/support/fakes/fake-cdn.ts'
import { eventDraft, logIn } from '#tests/support/factories/people.ts'
import {
  startProviders,
  followRedirects,
  type Providers,
} from '#tests/support/drivers/sign-in-journey.ts'
import type { CallOptions } from '#tests/support/drivers/worker.ts'
import { allOf } from '#tests/support/fixtures/people.ts'
import { testWith, worker } from '#tests/support/fixtures/built-worker.ts'

let edge: FakeCdn
let providers: Providers

const test = testWith(async () => {
  edge = await startFakeCdn()
  providers = await startProviders()
  return allOf(edge, ...Object.values(providers))
})

let count = 0
function someone(): Consenting & { channel: string } {
  count += 1
  const channel = `channel_${process.pid}_${count}`
  return {
    sub: `sub-${count}`,
    email: `${channel}@provider.example`,
    email_verified: true,
    channel,
  }
}

type Asked = MyStreamerView & ErrorEnvelope

const call = (
  method: string,
  path: string,
  { token }: { token: string },
  body?: CallOptions['body'],
) => worker.call<Asked>(method, `users/me/${path}`, { token, body })
let people = 0
const become = (member: { token: string }, name = `Streaming Person ${(people += 1)}`) =>
  call('POST', 'streamer', member, { display_name: name, language: 'fr' })
const own = async (member: { token: string }) =>
  (await call('GET', 'streaming_accounts', member)).body
const type = (member: { token: string }, name: string) =>
  call('POST', 'streaming_accounts', member, { platform: 'youtube', name })
const proveTwitch = ({ token }: { token: string }, as: Consenting) =>
  followRedirects(worker, providers, { provider: 'twitch', intent: 'link', token, as })
const proveYoutube = ({ token }: { token: string }, as: Consenting) =>
  followRedirects(worker, providers, { provider: 'google', intent: 'youtube', token, as })

async function xpOf({ userId }: Pick<Member, 'userId'>): Promise<number> {
  const [row] = await worker.sql<{ points: number }>`select coalesce(sum(points), 0) as points
    from xp_entries
    where user_id = ${userId} and action = 'account_verified'`
  return row?.points ?? 0
}

async function settlePurges(): Promise<void> {
  await worker.drainQueue(Date.now())
  edge.calls.length = 0
}

async function forgotten(): Promise<string[]> {
  await worker.drainQueue(Date.now())
  return [...new Set(edge.calls.flat())].toSorted()
}

function staleOf(...ids: (number | undefined)[]): string[] {
  return [
    ...new Set(ids.flatMap((id = 0) => listInvalidatedTags({ type: 'streamer', id }))),
  ].toSorted()
}

describe('the streamer profile', () => {
  test('is made once, is public, and gives the scope at the next refresh', async () => {
    const person = await createMember(worker, { language: 'fr', hasPassword: true })
    await settlePurges()
    const answer = await become(person, '  Señor  Stream ')
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { streamer: { display_name: 'Señor Stream', language: 'fr' }, items: [] },
    ])
    const id = answer.body.streamer?.id ?? 0
    const [row] = await worker.sql`select name_key from streamers where id = ${id}`
    expect(row).toEqual({ name_key: 'señor stream' })
    expect((await worker.call('GET', `streamers/${id}`)).body).toMatchObject({ id })
    expect(await forgotten()).toEqual(staleOf(id))
    const again = await become(person)
    expect([again.status, again.body.code]).toEqual([409, 'streamer_exists'])
    const token = await logIn(worker, person.username)
    const { scopes } = JSON.parse(atob(token.split('.')[1] ?? '')) as { scopes: string[] }
    expect(scopes).toEqual(['user', 'streamer'])
  })

  test('changes in what is named', async () => {
    const member = await createMember(worker)
    const none = await call('PATCH', 'streamer', member, { display_name: 'Nobody yet' })
    expect([none.status, none.body.code]).toEqual([409, 'no_streamer_profile'])
    const { streamer } = (await become(member)).body
    await settlePurges()
    const renamed = await call('PATCH', 'streamer', member, { display_name: 'Renamed' })
    const names = { display_name: 'Renamed', streamer_name: 'Renamed' }
    expect(renamed.body.streamer).toEqual({ ...streamer, ...names })
    expect(await forgotten()).toEqual(staleOf(streamer?.id))
    const cleared = await call('PATCH', 'streamer', member, { language: null })
    expect(cleared.body.streamer).toMatchObject({ display_name: 'Renamed', language: null })
    expect((await call('PATCH', 'streamer', member, {})).body).toEqual(cleared.body)
  })

  test.each([
    {},
    { display_name: 'x' },
    { display_name: 'y'.repeat(61) },
    { display_name: 'Fine', language: 'de' },
  ])('is not made of %j', async (body) => {
    const member = await createMember(worker)
    expect((await call('POST', 'streamer', member, body)).status).toBe(422)
    expect((await own(member)).streamer).toBeNull()
  })
})

describe('a typed account', () => {
  test('is in the profile, unverified, once, whatever its spelling', async () => {
    const member = await createMember(worker)
    const early = await type(member, '@TooEarly')
    expect([early.status, early.body.code]).toEqual([409, 'no_streamer_profile'])
    const id = (await become(member)).body.streamer?.id
    await settlePurges()
    const answer = await type(member, ' @My.Handle_1 ')
    expect([answer.status, answer.body.items]).toMatchObject([
      201,
      [
        {
          platform: 'youtube',
          name: 'My.Handle_1',
          url: 'https://www.youtube.com/@my.handle_1',
          is_verified: false,
        },
      ],
    ])
    expect(await forgotten()).toEqual(staleOf(id))
    expect((await type(member, 'my.handle_1')).body).toEqual(answer.body)
    expect(await xpOf(member)).toBe(0)
    const other = await createMember(worker)
    await become(other)
    const taken = await type(other, 'MY.HANDLE_1')
    expect([taken.status, taken.body.code]).toEqual([409, 'account_taken'])
  })

  test.each([
    [{ platform: 'youtube', name: ' ' }, 'name', 'YouTube URL name required'],
    [{ platform: 'youtube', name: 'a b' }, 'name', expect.any(String)],
    [{ platform: 'twitch', name: '' }, 'name', 'Twitch channel name required'],
    [{ platform: 'twitch', name: 'so' }, 'name', expect.any(String)],
    [{ platform: 'twitch', name: 'with-hyphen' }, 'name', expect.any(String)],
    [{ platform: 'twitch', name: 'https://youtube.com/@ana' }, 'name', expect.any(String)],
    [
      { platform: 'twitch', name: 'https://evil.example/twitch.tv/ana' },
      'name',
      expect.any(String),
    ],
    [{ platform: 'youtube', name: 'https://youtube.com/channel/UC1' }, 'name', expect.any(String)],
    [{ platform: 'nosuch', name: 'someone' }, 'platform', expect.any(String)],
  ])('%j is refused and says why', async (body, path, msg) => {
    const member = await createMember(worker)
    await become(member)
    const answer = await call('POST', 'streaming_accounts', member, body)
    expect([answer.status, (answer.body.details as FieldError[])[0]]).toEqual([422, { path, msg }])
  })

  test.each([
    ['twitch', 'https://www.twitch.tv/Typed_One?referrer=raid', 'Typed_One'],
    ['twitch', '  twitch.tv/typed_two/ ', 'typed_two'],
    ['youtube', 'https://m.youtube.com/@typed.three#about', 'typed.three'],
  ])('of %s is found by its address too: %s', async (platform, typed, name) => {
    const member = await createMember(worker)
    await become(member)
    const { status, body } = await call('POST', 'streaming_accounts', member, {
      platform,
      name: typed,
    })
    expect([status, body.items]).toMatchObject([201, [{ platform, name, is_verified: false }]])
    const view = await worker.get<StreamerView>(`streamers/${body.streamer?.id}`)
    expect(view).toMatchObject({
      streamer_name: expect.stringMatching(/^Streaming Person/) as string,
      url_name: platform === 'youtube' ? name : null,
      accounts: [{ platform, name, is_verified: false }],
    })
  })

  test('publishes nothing by itself', async () => {
    const member = await createMember(worker)
    await become(member)
    const name = `typed_${process.pid}`
    await call('POST', 'streaming_accounts', member, { platform: 'twitch', name })
    const draft = eventDraft(Date.now() + 3 * day, { streaming_account_name: name })
    const { body } = await worker.call<{ status: string }>('POST', 'events', {
      token: member.token,
      body: draft,
    })
    expect(body.status).toBe('pending')
  })

  test('is one of ten at most', async () => {
    const member = await createMember(worker)
    await become(member)
    for (let number = 0; number < 10; number += 1)
      await type(member, `many-${process.pid}-${number}`)
    const answer = await type(member, `many-${process.pid}-10`)
    expect([answer.status, answer.body.code]).toEqual([409, 'too_many_accounts'])
    expect((await own(member)).items).toHaveLength(10)
  })

  test('goes when its owner takes it out, and no other’s does [ASVS 8.2.2]', async () => {
    const [member, other] = [await createMember(worker), await createMember(worker)]
    await become(member)
    await become(other)
    const { items } = (await type(member, `leaving-${process.pid}`)).body
    const path = `streaming_accounts/${items[0]?.id}`
    const foreign = await call('DELETE', path, other)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'streaming_account_not_found'])
    expect((await own(member)).items).toHaveLength(1)
    expect((await call('DELETE', path, member)).body.items).toEqual([])
    expect((await call('DELETE', path, member)).status).toBe(404)
  })
})

describe('a proved channel', () => {
  test('joins the profile verified and earns XP once; taking it out gives that back', async () => {
    const member = await createMember(worker)
    const id = (await become(member)).body.streamer?.id
    await settlePurges()
    const as = someone()
    await proveTwitch(member, as)
    const { items } = await own(member)
    expect(items).toMatchObject([{ platform: 'twitch', name: as.channel, is_verified: true }])
    expect(await xpOf(member)).toBe(40)
    expect(await forgotten()).toEqual(staleOf(id))
    await proveTwitch(member, as)
    expect(await xpOf(member)).toBe(40)
    await call('DELETE', `streaming_accounts/${items[0]?.id}`, member)
    expect(await xpOf(member)).toBe(0)
    expect((await own(member)).items).toEqual([])
    await proveTwitch(member, as)
    expect([await xpOf(member), (await own(member)).items.length]).toEqual([40, 1])
  })

  test('waits for a profile that is made later', async () => {
    const member = await createMember(worker)
    const [twitch, youtube] = [someone(), someone()]
    await proveTwitch(member, twitch)
    await proveYoutube(member, youtube)
    expect(await own(member)).toEqual({ streamer: null, items: [] })
    expect(await xpOf(member)).toBe(0)
    const { body } = await become(member)
    expect(body.items).toMatchObject([
      { platform: 'twitch', name: twitch.channel, is_verified: true },
      { platform: 'youtube', name: youtube.channel, is_verified: true },
    ])
    expect(await xpOf(member)).toBe(80)
  })

  test('verifies the handle that the member typed', async () => {
    const member = await createMember(worker)
    await become(member)
    const as = someone()
    await type(member, as.channel.toUpperCase())
    await proveYoutube(member, as)
    const { items } = await own(member)
    expect(items).toMatchObject([{ name: as.channel.toUpperCase(), is_verified: true }])
    expect(await xpOf(member)).toBe(40)
  })

  test('is proved where the member typed it, and goes to who proves what another typed', async () => {
    const [typist, prover] = [await createMember(worker), await createMember(worker)]
    await become(typist)
    const as = someone()
    await call('POST', 'streaming_accounts', typist, { platform: 'twitch', name: as.channel })
    await become(prover)
    const taken = await call('POST', 'streaming_accounts', prover, {
      platform: 'twitch',
      name: as.channel,
    })
    expect([taken.status, taken.body.code]).toEqual([409, 'account_taken'])
    await proveTwitch(prover, as)
    expect((await own(prover)).items).toMatchObject([{ name: as.channel, is_verified: true }])
    expect((await own(typist)).items).toEqual([])
    const mine = someone()
    await call('POST', 'streaming_accounts', typist, { platform: 'twitch', name: mine.channel })
    await proveTwitch(typist, mine)
    expect((await own(typist)).items).toMatchObject([{ name: mine.channel, is_verified: true }])
    expect(await xpOf(typist)).toBe(40)
  })

  test('is kept as a typed one is, its letters beyond ASCII small', async () => {
    const member = await createMember(worker)
    await become(member)
    const as = someone()
    await proveYoutube(member, { ...as, channel: `É${as.channel}` })
    expect((await own(member)).items).toMatchObject([{ name: `é${as.channel}` }])
  })

  test('publishes its owner’s events at once', async () => {
    const member = await createMember(worker)
    await become(member)
    const as = someone()
    await proveTwitch(member, as)
    const draft = eventDraft(Date.now() + 3 * day, { streaming_account_name: as.channel })
    const { body } = await worker.call<{ status: string }>('POST', 'events', {
      token: member.token,
      body: draft,
    })
    expect(body.status).toBe('approved')
  })
})

describe('a channel of a streamer whom nobody owns', () => {
  async function placeUnowned(name: string): Promise<number> {
    const id = await insertStreamer(worker, `Unowned ${name}`)
    await insertAccount(worker, id, name)
    return id
  }

  test('makes who proves it that streamer', async () => {
    const member = await createMember(worker)
    const as = someone()
    const id = await placeUnowned(as.channel)
    await settlePurges()
    await proveTwitch(member, as)
    expect(await own(member)).toMatchObject({
      streamer: { id, display_name: `Unowned ${as.channel}` },
      items: [{ name: as.channel, is_verified: true }],
    })
    expect(await xpOf(member)).toBe(40)
    expect(await forgotten()).toEqual(staleOf(id))
  })

  test('does so at the first sign-in through it too', async () => {
    const as = someone()
    const id = await placeUnowned(as.channel)
    const { body } = await followRedirects(worker, providers, { provider: 'twitch', as })
    const { access_token: token } = body as unknown as TokensView
    expect((await own({ token })).streamer).toMatchObject({ id })
    const { items } = await own({ token })
    await call('DELETE', `streaming_accounts/${items[0]?.id}`, { token })
    await followRedirects(worker, providers, { provider: 'twitch', as })
    expect((await own({ token })).items).toEqual([])
  })

  test('moves to the profile of who proves it, and its streamer stays while other channels are left', async () => {
    const member = await createMember(worker)
    const as = someone()
    const mine = (await become(member)).body.streamer?.id
    const id = await placeUnowned(as.channel)
    await insertAccount(worker, id, `other_${as.channel}`)
    await proveTwitch(member, as)
    expect(await own(member)).toMatchObject({
      streamer: { id: mine },
      items: [{ name: as.channel }],
    })
    const { body } = await worker.call('GET', `streamers/${id}`)
    expect(body).toMatchObject({ id, accounts: [{ name: `other_${as.channel}` }] })
  })

  test('hands over events and followers with the last channel', async () => {
    const member = await createMember(worker)
    const fans = [await createMember(worker), await createMember(worker)]
    const as = someone()
    const mine = (await become(member)).body.streamer?.id ?? 0
    const id = await placeUnowned(as.channel)
    await worker.sql`update streamers set followers = 1234 where id = ${id}`
    await insertFollows(worker, 'streamer', id, fans)
    await insertFollows(worker, 'streamer', mine, [fans[0]!])
    // Told by the one follow, not by the other.
    await worker.sql`update streamer_follows set is_notified = 0 where streamer_id = ${mine}`
    const times = { startAt: Date.now() + day, endAt: Date.now() + 2 * day }
    const theirs = await createEvent(worker, { ...times, streamerIds: [id] })
    const both = await createEvent(worker, { ...times, streamerIds: [mine, id] })
    await settlePurges()
    await proveTwitch(member, as)
    expect((await worker.call('GET', `streamers/${id}`)).status).toBe(404)
    const page = await worker.fetch(`/streamers/${id}`)
    expect([page.status, page.headers.get('Location')]).toEqual([301, `/streamers/${mine}`])
    const { body } = await worker.call('GET', `streamers/${mine}`)
    expect(body).toMatchObject({ followers: 2, platform_followers: 1234 })
    expect(
      await worker.sql`select is_notified from streamer_follows where streamer_id = ${mine}`,
    ).toEqual([{ is_notified: 1 }, { is_notified: 1 }])
    const appearances = await worker.sql`select event_id, streamer_id from event_participants
      where event_id in (${theirs.id}, ${both.id}) order by event_id`
    expect(appearances).toEqual([
      { event_id: theirs.id, streamer_id: mine },
      { event_id: both.id, streamer_id: mine },
    ])
    expect(await forgotten()).toEqual(staleOf(mine, id))
  })
})

test('a channel that was typed in another case of any script is the one that is proved', async () => {
  const member = await createMember(worker)
  const channel = `Élan_${process.pid}`
  await proveYoutube(member, { ...someone(), channel })
  const id = await insertStreamer(worker, 'A channel with an accent')
  await insertAccount(worker, id, channel, { platform: 'youtube' })
  const { body } = await become(member)
  expect(body.items).toMatchObject([{ name: channel, is_verified: true }])
  const known = await worker.sql`select name_key from streaming_accounts where platform = 'youtube'
    and name = ${channel}`
  expect(known).toEqual([{ name_key: channel.toLowerCase() }])
})

describe('a channel in another member’s profile', () => {
  test('stays there when it was proved', async () => {
    const [owner, other] = [await createMember(worker), await createMember(worker)]
    await become(owner)
    await become(other)
    const as = someone()
    await proveTwitch(owner, as)
    await worker.sql`delete from identities where user_id = ${owner.userId}`
    const answer = await proveTwitch(other, as)
    expect([answer.status, answer.body.code]).toEqual([409, 'account_taken'])
    expect((await own(owner)).items).toHaveLength(1)
    expect((await own(other)).items).toEqual([])
    const held = await worker.sql`select 1 from identities where user_id = ${other.userId}`
    expect(held).toEqual([])
  })

  test('yields to proof when it was only typed', async () => {
    const [typist, owner] = [await createMember(worker), await createMember(worker)]
    await become(typist)
    await become(owner)
    const as = someone()
    await type(typist, as.channel)
    await proveYoutube(owner, as)
    expect((await own(typist)).items).toEqual([])
    expect((await own(owner)).items).toMatchObject([{ name: as.channel, is_verified: true }])
    expect(await xpOf(owner)).toBe(40)
  })

  test('leaves it even before who proves it has a profile', async () => {
    const [typist, owner] = [await createMember(worker), await createMember(worker)]
    await become(typist)
    const as = someone()
    await type(typist, as.channel)
    await proveYoutube(owner, as)
    expect((await own(typist)).items).toEqual([])
    expect((await become(owner)).body.items).toMatchObject([
      { name: as.channel, is_verified: true },
    ])
  })
})
