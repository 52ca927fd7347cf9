import { createHmac } from 'node:crypto'
import { describe, expect } from 'vitest'
import { hashPassword } from '#worker/auth/crypto.ts'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import { day, hour, minute } from '#tests/support/drivers/durations.ts'
import { createMember, password } from '#tests/support/factories/members.ts'
import {
  signUpMember,
  signUpVerifiedMember,
  verificationToken,
  type Person,
  mailedToken,
} from '#tests/support/factories/people.ts'
import { waitFor, type CallOptions } from '#tests/support/drivers/worker.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

function signUp(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  return worker.call('POST', 'auth/signup', { body, headers })
}

function userRow(username: string) {
  return worker.sql<Record<string, unknown>>`select * from users
    where username_key = ${username.toLowerCase()}`.then(([row]) => row)
}

describe('signing up', () => {
  test('makes an unverified member and mails a link within five seconds', async () => {
    const before = Date.now()
    const email = 'New.Member@example.com'
    const answer = await signUp({ name: 'New-Member_1', email, password: 'long enough' })
    expect([answer.status, answer.body]).toEqual([201, {}])
    expect(await mailedToken(worker, email, 'verify')).toMatch(/^[\w-]{60,}$/)
    expect(Date.now() - before).toBeLessThan(5000)
    const row = await userRow('New-Member_1')
    expect(row).toMatchObject({ email, email_key: email.toLowerCase(), email_verified_at: null })
    expect(row?.['password_hash']).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  })

  test('says that a username is taken, whatever its case', async () => {
    const { username } = await signUpMember(worker)
    const name = username.toUpperCase()
    const answer = await signUp({ name, email: 'else@example.com', password: 'long enough' })
    expect([answer.status, answer.body.code]).toEqual([409, 'username_taken'])
    expect(await worker.mails('else@example.com')).toEqual([])
  })

  test('with an address in use answers like a success and tells its owner', async () => {
    const owner = await signUpVerifiedMember(worker)
    const name = `${owner.username}-2`
    const email = owner.email.toUpperCase()
    const answer = await signUp({ name, email, password: 'another one' })
    expect([answer.status, answer.body]).toEqual([201, {}])
    expect(await userRow(name)).toMatchObject({ email: null, password_hash: null })
    const mails = await waitFor(async () => {
      const found = await worker.mails(owner.email)
      return found.length === 2 && found
    }, 'the mail to the owner')
    expect(mails.filter(({ text }) => text.includes('/auth/verify/'))).toHaveLength(1)
    expect(mails.filter(({ text }) => text.includes('/login'))).toHaveLength(1)
  })

  test('at the same instant under one name makes one member', async () => {
    const attempts = Array.from({ length: 5 }, (_, index) =>
      signUp({ name: 'contested', email: `c${index}@example.com`, password: 'long enough' }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409])
  })

  test.each([
    ['name', { name: 'ab' }],
    ['name', { name: 'x'.repeat(31) }],
    ['name', { name: 'spa ce' }],
    ['name', { name: 'éric' }],
    ['email', { email: 'nobody@' }],
    ['password', { password: '1234567' }],
    ['password', { password: 'x'.repeat(129) }],
    ['password', { password: 12345678 }],
  ])('refuses a wrong %s: %j', async (path, wrong) => {
    const right = { name: 'right-name', email: 'right@example.com', password: 'long enough' }
    const { status, body } = await signUp({ ...right, ...wrong })
    expect(status).toBe(422)
    expect(body.details).toMatchObject([{ path }])
    expect(await userRow('right-name')).toBeUndefined()
  })

  test('takes the language of the cookie, else of the browser, else French', async () => {
    const languageOf = async (name: string, headers: Record<string, string>) => {
      await signUp({ name, email: `${name}@example.com`, password: 'long enough' }, headers)
      return (await userRow(name))?.['interface_language']
    }
    expect(await languageOf('by-cookie', { Cookie: 'locale=es', 'Accept-Language': 'en' })).toBe(
      'es',
    )
    expect(await languageOf('by-browser', { 'Accept-Language': 'en-GB' })).toBe('en')
    expect(await languageOf('by-neither', { 'Accept-Language': 'de' })).toBe('fr')
    expect(
      await languageOf('by-odd-cookie', { Cookie: 'locale=xx', 'Accept-Language': 'es' }),
    ).toBe('es')
  })
})

