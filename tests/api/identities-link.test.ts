import { afterAll, beforeEach, describe, expect } from 'vitest'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import type { IdentitiesView } from '#worker/features/accounts/identities/contract.ts'
import { decrypt } from '#worker/auth/crypto.ts'
import { type Member, createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import type { Consenting } from '#tests/support/fakes/fake-oauth.ts'
import { signUpVerifiedMember, verificationToken } from '#tests/support/factories/people.ts'
import {
  startProviders,
  begin,
  connect,
  cookiesOf,
  followRedirects,
  type Providers,
} from '#tests/support/drivers/sign-in-journey.ts'
import type { CaughtMail } from '#tests/support/drivers/environment.ts'
import { startTestApi, type TestApi } from '#tests/support/drivers/api.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { allOf } from '#tests/support/fixtures/people.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

let providers: Providers

const test = testWith(async () => {
  providers = await startProviders()
  return allOf(...Object.values(providers))
})
beforeEach(() => {
  providers.google.faults.clear()
  providers.google.isWilling = true
})

let count = 0
function stranger(): Consenting {
  count += 1
  const channel = `linked_${process.pid}_${count}`
  return {
    sub: `sub-${count}`,
    email: `${channel}@provider.example`,
    email_verified: true,
    name: 'Some\u0000One',
    channel,
  }
}

function link(provider: 'google' | 'twitch', { token }: Pick<Member, 'token'>, as: Consenting) {
  return followRedirects(worker, providers, {
    provider,
    intent: 'link',
    token,
    as,
    next: '/profile',
  })
}

function linkYoutube({ token }: Pick<Member, 'token'>, as: Consenting) {
  return followRedirects(worker, providers, { provider: 'google', intent: 'youtube', token, as })
}

async function identitiesOf({ token }: Pick<Member, 'token'>): Promise<IdentitiesView> {
  return worker.get<IdentitiesView>('users/me/identities', { token })
}

const unlink = ({ token }: Pick<Member, 'token'>, provider: string, Cookie = '') =>
  worker.call<IdentitiesView & { code: string }>('DELETE', `users/me/identities/${provider}`, {
    token,
    headers: { Cookie },
  })

describe('connecting', () => {
  test.each(['google', 'twitch'] as const)(
    '%s adds a way in and changes nothing else',
    async (provider) => {
      const member = await createMember(worker)
      const person = stranger()
      const answer = await link(provider, member, person)
      expect([answer.status, answer.body]).toEqual([200, { outcome: 'linked', next: '/profile' }])
      expect(cookiesOf(answer)).not.toHaveProperty('access_token')
      expect(await identitiesOf(member)).toEqual({
        items: [
          {
            provider,
            email: person.email,
            name: provider === 'google' ? 'Some One' : person.channel,
            connected_at: expect.stringMatching(/^20\d\d-/) as string,
          },
        ],
        has_password: false,
        has_passkey: false,
        available: ['google', 'twitch'],
      })
      const [user] = await worker.sql`select email from users where id = ${member.userId}`
      expect(user).toEqual({ email: member.email })
      const [session] = await worker.sql`select revoked_at from sessions
        where id = ${member.sessionId}`
      expect(session).toEqual({ revoked_at: null })
      const later = await followRedirects(worker, providers, { provider, as: person })
      expect(later.body).toMatchObject({ outcome: 'signed_in', is_new: false })
      const settings = await worker.call<{ profile: { username: string } }>(
        'GET',
        'users/me/settings',
        {
          token: (later.body as unknown as { access_token: string }).access_token,
        },
      )
      expect(settings.body.profile.username).toBe(member.username)
    },
  )

  test('takes an address that is the member’s own already', async () => {
    const member = await createMember(worker)
    const person = { ...stranger(), email: member.email }
    const outside = await followRedirects(worker, providers, { provider: 'google', as: person })
    expect(outside.body.code).toBe('sign_in_to_link')
    expect((await link('google', member, person)).status).toBe(200)
    const inside = await followRedirects(worker, providers, { provider: 'google', as: person })
    expect(inside.status).toBe(200)
  })

  test('the same again only renews it', async () => {
    const member = await createMember(worker)
    const person = stranger()
    await link('twitch', member, person)
    const answer = await link('twitch', member, { ...person, email: 'renewed@provider.example' })
    expect(answer.status).toBe(200)
    const { items } = await identitiesOf(member)
    expect(items).toMatchObject([{ provider: 'twitch', email: 'renewed@provider.example' }])
  })

  test('waits until the member’s own address is verified [ASVS 6.8.1]', async () => {
    const member = await createMember(worker, { isVerified: false })
    const refused = await worker.call('GET', 'auth/google/authorize?intent=link', member)
    expect([refused.status, refused.body.code]).toEqual([409, 'verify_email_first'])
    await worker.sql`update users set email_verified_at = 1 where id = ${member.userId}`
    providers.google.person = stranger()
    const begun = await begin(worker, { provider: 'google', intent: 'link', token: member.token })
    const { code, state } = await providers.google.consent(begun.authorizeUrl.href)
    await worker.sql`update users set email_verified_at = null where id = ${member.userId}`
    const { cookie } = begun
    const late = await connect(worker, 'google', { code, state }, { cookie, token: member.token })
    expect([late.status, late.body.code]).toEqual([409, 'verify_email_first'])
    expect((await identitiesOf(member)).items).toEqual([])
  })

  test('what is another member’s is refused, and theirs stays theirs', async () => {
    const [owner, other] = [await createMember(worker), await createMember(worker)]
    const person = stranger()
    await link('google', owner, person)
    const answer = await link('google', other, person)
    expect([answer.status, answer.body.code]).toEqual([409, 'identity_taken'])
    expect((await identitiesOf(other)).items).toEqual([])
    expect((await identitiesOf(owner)).items).toHaveLength(1)
  })

  test('a second account of one provider is refused', async () => {
    const member = await createMember(worker)
    await link('google', member, stranger())
    const answer = await link('google', member, stranger())
    expect([answer.status, answer.body.code]).toEqual([409, 'already_connected'])
    expect((await identitiesOf(member)).items).toHaveLength(1)
  })

  test('is finished by the member who began it, while signed in [ASVS 10.1.2]', async () => {
    const [member, other] = [await createMember(worker), await createMember(worker)]
    providers.google.person = stranger()
    const { authorizeUrl, cookie } = await begin(worker, {
      provider: 'google',
      intent: 'link',
      token: member.token,
    })
    const { code, state } = await providers.google.consent(authorizeUrl.href)
    const nobody = await connect(worker, 'google', { code, state }, { cookie })
    expect([nobody.status, nobody.body.code]).toEqual([401, 'unauthenticated'])
    // The page refreshes its token and calls again with the same cookie.
    expect(cookiesOf(nobody)).toEqual({})
    const foreign = await connect(worker, 'google', { code, state }, { cookie, token: other.token })
    expect([foreign.status, foreign.body.code]).toEqual([422, 'bad_oauth_state'])
    const own = await connect(worker, 'google', { code, state }, { cookie, token: member.token })
    expect(own.status).toBe(200)
    expect((await identitiesOf(other)).items).toEqual([])
  })
})

describe('connecting YouTube', () => {
  test('asks Google for the channel too, and opens no door', async () => {
    const member = await createMember(worker)
    const person = stranger()
    const { authorizeUrl } = await begin(worker, {
      provider: 'google',
      intent: 'youtube',
      token: member.token,
    })
    expect(authorizeUrl.searchParams.get('scope')).toContain('auth/youtube.readonly')
    expect((await linkYoutube(member, person)).body).toMatchObject({ outcome: 'linked' })
    expect((await identitiesOf(member)).items).toMatchObject([
      { provider: 'youtube', name: person.channel },
    ])
    const signIn = await followRedirects(worker, providers, { provider: 'google', as: person })
    expect(signIn.body).toMatchObject({ outcome: 'signed_in', is_new: true })
  })

  test('without leave to see the channel, or without a channel, connects nothing', async () => {
    const member = await createMember(worker)
    const { channel: _, ...person } = stranger()
    const none = await linkYoutube(member, person)
    expect([none.status, none.body.code]).toEqual([409, 'no_youtube_channel'])
    providers.google.person = stranger()
    const { authorizeUrl, cookie } = await begin(worker, {
      provider: 'google',
      intent: 'youtube',
      token: member.token,
    })
    // The person unticked it on the consent page.
    authorizeUrl.searchParams.set('scope', 'openid email profile')
    const { code, state } = await providers.google.consent(authorizeUrl.href)
    const unticked = await connect(
      worker,
      'google',
      { code, state },
      { cookie, token: member.token },
    )
    expect([unticked.status, unticked.body.code]).toEqual([403, 'oauth_refused'])
    expect((await identitiesOf(member)).items).toEqual([])
  })

  test.each([
    [{ status: 500, body: '' }, [503, 'oauth_unreachable']],
    [{ status: 200, body: '{"items":7}' }, [503, 'oauth_no_data']],
    [{ status: 200, body: '{"items":[{"id":"UC1","snippet":{}}]}' }, [409, 'no_youtube_channel']],
    [
      { status: 200, body: '{"items":[{"id":"UC1","snippet":{"customUrl":"@a/../b"}}]}' },
      [409, 'no_youtube_channel'],
    ],
  ])('while YouTube answers %j connects nothing', async (fault, says) => {
    const member = await createMember(worker)
    providers.google.faults.set('/youtube/v3/channels', fault)
    const answer = await linkYoutube(member, stranger())
    expect([answer.status, answer.body.code]).toEqual(says)
    expect((await identitiesOf(member)).items).toEqual([])
  })

  test('is no intent at Twitch', async () => {
    const { token } = await createMember(worker)
    const answer = await worker.call('GET', 'auth/twitch/authorize?intent=youtube', { token })
    expect(answer.status).toBe(404)
  })
})

describe('disconnecting', () => {
  test('is possible where a password or another provider is left', async () => {
    const withPassword = await signUpVerifiedMember(worker)
    await link('twitch', withPassword, stranger())
    const answer = await unlink(withPassword, 'twitch')
    expect([answer.status, answer.body]).toMatchObject([200, { items: [], has_password: true }])
    expect(cookiesOf(answer)).toEqual({ twitch_access_token: '', twitch_refresh_token: '' })
    const member = await createMember(worker)
    const person = stranger()
    await link('google', member, person)
    await link('twitch', member, stranger())
    expect((await unlink(member, 'google')).body.items).toMatchObject([{ provider: 'twitch' }])
    const back = await followRedirects(worker, providers, { provider: 'google', as: person })
    expect(back.body).toMatchObject({ is_new: true })
  })

  test('is refused for the last way in; a YouTube channel is none', async () => {
    const member = await createMember(worker)
    const person = stranger()
    await link('google', member, person)
    await linkYoutube(member, person)
    const answer = await unlink(member, 'google')
    expect([answer.status, answer.body.code]).toEqual([409, 'last_sign_in_method'])
    expect((await identitiesOf(member)).items).toHaveLength(2)
    expect((await unlink(member, 'youtube')).status).toBe(200)
    expect((await identitiesOf(member)).items).toMatchObject([{ provider: 'google' }])
  })

  test('and connecting are told by mail, each time', async () => {
    const member = await createMember(worker)
    const [person, spare] = [stranger(), stranger()]
    const countMails = async () =>
      (await worker.mails(member.email)).filter(({ text }) =>
        /was connected to or disconnected/.test(text),
      ).length
    await link('google', member, person)
    await waitFor(async () => (await countMails()) === 1, 'the mail of the first')
    await link('google', member, person)
    await link('twitch', member, spare)
    await waitFor(async () => (await countMails()) === 2, 'the mail of the second')
    await unlink(member, 'twitch')
    await waitFor(async () => (await countMails()) === 3, 'the mail of the end of it')
    await unlink(member, 'google')
    expect(await countMails()).toBe(3)
  })

  test('two at once leaves one', async () => {
    const member = await createMember(worker)
    await link('google', member, stranger())
    await link('twitch', member, stranger())
    const answers = await Promise.all([unlink(member, 'google'), unlink(member, 'twitch')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await identitiesOf(member)).items).toHaveLength(1)
  })

  test('what is not connected, or another member’s, is not found', async () => {
    const [owner, other] = [await createMember(worker), await createMember(worker)]
    await link('google', owner, stranger())
    const answer = await unlink(other, 'google')
    expect([answer.status, answer.body.code]).toEqual([404, 'identity_not_found'])
    expect((await unlink(owner, 'facebook')).body.code).toBe('route_not_found')
    expect((await identitiesOf(owner)).items).toHaveLength(1)
  })
})

describe('late in a session', () => {
  const late = 10 * 60_000 + 1
  async function age({ userId }: Pick<Member, 'userId'>): Promise<void> {
    await worker.sql`update sessions set created_at = created_at - ${late},
      confirmed_at = confirmed_at - ${late} where user_id = ${userId}`
  }
  async function refusals({ token }: Pick<Member, 'token'>) {
    const answers = [
      await worker.call('GET', 'auth/twitch/authorize?intent=link', { token }),
      await worker.call('GET', 'auth/google/authorize?intent=youtube', { token }),
      await unlink({ token }, 'google'),
    ]
    return answers.map(({ status, body }) => `${status} ${(body as { code?: string }).code}`)
  }
  const refused = Array<string>(3).fill('403 sign_in_again')
  function confirm({ token }: Pick<Member, 'token'>, password: string) {
    return worker.call('POST', 'auth/confirm', { token, body: { password } })
  }

  test('who has a password gives it again, for ten minutes [ASVS 7.5.1]', async () => {
    const { token, username, password } = await signUpVerifiedMember(worker)
    const [row] = await worker.sql<{ id: Member['userId'] }>`select id from users
      where username = ${username}`
    const member = { token, userId: row!.id }
    await link('google', member, stranger())
    await age(member)
    expect(await refusals(member)).toEqual(refused)
    const wrong = await confirm(member, 'not the password')
    expect([wrong.status, wrong.body.details]).toMatchObject([422, [{ path: 'password' }]])
    expect(await refusals(member)).toEqual(refused)
    expect((await identitiesOf(member)).items).toHaveLength(1)
    expect((await confirm(member, password)).status).toBe(200)
    expect((await link('twitch', member, stranger())).status).toBe(200)
    expect((await unlink(member, 'google')).status).toBe(200)
    await age(member)
    expect((await unlink(member, 'twitch')).status).toBe(403)
    const others = await worker.call('DELETE', 'users/me/sessions', member)
    expect(others.status).toBe(204)
  })

  test('who has none signs in again; renewing a token is no sign-in [ASVS 7.5.1]', async () => {
    const person = stranger()
    const comeIn = async () =>
      (await followRedirects(worker, providers, { provider: 'google', as: person }))
        .body as TokensView
    const first = await comeIn()
    await worker.sql`update sessions set created_at = created_at - ${late}`
    const renewed = await worker.call<TokensView>(
      'POST',
      `auth/refresh_access_token?refresh_token=${first.refresh_token}`,
    )
    const member = { token: renewed.body.access_token }
    expect(await refusals(member)).toEqual(refused)
    const none = await confirm(member, 'whatever')
    expect([none.status, none.body.code]).toEqual([403, 'sign_in_again'])
    const again = { token: (await comeIn()).access_token }
    expect((await link('twitch', again, stranger())).status).toBe(200)
  })
})

describe('Twitch', () => {
  /** Cookies and tokens of an import that was permitted and not begun. */
  async function permitImport({ token }: Member, as: Consenting): Promise<[string, string[]]> {
    const journey = { provider: 'twitch', intent: 'follows', token, as } as const
    const cookies = Object.entries(
      cookiesOf(await followRedirects(worker, providers, journey)),
    ).filter(([name]) => name.startsWith('twitch_'))
    const secret = worker.environment.vars['ENCRYPTION_KEY'] ?? ''
    return [
      cookies.map((pair) => pair.join('=')).join('; '),
      cookies.map(([, value]) => decrypt(secret, value)),
    ]
  }

  test('is asked to forget its tokens once they are disconnected or their member left [ASVS 7.6.1]', async () => {
    const { twitch } = providers
    const member = await createMember(worker)
    await link('google', member, stranger())
    const [cookie, first] = await permitImport(member, stranger())
    await worker.drainQueue(Date.now())
    twitch.revoked.length = 0
    expect((await unlink(member, 'twitch', cookie)).status).toBe(200)
    await worker.drainQueue(Date.now())
    expect([first.length, twitch.revoked]).toEqual([2, first])
    const [Cookie, second] = await permitImport(member, stranger())
    twitch.faults.set('/oauth2/revoke', { status: 500, body: '' })
    const { token, username } = member
    const left = await worker.call('DELETE', 'users/me', {
      token,
      body: { username },
      headers: { Cookie },
    })
    expect(left.status).toBe(204)
    await worker.drainQueue(Date.now())
    // The first of them met a fault, which held up nothing.
    expect(twitch.revoked.slice(2)).toEqual(second.slice(1))
  })
})

describe('a reset link', () => {
  async function reset(email: string): Promise<CaughtMail> {
    await worker.call('POST', 'auth/reset_password/request', { body: { email } })
    const mailWith = (text: RegExp) =>
      waitFor(async () => (await worker.mails(email)).find((one) => text.test(one.text)), `${text}`)
    const link = /\/auth\/reset-password\/([\w-]+)/
    const token = link.exec((await mailWith(link)).text)?.[1] ?? ''
    const body = { token, password: 'mine from now on' }
    expect((await worker.call('POST', 'auth/reset_password', { body })).status).toBe(200)
    return mailWith(/was changed|a été modifié/)
  }

  test.each([
    ['not yet proved', null, { provider: null, webhook: null }, ['Twitch'], []],
    ['proved later', 2000, { provider: null, webhook: 'sealed' }, ['Twitch'], ['Discord']],
    ['proved before', 500, { provider: 'twitch', webhook: 'sealed' }, [], ['Twitch and Discord']],
  ])(
    'to an address %s drops what was connected till then, and tells [ASVS 6.4.3]',
    async (...facts) => {
      const [, provedAt, left, dropped, kept] = facts
      const { userId, email } = await createMember(worker)
      const sets = `email_verified_at = ?, discord_webhook = 'sealed'`
      await query(worker, `update users set ${sets} where id = ?`, provedAt, userId)
      await worker.sql`insert into identities (user_id, provider, provider_user_id, created_at)
        values (${userId}, 'twitch', 'reset-' || ${userId}, 1000)`
      const { text } = await reset(email)
      const [row] = await worker.sql`select discord_webhook as webhook,
        (select provider from identities where user_id = users.id) as provider
        from users where id = ${userId}`
      expect(row).toEqual(left)
      const named = (words: RegExp) => [...text.matchAll(words)].map(([, names]) => names)
      expect(named(/^We disconnected (.*?)\./gm)).toEqual(dropped)
      expect(named(/^Still connected to your account: (.*?)\./gm)).toEqual(kept)
    },
  )

  test('leaves who gave an account another’s address no way in [ASVS 6.4.3]', async () => {
    const [foreign, victim] = [stranger(), `victim-${process.pid}@example.com`]
    const { token, password } = await signUpVerifiedMember(worker)
    await link('google', { token }, foreign)
    await worker.call('PUT', 'users/me/email', { token, body: { email: victim, password } })
    const [mail] = await waitFor(async () => {
      const mails = await worker.mails(victim)
      return mails.length > 0 && mails
    }, 'the link to the other address')
    const confirmed = { token: verificationToken(mail?.text ?? '') }
    expect((await worker.call('POST', 'auth/verify_email', { body: confirmed })).status).toBe(200)
    await reset(victim)
    const back = await followRedirects(worker, providers, { provider: 'google', as: foreign })
    expect(back.body).toMatchObject({ outcome: 'signed_in', is_new: true })
  })
})

describe('without keys', () => {
  let bare: TestApi
  test.beforeAll(async () => {
    bare = await startTestApi(providers.twitch.vars)
  })
  afterAll(() => bare.close())

  test('a provider is off, and the others are not', async () => {
    const off = await bare.call('GET', 'auth/google/authorize')
    expect([off.status, off.body.code]).toEqual([404, 'provider_off'])
    expect(off.headers.getSetCookie()).toEqual([])
    expect((await bare.call('GET', 'auth/twitch/authorize')).status).toBe(200)
    const { token } = await createMember(bare)
    const { body } = await bare.call('GET', 'users/me/identities', { token })
    expect(body).toEqual({
      items: [],
      has_password: false,
      has_passkey: false,
      available: ['twitch'],
    })
  })
})
