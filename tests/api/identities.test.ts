import { generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect } from 'vitest'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import { decrypt } from '#worker/auth/crypto.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { clientId, clientSecret, type Consenting } from '#tests/support/fakes/fake-oauth.ts'
import {
  startProviders,
  begin,
  connect,
  cookiesOf,
  followRedirects,
  type Providers,
} from '#tests/support/drivers/sign-in-journey.ts'
import { allOf } from '#tests/support/fixtures/people.ts'
import { shortenWaits } from '#tests/support/fakes/short-waits.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

let providers: Providers
const names = ['google', 'twitch'] as const
const test = testWith(async () => {
  providers = await startProviders()
  return allOf(...Object.values(providers))
})
beforeEach(() => {
  for (const name of names) {
    Object.assign(providers[name], { isWilling: true, forged: {}, idToken: undefined })
    providers[name].faults.clear()
    providers[name].exchanges.length = 0
  }
})

let count = 0
function stranger(facts: Partial<Consenting> = {}): Consenting {
  count += 1
  const channel = `stranger_${process.pid}_${count}`
  const email = `${channel}@provider.example`
  return { sub: `sub-${count}`, email, email_verified: true, name: channel, channel, ...facts }
}

type UserRow = {
  id: number
  username: string
  email: string | null
  email_verified_at: number | null
}

function findByIdentity(
  provider: string,
  sub: string,
): Promise<(UserRow & Record<string, unknown>)[]> {
  return worker.sql`select u.* from users u join identities i on i.user_id = u.id
    where i.provider = ${provider} and i.provider_user_id = ${sub}`
}

async function countUsers(): Promise<number> {
  const [row] = await worker.sql<{ n: number }>`select count(*) as n from users`
  return row?.n ?? 0
}