describe('the verification link', () => {
  function verify(token: string, now?: number) {
    return worker.call('POST', 'auth/verify_email', { body: { token }, now })
  }

  test('verifies once: opening it again changes nothing [ASVS 6.4.1]', async () => {
    const person = await signUpMember(worker)
    const token = await mailedToken(worker, person.email, 'verify')
    expect((await verify(token)).status).toBe(200)
    const once = await userRow(person.username)
    expect(once?.['email_verified_at']).toBeTypeOf('number')
    expect(once).toMatchObject({ trust: 55, total_xp: 20 })
    await verify(token)
    expect(await userRow(person.username)).toEqual(once)
  })

  test('opened twice at once gives points once', async () => {
    const person = await signUpMember(worker)
    const token = await mailedToken(worker, person.email, 'verify')
    await Promise.all([verify(token), verify(token), verify(token)])
    expect(await userRow(person.username)).toMatchObject({ trust: 55, total_xp: 20 })
  })

  test('works for 24 hours and no longer [ASVS 6.4.1]', async () => {
    const person = await signUpMember(worker)
    const token = await mailedToken(worker, person.email, 'verify')
    const late = await verify(token, Date.now() + day + minute)
    expect([late.status, late.body.code]).toEqual([422, 'bad_verification_token'])
    expect((await verify(token, Date.now() + day - minute)).status).toBe(200)
  })

  test('is refused when tampered with, and verifies nobody', async () => {
    const person = await signUpMember(worker)
    const token = await mailedToken(worker, person.email, 'verify')
    const swapped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
    for (const wrong of [swapped, token.slice(0, -1), `${token}A`, 'x', token.slice(0, 22)]) {
      const answer = await verify(wrong)
      expect([answer.status, answer.body.code]).toEqual([422, 'bad_verification_token'])
    }
    expect((await userRow(person.username))?.['email_verified_at']).toBeNull()
  })

  test('is void once the address changed', async () => {
    const person = await signUpMember(worker)
    const token = await mailedToken(worker, person.email, 'verify')
    await worker.sql`update users set email = 'x' || email, email_key = 'x' || email_key
      where username_key = ${person.username}`
    expect((await verify(token)).status).toBe(422)
  })

  test('is mailed anew on request, and not once verified', async () => {
    const person = await signUpMember(worker)
    const first = await mailedToken(worker, person.email, 'verify')
    await worker.call('POST', 'auth/verify_email/resend', { token: person.token })
    const mails = await waitFor(async () => {
      const found = await worker.mails(person.email)
      return found.length === 2 && found
    }, 'the second link')
    const tokens = mails.map(({ text }) => verificationToken(text))
    expect(new Set(tokens).size).toBe(2)
    expect((await verify(tokens.find((token) => token !== first) ?? '')).status).toBe(200)
    await worker.call('POST', 'auth/verify_email/resend', { token: person.token })
    await worker.drainQueue(Date.now())
    expect(await worker.mails(person.email)).toHaveLength(2)
  })

  test('is stored as a hash only [ASVS 6.5.2]', async () => {
    const person = await signUpMember(worker)
    const token = await mailedToken(worker, person.email, 'verify')
    const stored = await worker.sql`select * from account_tokens`
    const queued = await worker.sql`select * from deliveries`
    expect(JSON.stringify([stored, queued])).not.toContain(token)
  })
})

function logIn(username: string, password: string, options: CallOptions = {}) {
  return worker.call<TokensView & { code?: string }>('POST', 'auth/login', {
    body: new URLSearchParams({ username, password }),
    ...options,
  })
}

