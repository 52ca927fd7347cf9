import { beforeEach, describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { FollowedChannelsView } from '#worker/features/directory/followed-channels/contract.ts'
import { decrypt } from '#worker/auth/crypto.ts'
import { insertAccount, insertFollows, insertStreamer } from '#tests/support/factories/directory.ts'
import { type Member, callAs, createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { hour } from '#tests/support/drivers/durations.ts'
import { startFakeOAuth, type FakeOAuth } from '#tests/support/fakes/fake-oauth.ts'
import {
  begin,
  connect,
  cookiesOf,
  followRedirects,
} from '#tests/support/drivers/sign-in-journey.ts'
import type { Answer } from '#tests/support/drivers/worker.ts'
import { shortenWaits } from '#tests/support/fakes/short-waits.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

const helixPath = '/helix/channels/followed'

let twitch: FakeOAuth
const test = testWith(async () => (twitch = await startFakeOAuth('twitch')))
beforeEach(() => {
  twitch.faults.clear()
  twitch.follows.pages.length = 0
  twitch.isWilling = true
})

let count = 0
function stranger() {
  count += 1
  const channel = `viewer_${count}`
  return { sub: `tw-${count}`, email: `${channel}@example.org`, email_verified: true, channel }
}
/** `cookie`: the permission, as their browser has it. */
type Viewer = Member & { person: ReturnType<typeof stranger>; cookie: string }
type Asking = Member & { cookie?: string }

const twitchCookie = (answer: Pick<Answer<unknown>, 'headers'>) =>
  Object.entries(cookiesOf(answer))
    .filter(([name, value]) => name.startsWith('twitch_') && value)
    .map((pair) => pair.join('='))
    .join('; ')

const trip = (
  member: Member,
  person: ReturnType<typeof stranger>,
  intent: 'link' | 'follows',
  now?: number,
) =>
  followRedirects(
    worker,
    { twitch, google: twitch },
    {
      provider: 'twitch',
      intent,
      token: member.token,
      as: person,
      next: '/profile#follows',
      now,
    },
  )

/** Follows that many channels on Twitch; may be asked about them. */
async function placeViewer(followed: { id: string; login: string }[] = []): Promise<Viewer> {
  const member = await createMember(worker)
  const person = stranger()
  const answer = await trip(member, person, 'follows')
  if (answer.status !== 200) throw new Error(`connecting answered ${answer.status}`)
  twitch.follows.followed.set(person.sub, followed)
  return { ...member, person, cookie: twitchCookie(answer) }
}

function channelsFrom(first: number, many: number) {
  return Array.from({ length: many }, (_, index) => {
    const number = first + index
    return { id: `9${number}`, login: `somebody_${number}` }
  })
}

const list = (member: Asking, now?: number) =>
  callAs<FollowedChannelsView & ErrorEnvelope>(
    worker,
    member,
    'GET',
    'users/me/followed_channels',
    { now, headers: member.cookie ? { Cookie: member.cookie } : {} },
  )

async function heard(member: Asking): Promise<[number, string]> {
  const { status, body } = await list(member)
  return [status, body.code]
}

function openTokens({ cookie }: Pick<Viewer, 'cookie'>): string[] {
  const secret = worker.environment.vars['ENCRYPTION_KEY'] ?? ''
  return cookie.split('; ').map((pair) => decrypt(secret, pair.slice(pair.indexOf('=') + 1)))
}

const cleared = { twitch_access_token: '', twitch_refresh_token: '' }

/** All that could have changed for a member. */
function stateOf({ userId }: Member) {
  const owned = (columns: string, table: string) =>
    query(worker, `select ${columns} from ${table} where user_id = ? order by 1, 2`, userId)
  return Promise.all([
    owned('*', 'identities'),
    owned('*', 'streamer_follows'),
    owned('*', 'xp_entries'),
    owned('key, kind', 'deliveries'),
  ])
}

describe('asking for leave', () => {
  test('asks Twitch for the scope then, and never for a sign-in or a connection [ASVS 10.2.3]', async () => {
    const { token } = await createMember(worker)
    const scopes: Record<string, string | null> = {}
    for (const intent of ['login', 'link', 'follows'] as const) {
      const { authorizeUrl } = await begin(worker, { provider: 'twitch', intent, token })
      scopes[intent] = authorizeUrl.searchParams.get('scope')
    }
    expect(scopes).toEqual({
      login: 'openid user:read:email',
      link: 'openid user:read:email',
      follows: 'openid user:read:email user:read:follows',
    })
    const google = await worker.call('GET', 'auth/google/authorize?intent=follows', { token })
    expect([google.status, google.body.code]).toEqual([404, 'provider_off'])
    const nobody = await worker.call('GET', 'auth/twitch/authorize?intent=follows')
    expect([nobody.status, nobody.body.code]).toEqual([401, 'unauthenticated'])
  })

  test('connects Twitch where it is not connected yet, as a connection does', async () => {
    const member = await createMember(worker)
    expect(await heard(member)).toEqual([409, 'twitch_not_connected'])
    const late = Date.now() + hour
    const begun = await callAs(worker, member, 'GET', 'auth/twitch/authorize?intent=follows', {
      now: late,
    })
    expect([begun.status, begun.body.code]).toEqual([403, 'sign_in_again'])
    const answer = await trip(member, stranger(), 'follows')
    expect(answer.body).toEqual({ outcome: 'linked', next: '/profile#follows' })
    expect(cookiesOf(answer)).not.toHaveProperty('access_token')
    expect((await list({ ...member, cookie: twitchCookie(answer) })).status).toBe(200)
    const mails = await worker.sql`select 1 from deliveries where user_id = ${member.userId}
      and kind = 'sign_in_method_changed'`
    expect(mails).toHaveLength(1)
  })

  test('of who is connected needs no fresh sign-in, and changes nothing but cookies', async () => {
    const member = await createMember(worker)
    const person = stranger()
    await trip(member, person, 'link')
    expect(await heard(member)).toEqual([409, 'twitch_permission_missing'])
    await worker.sql`update sessions set created_at = 0 where id = ${member.sessionId}`
    const [before] = await stateOf(member)
    const answer = await trip(member, person, 'follows')
    expect(answer.status).toBe(200)
    const [after, ...rest] = await stateOf(member)
    expect(after).toEqual(before)
    expect(rest.map((found) => found.length)).toEqual([0, 0, 1])
    expect((await list({ ...member, cookie: twitchCookie(answer) })).status).toBe(200)
  })

  test('refused at Twitch, or unticked there, changes nothing [ASVS 10.2.3]', async () => {
    const viewer = await placeViewer()
    const fresh = await createMember(worker)
    twitch.isWilling = false
    for (const member of [viewer, fresh]) {
      const before = await stateOf(member)
      const { token } = member
      const { authorizeUrl, cookie } = await begin(worker, {
        provider: 'twitch',
        intent: 'follows',
        token,
      })
      const refused = await twitch.consent(authorizeUrl.href)
      const { state } = refused
      const error = refused.callback.searchParams.get('error') ?? ''
      const answer = await connect(worker, 'twitch', { error, state }, { cookie, token })
      expect([answer.status, answer.body.code]).toEqual([403, 'oauth_refused'])
      expect(await stateOf(member)).toEqual(before)
    }
    twitch.isWilling = true
    twitch.person = stranger()
    const { authorizeUrl, cookie } = await begin(worker, {
      provider: 'twitch',
      intent: 'follows',
      token: fresh.token,
    })
    authorizeUrl.searchParams.set('scope', 'openid user:read:email')
    const { code, state } = await twitch.consent(authorizeUrl.href)
    const unticked = await connect(
      worker,
      'twitch',
      { code, state },
      { cookie, token: fresh.token },
    )
    expect([unticked.status, unticked.body.code]).toEqual([403, 'oauth_refused'])
    expect(await heard(fresh)).toEqual([409, 'twitch_not_connected'])
  })

  test('with another Twitch account, or as another member, changes nothing', async () => {
    const [viewer, other] = [await placeViewer(), await placeViewer()]
    const before = await stateOf(viewer)
    const answer = await trip(viewer, stranger(), 'follows')
    expect([answer.status, answer.body.code]).toEqual([409, 'other_twitch_account'])
    const taken = await trip(viewer, other.person, 'follows')
    expect([taken.status, taken.body.code]).toEqual([409, 'other_twitch_account'])
    const { token } = viewer
    const begun = await begin(worker, { provider: 'twitch', intent: 'follows', token })
    twitch.person = viewer.person
    const { code, state } = await twitch.consent(begun.authorizeUrl.href)
    const { cookie } = begun
    const foreign = await connect(worker, 'twitch', { code, state }, { cookie, token: other.token })
    expect([foreign.status, foreign.body.code]).toEqual([422, 'bad_oauth_state'])
    expect(await stateOf(viewer)).toEqual(before)
  })

  test('connects nothing for who disconnected meanwhile', async () => {
    const viewer = await placeViewer()
    const { token } = viewer
    const { authorizeUrl, cookie } = await begin(worker, {
      provider: 'twitch',
      intent: 'follows',
      token,
    })
    await worker.sql`delete from identities where user_id = ${viewer.userId}`
    twitch.person = stranger()
    const { code, state } = await twitch.consent(authorizeUrl.href)
    const answer = await connect(worker, 'twitch', { code, state }, { cookie, token })
    expect([answer.status, answer.body.code]).toEqual([409, 'other_twitch_account'])
    expect(await heard(viewer)).toEqual([409, 'twitch_not_connected'])
  })
})

describe('the channels that a member follows', () => {
  test('of 450 the known ones are told, the rest are counted, and nothing is kept', async () => {
    const channels = channelsFrom(1000, 450)
    const viewer = await placeViewer(channels)
    const [zoe, ana] = [await insertStreamer(worker, 'Zoe'), await insertStreamer(worker, 'Ana')]
    await insertAccount(worker, zoe, 'Somebody_1007')
    await insertAccount(worker, ana, 'somebody_1449')
    // Two channels of one streamer count once; one whose name went to somebody else, not at all.
    await insertAccount(worker, ana, 'somebody_1300')
    await insertAccount(worker, await insertStreamer(worker, 'Renamed'), 'somebody_1100')
    await insertAccount(worker, await insertStreamer(worker, 'At YouTube'), 'somebody_1101', {
      platform: 'youtube',
    })
    await worker.sql`insert into channels (platform, name_key, platform_id, checked_at) values
      ('twitch', 'somebody_1100', 'gone', 0), ('twitch', 'somebody_1007', '91007', 0)`
    await insertFollows(worker, 'streamer', zoe, [viewer])
    // The mail about the connection is out.
    await worker.drainQueue(Date.now())
    const [before, trips] = [await stateOf(viewer), worker.trips()]
    const { status, body, headers } = await list(viewer)
    expect(worker.trips() - trips).toBe(2)
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
    expect(body).toMatchObject({ total: 450, unknown_count: 447, unread_count: 0 })
    expect(body.items).toMatchObject([
      { id: ana, display_name: 'Ana', is_followed: false, avatar_path: expect.any(String) },
      { id: zoe, display_name: 'Zoe', name: 'Somebody_1007', is_followed: true },
    ])
    expect(twitch.follows.pages).toHaveLength(5)
    expect(new Set(twitch.follows.pages).size).toBe(5)
    expect(await stateOf(viewer)).toEqual(before)
  })

  test('lead to no member who only typed a channel’s name', async () => {
    const viewer = await placeViewer(channelsFrom(2000, 2))
    const [typist, owner] = [await createMember(worker), await createMember(worker)]
    const typed = await insertStreamer(worker, 'Typist', typist.userId)
    const proved = await insertStreamer(worker, 'Owner', owner.userId)
    await insertAccount(worker, typed, 'somebody_2000')
    await insertAccount(worker, proved, 'somebody_2001', { isVerified: true })
    const { body } = await list(viewer)
    expect([body.items.map(({ id }) => id), body.unknown_count]).toEqual([[proved], 1])
  })

  test('are read a thousand at most', async () => {
    const viewer = await placeViewer(channelsFrom(3000, 1101))
    const { body } = await list(viewer)
    expect([body.total, body.unknown_count, body.unread_count]).toEqual([1101, 1000, 101])
    expect(twitch.follows.pages).toHaveLength(10)
  })

  test('are read once: then the permission ends, here and at Twitch [ASVS 10.1.1]', async () => {
    const viewer = await placeViewer(channelsFrom(4000, 2))
    for (const sealed of viewer.cookie.split('; '))
      expect(sealed).toMatch(/^twitch_\w+_token=[\w.-]+$/)
    const [access, refresh] = openTokens(viewer)
    expect([access, refresh]).toEqual([
      expect.stringMatching(/^ey/),
      expect.stringMatching(/^[\w-]{30,}$/),
    ])
    const kept = await worker.sql`select access_token, refresh_token from identities
      where user_id = ${viewer.userId}`
    expect(kept).toEqual([{ access_token: null, refresh_token: null }])
    await worker.drainQueue(Date.now())
    twitch.revoked.length = 0
    const answer = await list(viewer)
    expect([answer.body.total, cookiesOf(answer)]).toEqual([2, cleared])
    await worker.drainQueue(Date.now())
    expect(twitch.revoked).toEqual([access, refresh])
    expect(await heard({ ...viewer, cookie: '' })).toEqual([409, 'twitch_permission_missing'])
  })

  test('are not read with what this site did not encrypt, which Twitch never sees', async () => {
    const viewer = await placeViewer(channelsFrom(4100, 2))
    await worker.drainQueue(Date.now())
    twitch.revoked.length = 0
    const forged = { ...viewer, cookie: 'twitch_access_token=a.b.c.d; twitch_refresh_token=x' }
    expect(await heard(forged)).toEqual([409, 'twitch_permission_missing'])
    await worker.drainQueue(Date.now())
    expect([twitch.revoked, twitch.follows.pages]).toEqual([[], []])
  })

  test('may be none', async () => {
    const { status, body } = await list(await placeViewer())
    expect([status, body]).toEqual([
      200,
      { items: [], total: 0, unknown_count: 0, unread_count: 0 },
    ])
  })

  test('of another are nobody’s business', async () => {
    const [viewer, other] = [
      await placeViewer(channelsFrom(5000, 3)),
      await placeViewer(channelsFrom(5100, 1)),
    ]
    expect(await heard({ ...viewer, cookie: other.cookie })).toEqual([
      409,
      'twitch_permission_missing',
    ])
    expect((await list(viewer)).body.total).toBe(3)
  })

  test('are read on with a new token when the old one has run out', async () => {
    const viewer = await placeViewer(channelsFrom(6000, 120))
    twitch.follows.expireTokens()
    twitch.revoked.length = 0
    expect((await list(viewer)).body.total).toBe(120)
    await worker.drainQueue(Date.now())
    expect(twitch.revoked.slice(0, 2)).toEqual(openTokens(viewer))
    expect(twitch.revoked[2]).toMatch(/^ey/)
  })

  test('need leave again once it was taken back at Twitch', async () => {
    const viewer = await placeViewer(channelsFrom(6200, 2))
    twitch.follows.forgetGrants()
    expect(await heard(viewer)).toEqual([409, 'twitch_permission_missing'])
    const cookie = twitchCookie(await trip(viewer, viewer.person, 'follows'))
    expect((await list({ ...viewer, cookie })).body.total).toBe(2)
  })

  test('are not asked for again before Twitch says so', async () => {
    const viewer = await placeViewer(channelsFrom(6300, 2))
    const now = Date.now()
    const reset = String(Math.ceil(now / 1000) + 42)
    const limited = { status: 429, body: '{}', headers: { 'Ratelimit-Reset': reset } }
    twitch.faults.set(helixPath, limited)
    const answer = await list(viewer, now)
    const { status, body, headers } = answer
    expect([status, body.code, cookiesOf(answer)]).toEqual([503, 'twitch_busy', {}])
    expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(42)
    const sooner = await list(viewer, now + 10_000)
    expect([sooner.status, sooner.body.code]).toEqual([503, 'twitch_busy'])
    expect(Number(sooner.headers.get('Retry-After'))).toBeLessThan(42)
    expect(twitch.follows.pages).toEqual([])
    expect((await list(viewer, now + 44_000)).body.total).toBe(2)
  })

  test.each([
    [{ status: 500, body: '{}' }],
    [{ status: 404, body: '{}' }],
    [{ status: 200, body: '<html>' }],
    [{ status: 200, body: '{"total":1,"data":[{"broadcaster_id":7}]}' }],
    ['silence' as const],
  ])('cannot be had while Twitch answers %j, which changes nothing', async (fault) => {
    const viewer = await placeViewer(channelsFrom(6400, 2))
    const before = await stateOf(viewer)
    twitch.faults.set(helixPath, fault)
    if (fault === 'silence') shortenWaits()
    const { status, body, headers } = await list(viewer)
    expect([status, body.code]).toEqual([503, 'twitch_unavailable'])
    expect(headers.get('Retry-After')).toBe('30')
    expect(await stateOf(viewer)).toEqual(before)
  })

  test('cannot be had while no new token is to be had, and can be afterwards', async () => {
    const viewer = await placeViewer(channelsFrom(6500, 2))
    twitch.follows.expireTokens()
    twitch.faults.set('/oauth2/token', { status: 500, body: '{}' })
    expect(await heard(viewer)).toEqual([503, 'twitch_unavailable'])
    expect((await list(viewer)).body.total).toBe(2)
  })

  test('are not read for soft-banned members', async () => {
    const viewer = await placeViewer(channelsFrom(6600, 2))
    await worker.sql`update users set is_soft_banned = 1 where id = ${viewer.userId}`
    expect(await heard(viewer)).toEqual([403, 'account_restricted'])
    expect(twitch.follows.pages).toEqual([])
  })
})