describe('the way to the provider', () => {
  test('names us, our callback, the state and the proof of it that each provider knows', async () => {
    const google = (await begin(worker, { provider: 'google' })).authorizeUrl
    const twitch = (await begin(worker, { provider: 'twitch' })).authorizeUrl
    expect(google.pathname).toBe('/o/oauth2/v2/auth')
    expect(Object.fromEntries(google.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: 'http://localhost:8787/auth/google/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
    expect(Object.fromEntries(twitch.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: 'http://localhost:8787/auth/twitch/callback',
      scope: 'openid user:read:email',
    })
    expect(twitch.searchParams.has('code_challenge')).toBe(false)
    expect(twitch.searchParams.get('claims')).toContain('email_verified')
    for (const { searchParams } of [google, twitch]) {
      expect(searchParams.get('state')).toMatch(/^[\w-]{43}$/)
      expect(searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
      expect(searchParams.has('client_secret')).toBe(false)
    }
  })
  test('keeps its secrets in a sealed cookie that script cannot read, for ten minutes [ASVS 10.1.2]', async () => {
    const answer = await worker.call('GET', 'auth/google/authorize')
    const line = answer.headers.getSetCookie().find((one) => one.startsWith('oauth_google=')) ?? ''
    expect(line).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    const state = decrypt(
      worker.environment.vars['ENCRYPTION_KEY'] ?? '',
      cookiesOf(answer)['oauth_google'] ?? '',
    )
    const { verifier } = JSON.parse(state) as { verifier: string }
    expect(verifier).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(answer.body)).not.toContain(verifier)
  })
  test('is never twice the same [ASVS 10.1.2]', async () => {
    const [one, other] = [
      await begin(worker, { provider: 'twitch' }),
      await begin(worker, { provider: 'twitch' }),
    ]
    for (const key of ['state', 'nonce']) {
      expect(one.authorizeUrl.searchParams.get(key)).not.toBe(
        other.authorizeUrl.searchParams.get(key),
      )
    }
  })

  test('is for members only where something is connected', async () => {
    for (const intent of ['link', 'youtube']) {
      const answer = await worker.call('GET', `auth/google/authorize?intent=${intent}`)
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated'])
    }
    const { token, userId } = await createMember(worker)
    await worker.sql`update users set is_active = 0 where id = ${userId}`
    const answer = await worker.call('GET', 'auth/google/authorize?intent=link', { token })
    expect([answer.status, answer.body.code]).toEqual([401, 'account_inactive'])
    const wrong = await worker.call('GET', 'auth/google/authorize?intent=other')
    expect(wrong.status).toBe(422)
  })
})

describe.each(names)('signing in with %s', (provider) => {
  test('makes a member of somebody new, signed in and verified', async () => {
    const person = stranger({ name: 'Zoë Streams', channel: `zoestreams${provider}` })
    const answer = await followRedirects(worker, providers, {
      provider,
      as: person,
      next: '/fr/events?x=1',
      headers: { 'Accept-Language': 'es' },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      outcome: 'signed_in',
      is_new: true,
      next: '/fr/events?x=1',
      token_type: 'bearer',
    })
    const [user, more] = await findByIdentity(provider, person.sub)
    expect(more).toBeUndefined()
    expect(user).toMatchObject({
      // Not what the provider calls them: that may be a real name.
      username: expect.stringMatching(/^[a-z]+-[a-z]+-\d{4}$/) as string,
      email: person.email,
      email_key: person.email,
      password_hash: null,
      interface_language: 'es',
      total_xp: 25,
      trust: 55,
      is_marketing: null,
    })
    expect(user?.email_verified_at).toBeGreaterThan(0)
    const cookies = cookiesOf(answer)
    const { access_token, refresh_token } = answer.body as unknown as TokensView
    expect(cookies).toMatchObject({ access_token, refresh_token, [`oauth_${provider}`]: '' })
    const settings = await worker.call('GET', 'users/me/settings', { token: access_token })
    expect(settings.status).toBe(200)
    expect(providers[provider].exchanges).toMatchObject([
      {
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: `http://localhost:8787/auth/${provider}/callback`,
      },
    ])
  })

  test('signs the same person in again, whatever their name and address are by now [ASVS 10.5.1, 10.5.2, 10.5.4]', async () => {
    const person = stranger()
    await followRedirects(worker, providers, { provider, as: person })
    const [first] = await findByIdentity(provider, person.sub)
    const users = await countUsers()
    const changed = { ...person, email: `new-${person.email}`, channel: `new_${person.channel}` }
    const answer = await followRedirects(worker, providers, { provider, as: changed })
    expect(answer.body).toMatchObject({ outcome: 'signed_in', is_new: false, next: null })
    const [again] = await findByIdentity(provider, person.sub)
    expect(again).toMatchObject({ id: first?.id, username: first?.username, email: person.email })
    expect(await countUsers()).toBe(users)
    const [identity] = await worker.sql`select email from identities
      where provider_user_id = ${person.sub} and provider = ${provider}`
    expect(identity).toEqual({ email: changed.email })
  })

  test('takes no address that the provider has not verified', async () => {
    const owner = await createMember(worker)
    for (const email of [`unproved-${provider}@example.com`, owner.email]) {
      const person = stranger({ email, email_verified: false })
      const answer = await followRedirects(worker, providers, { provider, as: person })
      expect(answer.status).toBe(200)
      const [user] = await findByIdentity(provider, person.sub)
      expect(user).toMatchObject({ email: null, email_verified_at: null, trust: 50 })
      expect(user?.id).not.toBe(owner.userId)
    }
  })

  test('never opens an account by its address: its owner connects from inside [ASVS 6.8.1]', async () => {
    const owner = await createMember(worker)
    const users = await countUsers()
    const person = stranger({ email: owner.email.toUpperCase() })
    const answer = await followRedirects(worker, providers, { provider, as: person })
    expect([answer.status, answer.body.code]).toEqual([409, 'sign_in_to_link'])
    expect(Object.keys(cookiesOf(answer))).toEqual([`oauth_${provider}`])
    expect(await findByIdentity(provider, person.sub)).toEqual([])
    expect(await countUsers()).toBe(users)
  })

  test('is refused to an inactive member [ASVS 6.3.4]', async () => {
    const person = stranger()
    await followRedirects(worker, providers, { provider, as: person })
    const [user] = await findByIdentity(provider, person.sub)
    await worker.sql`update users set is_active = 0 where id = ${user?.id ?? 0}`
    const answer = await followRedirects(worker, providers, { provider, as: person })
    expect([answer.status, answer.body.code]).toEqual([403, 'account_inactive'])
    expect(cookiesOf(answer)).not.toHaveProperty('access_token')
  })

  test('ends the session that the browser came with [ASVS 7.2.4]', async () => {
    const first = await followRedirects(worker, providers, { provider, as: stranger() })
    const { access_token, refresh_token } = first.body as unknown as TokensView
    providers[provider].person = stranger()
    const { authorizeUrl, cookie } = await begin(worker, { provider })
    const { code, state } = await providers[provider].consent(authorizeUrl.href)
    const both = `${cookie}; refresh_token=${refresh_token}`
    expect((await connect(worker, provider, { code, state }, { cookie: both })).status).toBe(200)
    const after = await worker.call('GET', 'users/me/settings', { token: access_token })
    expect(after.body.code).toBe('session_ended')
  })
})

describe.each(names)('coming back from %s', (provider) => {
  async function atConsent() {
    providers[provider].person = stranger()
    const begun = await begin(worker, { provider })
    return { ...begun, ...(await providers[provider].consent(begun.authorizeUrl.href)) }
  }

  async function expectNobody(
    refused: Promise<{ status: number; body: { code: string } }>,
    says: [number, string],
  ) {
    const users = await countUsers()
    const { status, body } = await refused
    expect([status, body.code]).toEqual(says)
    expect(await countUsers()).toBe(users)
  }

  test('having said no signs nobody in, and what was begun is over', async () => {
    providers[provider].isWilling = false
    const { callback, state, cookie } = await atConsent()
    expect(callback.searchParams.get('error')).toBe('access_denied')
    const answer = connect(worker, provider, { error: 'access_denied', state }, { cookie })
    await expectNobody(answer, [403, 'oauth_refused'])
    expect(cookiesOf(await answer)).toEqual({ [`oauth_${provider}`]: '' })
    expect(providers[provider].exchanges).toEqual([])
  })

  test('without a cookie, with that of another flow or a foreign state does not reach the provider [ASVS 7.6.2, 10.2.1]', async () => {
    const { code, state, cookie } = await atConsent()
    const other = await atConsent()
    const says: [number, string] = [422, 'bad_oauth_state']
    await expectNobody(connect(worker, provider, { code, state }, {}), says)
    await expectNobody(connect(worker, provider, { code, state }, { cookie: other.cookie }), says)
    await expectNobody(connect(worker, provider, { code, state: 'foreign' }, { cookie }), says)
    const cut = `${cookie.slice(0, -2)}AA`
    await expectNobody(connect(worker, provider, { code, state }, { cookie: cut }), says)
    const late = Date.now() + 601_000
    await expectNobody(connect(worker, provider, { code, state }, { cookie, now: late }), says)
    expect(providers[provider].exchanges).toEqual([])
  })

  test('with the cookie of the other provider is refused [ASVS 10.2.2]', async () => {
    const { code, state, cookie } = await atConsent()
    const other = provider === 'google' ? 'twitch' : 'google'
    const renamed = cookie.replace(provider, other)
    const answer = connect(worker, other, { code, state }, { cookie: renamed })
    await expectNobody(answer, [422, 'bad_oauth_state'])
  })

  test('twice with the same code and state is refused the second time', async () => {
    const { code, state, cookie } = await atConsent()
    expect((await connect(worker, provider, { code, state }, { cookie })).status).toBe(200)
    const replayed = connect(worker, provider, { code, state }, { cookie })
    await expectNobody(replayed, [422, 'oauth_rejected'])
    expect(cookiesOf(await replayed)).not.toHaveProperty('access_token')
  })

  test('from a foreign page is refused [ASVS 3.5.1, 3.5.2]', async () => {
    const { code, state, cookie } = await atConsent()
    const headers = { Origin: 'https://evil.example' }
    const answer = connect(worker, provider, { code, state }, { cookie, headers })
    await expectNobody(answer, [403, 'foreign_origin'])
  })

  test.each([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'another-client' }],
    ['several audiences', { aud: [clientId, 'another-client'] }],
    ['several audiences and another party', { aud: [clientId, 'x'], azp: 'another-client' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an end that is past', { exp: 1_700_000_000 }],
    ['no end', { exp: undefined }],
    ['no subject', { sub: undefined }],
  ])('with an ID token that has %s signs nobody in', async (_, forged) => {
    providers[provider].forged = forged
    const { code, state, cookie } = await atConsent()
    const answer = connect(worker, provider, { code, state }, { cookie })
    await expectNobody(answer, [422, 'oauth_rejected'])
  })

  test('with an ID token that the provider did not sign signs nobody in [ASVS 6.8.2, 10.5.1, 10.5.2, 10.5.4]', async () => {
    const { code, state, cookie, authorizeUrl } = await atConsent()
    const claims = {
      iss: provider === 'google' ? 'https://accounts.google.com' : 'https://id.twitch.tv/oauth2',
      aud: clientId,
      sub: 'forged',
      nonce: authorizeUrl.searchParams.get('nonce'),
    }
    const { privateKey } = await generateKeyPair('RS256')
    const forge = (alg: string, key: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(claims).setProtectedHeader({ alg }).setExpirationTime('1h').sign(key)
    const none = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims))}.`.replace(/=/g, '')
    const forged = [
      await forge('RS256', privateKey),
      await forge('HS256', new TextEncoder().encode(clientSecret)),
      none,
      'no token at all',
    ]
    for (const idToken of forged) {
      providers[provider].idToken = idToken
      const again = await atConsent()
      const { cookie: fresh } = again
      const body = { code: again.code, state: again.state }
      const answer = connect(worker, provider, body, { cookie: fresh })
      await expectNobody(answer, [422, 'oauth_rejected'])
    }
    providers[provider].idToken = undefined
    expect((await connect(worker, provider, { code, state }, { cookie })).status).toBe(200)
  })

  const tokenPath = { google: '/token', twitch: '/oauth2/token' }[provider]
  test.each([
    ['fails', { status: 500, body: '{"error":"down"}' }, [503, 'oauth_unreachable']],
    ['is busy', { status: 429, body: '' }, [503, 'oauth_unreachable']],
    [
      'declines the code',
      { status: 400, body: '{"error":"invalid_grant"}' },
      [422, 'oauth_rejected'],
    ],
    ['gives no JSON', { status: 200, body: '<html>' }, [503, 'oauth_no_data']],
    ['gives nothing', { status: 200, body: '' }, [503, 'oauth_no_data']],
    ['gives something else', { status: 200, body: '{"access_token":7}' }, [503, 'oauth_no_data']],
    [
      'gives no end of it',
      { status: 200, body: `"${'x'.repeat(400_000)}"` },
      [503, 'oauth_no_data'],
    ],
    ['sends us elsewhere', { status: 302, body: '' }, [422, 'oauth_rejected']],
  ] as const)('while its token endpoint %s signs nobody in', async (_, fault, [status, says]) => {
    const { code, state, cookie } = await atConsent()
    providers[provider].faults.set(tokenPath, fault)
    await expectNobody(connect(worker, provider, { code, state }, { cookie }), [status, says])
  })
})

test('a provider that says nothing at all is not waited for without end [ASVS 16.5.2]', async () => {
  const { authorizeUrl, cookie } = await begin(worker, { provider: 'google' })
  const { code, state } = await providers.google.consent(authorizeUrl.href)
  providers.google.faults.set('/token', 'silence')
  shortenWaits()
  const answer = await connect(worker, 'google', { code, state }, { cookie })
  expect([answer.status, answer.body.code]).toEqual([503, 'oauth_unreachable'])
  expect(answer.headers.get('Retry-After')).toBe('30')
})

describe('where the person goes next', () => {
  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example', 'x'])(
    '%j is no path of this site',
    async (next) => {
      const answer = await followRedirects(worker, providers, {
        provider: 'google',
        as: stranger(),
        next,
      })
      expect([answer.status, answer.body]).toMatchObject([200, { next: null }])
    },
  )
})

describe('Twitch’s tokens', () => {
  test('are kept nowhere after a sign-in; logging out clears what an import left [ASVS 10.1.1]', async () => {
    const person = stranger()
    const answer = await followRedirects(worker, providers, { provider: 'twitch', as: person })
    const kept = await worker.sql`select access_token, refresh_token from identities
      where provider_user_id = ${person.sub}`
    expect(kept).toEqual([{ access_token: null, refresh_token: null }])
    const cleared = { twitch_access_token: '', twitch_refresh_token: '' }
    expect(cookiesOf(answer)).toMatchObject(cleared)
    const { access_token: token } = answer.body as unknown as TokensView
    const permitted = await followRedirects(worker, providers, {
      provider: 'twitch',
      as: person,
      intent: 'follows',
      token,
    })
    const lines = permitted.headers.getSetCookie().filter((one) => /^twitch_/.test(one))
    expect(lines).toHaveLength(2)
    for (const line of lines)
      expect(line).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    const { twitch_access_token: access = '' } = cookiesOf(permitted)
    const { twitch } = providers
    twitch.revoked.length = 0
    const out = await worker.call('POST', 'auth/logout', {
      token,
      headers: { Cookie: `twitch_access_token=${access}` },
    })
    expect(cookiesOf(out)).toMatchObject(cleared)
    await worker.drainQueue(Date.now())
    const secret = worker.environment.vars['ENCRYPTION_KEY'] ?? ''
    expect(twitch.revoked).toEqual([decrypt(secret, access)])
  })

  test('are taken only when Twitch made them for us and for the same person', async () => {
    const { twitch } = providers
    for (const changed of [{ client_id: 'another-client' }, { user_id: 'another' }]) {
      const person = stranger()
      const right = { client_id: clientId, login: person.channel, user_id: person.sub }
      const body = JSON.stringify({ ...right, ...changed })
      twitch.faults.set('/oauth2/validate', { status: 200, body })
      const answer = await followRedirects(worker, providers, { provider: 'twitch', as: person })
      expect([answer.status, answer.body.code]).toEqual([422, 'oauth_rejected'])
      expect(await findByIdentity('twitch', person.sub)).toEqual([])
    }
  })

  test('of Google are not kept at all [ASVS 7.2.4, 10.1.1]', async () => {
    const person = stranger()
    const answer = await followRedirects(worker, providers, { provider: 'google', as: person })
    const kept = await worker.sql`select access_token, refresh_token from identities
      where provider_user_id = ${person.sub} and provider = ${'google'}`
    expect(kept).toEqual([{ access_token: null, refresh_token: null }])
    // Nor do somebody else’s stay in the browser.
    expect(cookiesOf(answer)).toMatchObject({ twitch_access_token: '', twitch_refresh_token: '' })
  })
})

test('a provider makes members as often in an hour as a form does, and signs in the others [ASVS 2.4.1]', async () => {
  const headers = { 'CF-Connecting-IP': '198.51.100.77' }
  const come = (as: Consenting) =>
    followRedirects(worker, providers, { provider: 'google', as, headers })
  const known = stranger()
  expect((await come(known)).body).toMatchObject({ is_new: true })
  await worker.sql`update attempts set count = 20 where subject like 'signup:%'`
  const users = await countUsers()
  const refused = await come(stranger())
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
  expect(await countUsers()).toBe(users)
  expect((await come(known)).body).toMatchObject({ outcome: 'signed_in', is_new: false })
})

test('what goes through the log names no code, state or token [ASVS 16.2.5]', async () => {
  const { authorizeUrl, cookie } = await begin(worker, { provider: 'google' })
  const { code, state } = await providers.google.consent(authorizeUrl.href)
  providers.google.faults.set('/token', { status: 500, body: '' })
  await connect(worker, 'google', { code, state }, { cookie })
  const logs = worker.logs()
  expect(logs).toContain('oauth_unreachable')
  for (const secret of [code, state, clientSecret]) expect(logs).not.toContain(secret)
})