describe('logging in', () => {
  let person: Person
  test.beforeAll(async () => {
    person = await signUpVerifiedMember(worker)
  })

  test('takes the username or the e-mail, in any case, as a form', async () => {
    for (const name of [person.username, person.email, person.username.toUpperCase()]) {
      const { status, body } = await logIn(name, person.password)
      expect([name, status]).toEqual([name, 200])
      expect(body).toEqual({
        access_token: expect.any(String) as string,
        refresh_token: expect.stringMatching(/^[\w-]{43}$/) as string,
        token_type: 'bearer',
        expires_in: 900,
      })
    }
  })

  test('answers a wrong password and an unknown name alike', async () => {
    const wrong = await logIn(person.username, 'not the password')
    const unknown = await logIn('nobody-of-that-name', 'not the password')
    expect([wrong.status, wrong.body.code]).toEqual([401, 'bad_credentials'])
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
    expect(unknown.headers.getSetCookie()).toEqual([])
  })

  test('is closed to a deactivated member, who hears so only with the right password [ASVS 6.3.4]', async () => {
    const gone = await signUpVerifiedMember(worker)
    await worker.sql`update users set is_active = 0 where username_key = ${gone.username}`
    const right = await logIn(gone.username, gone.password)
    expect([right.status, right.body.code]).toEqual([403, 'account_inactive'])
    expect((await logIn(gone.username, 'not the password')).body.code).toBe('bad_credentials')
  })

  test('sets the access token readable by script and the refresh token not, for 30 days [ASVS 3.3.4]', async () => {
    const { headers } = await logIn(person.username, person.password)
    const all = headers.getSetCookie()
    const cookies = all.filter((cookie) => /^(access|refresh)_token=/.test(cookie))
    expect([cookies.length, all.length]).toEqual([2, 5])
    // Another person's Twitch cookies do not stay in the browser.
    expect(all.filter((cookie) => /^twitch_\w+=; Max-Age=0;/.test(cookie))).toHaveLength(2)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Max-Age=2592000;/)
      expect(cookie).toMatch(/; Path=\/;/)
      expect(cookie).toMatch(/; SameSite=Lax$/)
      expect(cookie.startsWith('refresh_token=')).toBe(cookie.includes('HttpOnly'))
    }
  })

  test('counts a visit once a day', async () => {
    const visitor = await signUpVerifiedMember(worker)
    await logIn(visitor.username, visitor.password)
    expect((await userRow(visitor.username))?.['total_xp']).toBe(25)
    await logIn(visitor.username, visitor.password, { now: Date.now() + day })
    expect((await userRow(visitor.username))?.['total_xp']).toBe(30)
  })

  test('makes an old hash anew [ASVS 11.2.2]', async () => {
    const old = await hashPassword(person.password, { logN: 14, r: 8, p: 1 })
    await worker.sql`update users set password_hash = ${old} where username_key =
      ${person.username}`
    expect((await logIn(person.username, person.password)).status).toBe(200)
    expect((await userRow(person.username))?.['password_hash']).toMatch(/^scrypt\$15\$8\$3\$/)
    expect((await logIn(person.username, person.password)).status).toBe(200)
  })
})

