import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { SettingsView, TokensView } from '#worker/features/accounts/contract.ts'
import { hour, minute } from '#tests/support/drivers/durations.ts'
import {
  type Member,
  type MemberOptions,
  createMember,
  tokenOf,
} from '#tests/support/factories/members.ts'
import { signUpMember, signUpVerifiedMember, mailedToken } from '#tests/support/factories/people.ts'
import type { CaughtMail } from '#tests/support/drivers/environment.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { hashPassword } from '#worker/auth/crypto.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const password = 'correct horse battery'
const newPassword = 'staple of another horse'
let passwordHash: string
test.beforeAll(async () => {
  passwordHash = await hashPassword(password)
})

/** A member with a password. */
async function placeOwner(facts: MemberOptions = {}): Promise<Member> {
  const member = await createMember(worker, facts)
  await worker.sql`update users set password_hash = ${passwordHash} where id = ${member.userId}`
  return member
}

function userRow(userId: number) {
  return worker.sql<Record<string, unknown>>`select * from users where id = ${userId}`.then(
    ([row]) => row ?? {},
  )
}

function logIn(username: string, secret: string) {
  const body = new URLSearchParams({ username, password: secret })
  return worker.call<TokensView & ErrorEnvelope>('POST', 'auth/login', { body })
}

async function settingsStatus(token: string): Promise<number> {
  return (await worker.call('GET', 'users/me/settings', { token })).status
}

function requestReset(email: string, now?: number) {
  return worker.call('POST', 'auth/reset_password/request', { body: { email }, now })
}

function reset(token: string, secret: string, now?: number) {
  const body = { token, password: secret }
  return worker.call('POST', 'auth/reset_password', { body, now })
}

/** The latest mail to an address that says this. */
async function mailWith(email: string, text: string | RegExp): Promise<CaughtMail> {
  return waitFor(
    async () => (await worker.mails(email)).find((mail) => mail.text.match(text)),
    `a mail to ${email} with ${text}`,
  )
}

const resetLink = /\/auth\/reset-password\/([\w-]+)/
const verifyLink = /\/auth\/verify\/([\w-]+)/

async function resetLinkFor(email: string, now?: number): Promise<string> {
  expect((await requestReset(email, now)).status).toBe(200)
  return mailedToken(worker, email, 'reset-password')
}

function problems(answer: { status: number; body: ErrorEnvelope }) {
  const details = answer.body.details as { path: string }[] | null
  return [answer.status, answer.body.code, ...(details ?? []).map(({ path }) => path)]
}