describe('refreshing', () => {
  async function newSession(now?: number) {
    const person = await createMember(worker, { hasPassword: true })
    const { body } = await logIn(person.username, password, { now })
    return { person, ...body }
  }
  function refresh(token: string | undefined, options: CallOptions = {}) {
    const suffix = token === undefined ? '' : `?refresh_token=${token}`
    return worker.call<TokensView & { code?: string }>(
      'POST',
      `auth/refresh_access_token${suffix}`,
      options,
    )
  }
  const asCookie = (token: string) => ({ Cookie: `refresh_token=${token}` })

  test('rotates the token of the query, and both new ones work [ASVS 7.2.2, 7.2.3]', async () => {
    const session = await newSession()
    const { status, body } = await refresh(session.refresh_token)
    expect(status).toBe(200)
    expect(body.refresh_token).not.toBe(session.refresh_token)
    const mine = await worker.call('GET', 'users/me/settings', { token: body.access_token })
    expect(mine.status).toBe(200)
    expect((await refresh(body.refresh_token)).status).toBe(200)
  })

  test('takes the cookie from its own site or a program, and not from a foreign one', async () => {
    const session = await newSession()
    const foreign = { ...asCookie(session.refresh_token), Origin: 'https://evil.example' }
    const refused = await refresh(undefined, { headers: foreign })
    expect([refused.status, refused.body.code]).toEqual([403, 'foreign_origin'])
    const opaque = { ...asCookie(session.refresh_token), Origin: 'null' }
    expect((await refresh(undefined, { headers: opaque })).status).toBe(403)
    const program = await refresh(undefined, { headers: asCookie(session.refresh_token) })
    expect(program.status).toBe(200)
    const own = { ...asCookie(program.body.refresh_token), Origin: worker.origin }
    expect((await refresh(undefined, { headers: own })).status).toBe(200)
  })

  test('by two tabs at once gives both the same token', async () => {
    const { refresh_token } = await newSession()
    const [one, other] = await Promise.all([refresh(refresh_token), refresh(refresh_token)])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(one.body.refresh_token).toBe(other.body.refresh_token)
    const late = await refresh(refresh_token, { now: Date.now() + 9_000 })
    expect(late.body.refresh_token).toBe(one.body.refresh_token)
  })

  test('with a token whose successor was used ends the whole session and tells the owner [ASVS 10.4.5] [abuse 9]', async () => {
    const session = await newSession()
    const { body: lost } = await refresh(session.refresh_token)
    const { body } = await refresh(lost.refresh_token)
    const reuse = await refresh(session.refresh_token, { now: Date.now() + 11_000 })
    expect([reuse.status, reuse.body.code]).toEqual([401, 'bad_refresh_token'])
    expect((await refresh(body.refresh_token)).status).toBe(401)
    const mine = await worker.call('GET', 'users/me/settings', { token: body.access_token })
    expect([mine.status, mine.body.code]).toEqual([401, 'session_ended'])
    await refresh(session.refresh_token, { now: Date.now() + 12_000 })
    const { email } = session.person
    const mails = await waitFor(async () => {
      const found = await worker.mails(email)
      return found.length > 0 && found
    }, 'the mail to the owner')
    expect(mails.map(({ subject }) => subject)).toEqual(['One of your devices was logged out'])
  })

  test('lasts 30 days from its last use [ASVS 7.3.1]', async () => {
    const now = Date.now()
    const session = await newSession(now)
    const { body } = await refresh(session.refresh_token, { now: now + 29 * day })
    expect((await refresh(body.refresh_token, { now: now + 58 * day })).status).toBe(200)
    const other = await newSession(now)
    expect((await refresh(other.refresh_token, { now: now + 30 * day + 1 })).status).toBe(401)
  })

  test('without a token, with an unknown one or one stored hash is refused', async () => {
    const { refresh_token } = await newSession()
    const [row] = await worker.sql<{ hash: string }>`select hash from refresh_tokens
      order by created_at desc limit 1`
    for (const wrong of [undefined, '', 'x', `${refresh_token}x`, row?.hash]) {
      expect((await refresh(wrong)).status).toBe(401)
    }
    const stored = JSON.stringify(await worker.sql`select * from refresh_tokens`)
    expect(stored).not.toContain(refresh_token)
  })

  test('is closed to a deactivated member', async () => {
    const session = await newSession()
    const { username } = session.person
    await worker.sql`update users set is_active = 0 where username_key = ${username}`
    expect((await refresh(session.refresh_token)).status).toBe(401)
  })

  test('gives the scopes of now', async () => {
    const session = await newSession()
    const { username } = session.person
    await worker.sql`update users set role = 'moderator' where username_key = ${username}`
    const { body } = await refresh(session.refresh_token)
    const claims = JSON.parse(
      Buffer.from(body.access_token.split('.')[1] ?? '', 'base64url').toString(),
    ) as Record<string, unknown>
    expect(claims).toMatchObject({
      scopes: ['user', 'moderator'],
      sid: expect.any(Number) as number,
    })
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(900)
    const proposals = await worker.call('GET', 'admin/proposals', { token: body.access_token })
    expect(proposals.status).toBe(200)
  })

  test('ends with logout, which clears all four cookies and that of a sign-up', async () => {
    const session = await newSession()
    const headers = asCookie(session.refresh_token)
    const foreign = { ...headers, Origin: 'https://evil.example' }
    expect((await worker.call('POST', 'auth/logout', { headers: foreign })).status).toBe(403)
    const answer = await worker.call('POST', 'auth/logout', { headers })
    expect(answer.status).toBe(204)
    const cleared = answer.headers.getSetCookie().map((cookie) => cookie.split(/[=;]/)[0])
    expect(cleared).toEqual([
      'access_token',
      'refresh_token',
      'twitch_access_token',
      'twitch_refresh_token',
      'signup',
    ])
    expect(answer.headers.getSetCookie().every((one) => /=; Max-Age=0; Path=\/;/.test(one))).toBe(
      true,
    )
    expect((await refresh(session.refresh_token)).status).toBe(401)
    expect((await worker.call('POST', 'auth/logout', { headers })).status).toBe(204)
    expect((await worker.call('POST', 'auth/logout')).status).toBe(204)
  })
})

describe('an access token', () => {
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  function signed(header: object, claims: object, secret: string, hash = 'sha256') {
    const text = `${base64(header)}.${base64(claims)}`
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
  }
  async function statusWith(token: string, now?: number): Promise<number> {
    return (await worker.call('GET', 'users/me/settings', { token, now })).status
  }

  test('lives 15 minutes [ASVS 9.2.1]', async ({ member: { token } }) => {
    expect(await statusWith(token, Date.now() + 14 * minute)).toBe(200)
    expect(await statusWith(token, Date.now() + 15 * minute + 1000)).toBe(401)
  })

  test('is refused when unsigned, tampered with, of another algorithm or another key [ASVS 9.1.1, 9.1.2, 9.1.3]', async () => {
    const { userId, sessionId, token } = await createMember(worker)
    const secret = worker.environment.vars['JWT_SECRET'] ?? ''
    const iat = Math.floor(Date.now() / 1000)
    const claims = { sub: String(userId), sid: sessionId, scopes: ['user'], iat, exp: iat + 900 }
    const [header, payload, signature] = token.split('.')
    expect(await statusWith(signed({ alg: 'HS256' }, claims, secret))).toBe(200)
    const wrong = [
      `${base64({ alg: 'none' })}.${base64(claims)}.`,
      signed({ alg: 'HS256' }, claims, 'another secret of at least 32 characters'),
      signed({ alg: 'HS512' }, claims, secret, 'sha512'),
      signed({ alg: 'none' }, claims, secret),
      signed({ alg: 'HS256' }, { ...claims, sub: 'admin' }, secret),
      signed({ alg: 'HS256' }, { ...claims, sid: 999_999 }, secret),
      signed({ alg: 'HS256' }, { ...claims, exp: undefined }, secret),
      signed({ alg: 'HS256' }, { ...claims, scopes: undefined }, secret),
      `${header}.${base64({ ...claims, sub: '1' })}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      'x.y.z',
      '',
    ]
    for (const token of wrong) expect([token, await statusWith(token)]).toEqual([token, 401])
  })

  test('counts only in the header', async ({ member: { token } }) => {
    const cookie = await worker.call('GET', 'users/me/settings', {
      headers: { Cookie: `access_token=${token}` },
    })
    expect(cookie.status).toBe(401)
    expect((await worker.call('GET', `users/me/settings?access_token=${token}`)).status).toBe(401)
  })
})

test('logs hold no token, password, e-mail or webhook address [ASVS 16.2.5]', async () => {
  const person = await signUpVerifiedMember(worker, { now: Date.now() - hour })
  const { body } = await logIn(person.email, person.password)
  await logIn(person.email, `${person.password}-wrong`)
  await worker.call('POST', `auth/refresh_access_token?refresh_token=${body.refresh_token}`)
  const logs = worker.logs()
  for (const secret of [person.email, person.password, body.access_token, body.refresh_token]) {
    expect(logs).not.toContain(secret)
  }
  expect(logs).not.toMatch(/@example\.com|webhooks\/|refresh_token=/)
})