describe('a reset link', () => {
  test('sets the password, ends every session, proves the address and tells the owner [ASVS 6.4.3]', async () => {
    const person = await placeOwner({ isVerified: false })
    const other = await logIn(person.username, password)
    const token = await resetLinkFor(person.email.toUpperCase())
    await worker.sql`insert into push_subscriptions (user_id, endpoint, p256dh, auth, created_at,
      last_used_at)
      select id, 'https://push.example/lost', 'B', 'A', 0, 0 from users
      where username_key = ${person.username}`
    const answer = await reset(token, newPassword)
    expect([answer.status, answer.body]).toEqual([200, {}])
    for (const ended of [person.token, other.body.access_token]) {
      expect(await settingsStatus(ended)).toBe(401)
    }
    const path = `auth/refresh_access_token?refresh_token=${other.body.refresh_token}`
    expect((await worker.call('POST', path)).status).toBe(401)
    expect((await logIn(person.username, password)).status).toBe(401)
    expect((await logIn(person.username, newPassword)).status).toBe(200)
    const [row] = await worker.sql`select email_verified_at > 0 as isVerified, trust, total_xp as
      xp from users
      where username_key = ${person.username}`
    expect(row).toEqual({ isVerified: 1, trust: 55, xp: 25 })
    expect(await worker.sql`select 1 from push_subscriptions`).toEqual([])
    const notice = await mailWith(person.email, /was changed|a été modifié/)
    expect(notice.text).not.toMatch(resetLink)
  })
  test('works once, even at the same instant [ASVS 6.5.1]', async () => {
    const { userId, email } = await placeOwner()
    const token = await resetLinkFor(email)
    const answers = await Promise.all([1, 2, 3].map((one) => reset(token, `${newPassword} ${one}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    const { password_hash: hash } = await userRow(userId)
    expect(problems(await reset(token, 'yet another horse'))).toEqual([422, 'bad_reset_token'])
    expect((await userRow(userId))['password_hash']).toBe(hash)
  })

  test('works for an hour [ASVS 6.5.5]', async () => {
    const { email } = await placeOwner()
    const now = Date.now()
    const token = await resetLinkFor(email, now)
    expect(problems(await reset(token, newPassword, now + hour))).toEqual([422, 'bad_reset_token'])
    expect((await reset(token, newPassword, now + hour - minute)).status).toBe(200)
  })

  test('is refused when tampered with or made for something else [ASVS 6.6.2]', async () => {
    const person = await signUpMember(worker)
    const verification = await mailedToken(worker, person.email, 'verify')
    const token = await resetLinkFor(person.email)
    const swapped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
    for (const wrong of [swapped, token.slice(0, -1), `${token}A`, 'x', verification]) {
      expect(problems(await reset(wrong, newPassword))).toEqual([422, 'bad_reset_token'])
    }
    const verified = await worker.call('POST', 'auth/verify_email', { body: { token } })
    expect(problems(verified)).toEqual([422, 'bad_verification_token'])
    await worker.call('POST', 'auth/verify_email', { body: { token: verification } })
    expect((await logIn(person.username, person.password)).status).toBe(200)
  })

  test('is void once the address changed, a sibling was used or the account was closed', async () => {
    const moved = await placeOwner()
    const token = await resetLinkFor(moved.email)
    await worker.sql`update users set email = 'x' || email, email_key = 'x' || email_key
      where id = ${moved.userId}`
    expect(problems(await reset(token, newPassword))).toEqual([422, 'bad_reset_token'])

    const hasty = await placeOwner()
    const first = await resetLinkFor(hasty.email)
    await requestReset(hasty.email)
    const second = await waitFor(async () => {
      const links = (await worker.mails(hasty.email)).map(({ text }) => resetLink.exec(text)?.[1])
      return links.find((link) => link && link !== first)
    }, 'the second link')
    expect((await reset(second, newPassword)).status).toBe(200)
    expect(problems(await reset(first, newPassword))).toEqual([422, 'bad_reset_token'])

    const closed = await placeOwner()
    const late = await resetLinkFor(closed.email)
    await worker.sql`update users set is_active = 0 where id = ${closed.userId}`
    expect(problems(await reset(late, newPassword))).toEqual([422, 'bad_reset_token'])
  })

  test('outlives a password that is refused', async () => {
    const person = await placeOwner()
    const token = await resetLinkFor(person.email)
    for (const bad of ['short', 'password1', person.username, person.email]) {
      expect(problems(await reset(token, bad))).toEqual([422, 'validation_failed', 'password'])
    }
    expect((await reset(token, newPassword)).status).toBe(200)
  })

  test('is no use to a foreign page [ASVS 3.5.1, 3.5.2]', async () => {
    const { email } = await placeOwner()
    const token = await resetLinkFor(email)
    const answer = await worker.call('POST', 'auth/reset_password', {
      body: { token, password: newPassword },
      headers: { Origin: 'https://evil.example' },
    })
    expect(problems(answer)).toEqual([403, 'foreign_origin'])
    expect(answer.headers.getSetCookie()).toEqual([])
    expect((await reset(token, newPassword)).status).toBe(200)
  })

  test('gives an account without a password its first one', async () => {
    const { email, username } = await createMember(worker)
    expect((await reset(await resetLinkFor(email), newPassword)).status).toBe(200)
    expect((await logIn(username, newPassword)).status).toBe(200)
  })

  test('is asked for with one answer, whoever owns the address', async () => {
    const owner = await placeOwner()
    const closed = await placeOwner({ isActive: false })
    const known = await requestReset(owner.email)
    for (const email of ['nobody@example.com', closed.email]) {
      const answer = await requestReset(email)
      expect([answer.status, answer.body]).toEqual([known.status, known.body])
      expect([...answer.headers.keys()]).toEqual([...known.headers.keys()])
    }
    await mailWith(owner.email, resetLink)
    await worker.drainQueue(Date.now())
    expect(await worker.mails('nobody@example.com')).toEqual([])
    expect(await worker.mails(closed.email)).toEqual([])
    expect(problems(await requestReset('no address'))).toEqual([422, 'validation_failed', 'email'])
  })

  test('is mailed five times an hour at most, and is stored as a hash only [ASVS 6.5.2]', async () => {
    const { userId, email } = await placeOwner()
    const now = Date.now()
    for (let count = 0; count < 7; count += 1) await requestReset(email, now + count)
    await worker.drainQueue(now + 10)
    const mails = await worker.mails(email)
    expect(mails).toHaveLength(5)
    await requestReset(email, now + hour + minute)
    await worker.drainQueue(now + hour + minute)
    expect(await worker.mails(email)).toHaveLength(6)
    const stored = await worker.sql`select * from account_tokens where user_id = ${userId}`
    const queued = await worker.sql`select * from deliveries where user_id = ${userId}`
    const token = resetLink.exec(mails[0]?.text ?? '')?.[1] ?? 'none'
    expect(JSON.stringify([stored, queued])).not.toContain(token)
  })
})

describe('changing the password', () => {
  function change(token: string, body: object, now?: number) {
    return worker.call('PUT', 'users/me/password', { token, body, now })
  }
  const right = { current_password: password, password: newPassword }

  test('ends the other sessions, keeps this one and tells the owner [ASVS 7.4.3]', async () => {
    const owner = await placeOwner()
    const other = await logIn(owner.username, password)
    const answer = await change(owner.token, right)
    expect([answer.status, answer.body]).toEqual([200, {}])
    expect(await settingsStatus(owner.token)).toBe(200)
    expect(await settingsStatus(other.body.access_token)).toBe(401)
    expect((await logIn(owner.username, password)).status).toBe(401)
    expect((await logIn(owner.username, newPassword)).status).toBe(200)
    await mailWith(owner.email, 'was changed')
  })

  test('asks for the current one, and changes nothing without it [ASVS 6.2.2, 6.2.3]', async () => {
    const owner = await placeOwner()
    for (const current_password of [undefined, '', 'not the password']) {
      const answer = await change(owner.token, { ...right, current_password })
      expect(problems(answer)).toEqual([422, 'validation_failed', 'current_password'])
    }
    const bad = await change(owner.token, { ...right, password: 'password1' })
    expect(problems(bad)).toEqual([422, 'validation_failed', 'password'])
    expect((await userRow(owner.userId))['password_hash']).toBe(passwordHash)
  })

  test('makes the sixth wrong guess and each later one wait [ASVS 6.3.1]', async () => {
    const owner = await placeOwner()
    const now = Math.floor(Date.now() / hour) * hour + 30 * minute
    const token = await tokenOf(worker, owner, now)
    for (let count = 0; count < 6; count += 1) {
      const wrong = await change(token, { ...right, current_password: `guess ${count}` }, now)
      expect(wrong.status).toBe(422)
    }
    const held = await change(token, right, now + 1000)
    expect(problems(held)).toEqual([429, 'too_many_attempts'])
    expect(held.headers.get('Retry-After')).toBe('14')
    expect((await change(token, right, now + 15_000)).status).toBe(200)
  })

  test('sets the first one of an account that has none', async () => {
    const { token, username } = await createMember(worker)
    expect((await change(token, { password: newPassword })).status).toBe(200)
    expect((await logIn(username, newPassword)).status).toBe(200)
    expect(problems(await change(token, { password }))).toContain('current_password')
  })

  test('sets the first one only soon after signing in [ASVS 7.5.1]', async () => {
    const { token, userId } = await createMember(worker)
    await worker.sql`update sessions set created_at = created_at - ${10 * 60_000 + 1}
      where user_id = ${userId}`
    expect(problems(await change(token, { password: newPassword }))).toEqual([403, 'sign_in_again'])
    expect(await worker.sql`select password_hash from users where id = ${userId}`).toEqual([
      { password_hash: null },
    ])
  })

  test('voids a reset link that is underway', async () => {
    const owner = await placeOwner()
    const token = await resetLinkFor(owner.email)
    await change(owner.token, right)
    expect(problems(await reset(token, 'a third horse'))).toEqual([422, 'bad_reset_token'])
  })
})

describe('changing the e-mail address', () => {
  let count = 0
  function newAddress(): string {
    count += 1
    return `New.${count}@example.com`
  }
  function ask(token: string, email: string, secret: string | undefined = password) {
    return worker.call('PUT', 'users/me/email', { token, body: { email, password: secret } })
  }
  function open(token: string) {
    return worker.call('POST', 'auth/verify_email', { body: { token } })
  }

  test('happens when the link at the new one is opened, once, and the old one is told', async () => {
    const owner = await placeOwner({ isVerified: false })
    const email = newAddress()
    const answer = await ask(owner.token, email)
    expect([answer.status, answer.body]).toEqual([200, {}])
    const token = await mailedToken(worker, email, 'verify')
    expect((await mailWith(owner.email, 'replace this address')).text).not.toContain(token)
    expect(await userRow(owner.userId)).toMatchObject({ email: owner.email })
    expect((await open(token)).status).toBe(200)
    const moved = await userRow(owner.userId)
    expect(moved).toMatchObject({ email, email_key: email.toLowerCase(), trust: 55 })
    expect(moved['email_verified_at']).toBeTypeOf('number')
    expect((await open(token)).status).toBe(200)
    expect(await userRow(owner.userId)).toEqual(moved)
    expect((await logIn(email, password)).status).toBe(200)
    expect((await logIn(owner.email, password)).status).toBe(401)
  })

  test('asks for the password [ASVS 7.5.1]', async () => {
    const owner = await placeOwner()
    const email = newAddress()
    for (const secret of ['', 'not the password']) {
      const answer = await ask(owner.token, email, secret)
      expect(problems(answer)).toEqual([422, 'validation_failed', 'password'])
    }
    const missing = await worker.call('PUT', 'users/me/email', {
      token: owner.token,
      body: { email },
    })
    expect(problems(missing)).toEqual([422, 'validation_failed', 'password'])
    await worker.drainQueue(Date.now())
    expect(await worker.mails(email)).toEqual([])
  })

  test('to one in use answers the same, tells its owner and moves nobody', async () => {
    const owner = await placeOwner()
    const other = await signUpVerifiedMember(worker)
    const free = await ask(owner.token, newAddress())
    const taken = await ask(owner.token, other.email.toUpperCase())
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    await mailWith(other.email, '/login')
    const notices = () => worker.mails(owner.email)
    await waitFor(async () => (await notices()).length === 2, 'both notices to the old address')
    const links = (await worker.mails(other.email)).filter(({ text }) => verifyLink.test(text))
    expect(links).toHaveLength(1)
    expect(await userRow(owner.userId)).toMatchObject({ email: owner.email })
  })

  test('to one that somebody took meanwhile does not happen', async () => {
    const owner = await placeOwner()
    const email = newAddress()
    await ask(owner.token, email)
    const token = await mailedToken(worker, email, 'verify')
    const other = await createMember(worker)
    await worker.sql`update users set email = ${email}, email_key = ${email.toLowerCase()}
      where id = ${other.userId}`
    expect(problems(await open(token))).toEqual([422, 'bad_verification_token'])
    expect(await userRow(owner.userId)).toMatchObject({ email: owner.email })
  })

  test('is called off by asking again, by a reset and by another password', async () => {
    const owner = await placeOwner()
    const addresses = [newAddress(), newAddress(), newAddress()]
    const links: string[] = []
    const [first = '', second = '', third = ''] = addresses
    await ask(owner.token, first)
    links.push(await mailedToken(worker, first, 'verify'))
    await ask(owner.token, second)
    links.push(await mailedToken(worker, second, 'verify'))
    expect(problems(await open(links[0]!))).toEqual([422, 'bad_verification_token'])
    await worker.call('PUT', 'users/me/password', {
      token: owner.token,
      body: { current_password: password, password: newPassword },
    })
    expect(problems(await open(links[1]!))).toEqual([422, 'bad_verification_token'])
    await ask(owner.token, third, newPassword)
    links.push(await mailedToken(worker, third, 'verify'))
    await reset(await resetLinkFor(owner.email), password)
    expect(problems(await open(links[2]!))).toEqual([422, 'bad_verification_token'])
    expect(await userRow(owner.userId)).toMatchObject({ email: owner.email })
  })
})

describe('news by mail', () => {
  test('is answered by yes or no', async ({ member: { token, userId } }) => {
    for (const is_marketing of [true, false]) {
      const answer = await worker.call<SettingsView>('PUT', 'users/me/marketing', {
        token,
        body: { is_marketing },
      })
      expect([answer.status, answer.body.is_marketing]).toEqual([200, is_marketing])
      expect((await userRow(userId))['is_marketing']).toBe(Number(is_marketing))
    }
    const unclear = await worker.call('PUT', 'users/me/marketing', { token, body: {} })
    expect(problems(unclear)).toEqual([422, 'validation_failed', 'is_marketing'])
  })
})

describe('a mail about the account', () => {
  test.each([
    ['en', 'Choose a new password', ''],
    ['es', 'Elige una nueva contraseña', '/es'],
    ['fr', 'Choisissez un nouveau mot de passe', '/fr'],
  ] as const)('is written in %s, as text and as HTML', async (language, subject, prefix) => {
    const { email, username } = await placeOwner({ language })
    const token = await resetLinkFor(email)
    const mail = await mailWith(email, resetLink)
    const url = `http://localhost:8787${prefix}/auth/reset-password/${token}`
    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain(`\n${url}\n`)
    expect(mail.text).toContain(username)
    expect(mail.html).toContain(`<html lang="${language}">`)
    expect(mail.html).toContain(`href="${url}"`)
    expect(mail.headers['List-Unsubscribe']).toBeUndefined()
  })
})

describe('the answer tells nobody who has an account', () => {
  function shapeOf({ status, body, headers }: { status: number; body: unknown; headers: Headers }) {
    // Encrypted values differ, their lengths tell nothing.
    const cookies = headers
      .getSetCookie()
      .map((one) => one.replace(/[\w.-]{20,}/, (text) => `${text.length} characters`))
    return { status, body, headers: [...headers.keys()], cookies }
  }

  test('at login', async ({ member: withoutPassword }) => {
    const { username, email } = await placeOwner()
    const unknown = shapeOf(await logIn('nobody-of-that-name', 'not the password'))
    for (const name of [username, email, withoutPassword.username]) {
      expect(shapeOf(await logIn(name, 'not the password'))).toEqual(unknown)
    }
  })

  test('at sign-up, about an address', async () => {
    const { email } = await placeOwner()
    const signUp = (name: string, address: string) =>
      worker.call('POST', 'auth/signup', { body: { name, email: address, password } })
    const free = shapeOf(await signUp('quite-new', 'quite-new@example.com'))
    expect(shapeOf(await signUp('as-new', email))).toEqual(free)
    expect(await worker.sql`select email from users where username = 'as-new'`).toEqual([
      { email: null },
    ])
  })
})

describe('a password that attackers try first', () => {
  test.each(['password1', 'Sunshine', 'Somebody-New', 'somebody.new@example.com'])(
    'is refused at sign-up: %s [ASVS 6.2.4]',
    async (secret) => {
      const body = { name: 'somebody-new', email: 'somebody.new@example.com', password: secret }
      const answer = await worker.call('POST', 'auth/signup', { body })
      expect(problems(answer)).toEqual([422, 'validation_failed', 'password'])
      expect(await worker.sql`select 1 from users where username = 'somebody-new'`).toEqual([])
    },
  )
})
