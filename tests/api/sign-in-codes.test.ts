import { describe, expect } from 'vitest'
import type { MeView } from '#worker/features/accounts/profile/contract.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { day, hour, minute } from '#tests/support/drivers/durations.ts'
import {
  askForCode,
  enterCode,
  mailedCode,
  requestCode,
} from '#tests/support/drivers/sign-in-codes.ts'
import { cookiesOf } from '#tests/support/drivers/sign-in-journey.ts'
import { createMember, tokenOf } from '#tests/support/factories/members.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

let count = 0
function newEmail(): string {
  count += 1
  return `Code-${process.pid}-${count}@example.com`
}

type Account = {
  id: number
  username: string
  password_hash: string | null
  verified: number | null
}

async function accountOf(email: string): Promise<Account | undefined> {
  const [row] = await worker.sql<Account>`select id, username, password_hash, email_verified_at as
    verified from users
    where email_key = ${email.toLowerCase()}`
  return row
}

describe('a code for a new address', () => {
  test('creates a member without a password, who is verified and signed in', async () => {
    const email = newEmail()
    const asked = await requestCode(worker, email, {
      headers: { 'Accept-Language': 'es' },
      fields: { time_zone: 'America/Lima' },
    })
    expect(await accountOf(email)).toBeUndefined()
    const answer = await enterCode(worker, asked)
    expect([answer.status, answer.body.token_type]).toEqual([200, 'bearer'])
    expect(Object.keys(cookiesOf(answer))).toEqual(
      expect.arrayContaining(['access_token', 'refresh_token', 'known_device']),
    )
    const me = await worker.get<MeView>('users/me', {
      token: answer.body.access_token,
    })
    expect(me).toMatchObject({ email, is_email_verified: true, has_password: false })
    expect(me.username).toMatch(/^[a-z]+-[a-z]+-\d{4,8}$/)
    const settings = await worker.get<SettingsView>('users/me/settings', {
      token: answer.body.access_token,
    })
    expect(settings).toMatchObject({
      interface_language_code: 'es',
      email_time_zone: 'America/Lima',
      is_marketing: null,
    })
    expect(
      await worker.sql`select action from xp_entries where user_id = ${me.id} order by action`,
    ).toEqual([{ action: 'daily_visit' }, { action: 'email_verified' }])
  })

  test('is mailed in the language of the request, with the code in subject and text', async () => {
    const email = newEmail()
    const { code } = await requestCode(worker, email, { headers: { 'Accept-Language': 'fr' } })
    const [mail] = await worker.mails(email)
    expect(mail?.subject).toBe(`${code} est votre code Hypecal`)
    expect(mail?.text).toContain('Aucun compte n’utilise encore cette adresse')
    expect(mail?.html).toContain(code)
    expect(mail?.text).not.toMatch(/https?:/)
  })

  test('creates no second account when it comes twice at once', async () => {
    const email = newEmail()
    const asked = await requestCode(worker, email)
    const answers = await Promise.all([1, 2, 3].map(() => enterCode(worker, asked)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    const rows = await worker.sql`select 1 from users where email_key = ${email.toLowerCase()}`
    expect(rows).toHaveLength(1)
  })
})

describe('a code for a member', () => {
  test('signs in, keeps the password and says the member’s language', async () => {
    const member = await createMember(worker, { hasPassword: true, language: 'fr' })
    const before = await accountOf(member.email)
    const asked = await requestCode(worker, member.email.toUpperCase(), {
      headers: { 'Accept-Language': 'en' },
    })
    const [mail] = await worker.mails(member.email.toUpperCase())
    expect(mail?.subject).toBe(`${asked.code} est votre code Hypecal`)
    const answer = await enterCode(worker, asked)
    expect(answer.status).toBe(200)
    const me = await worker.call<MeView>('GET', 'users/me', { token: answer.body.access_token })
    expect(me.body.id).toBe(member.userId)
    expect(await accountOf(member.email)).toEqual(before)
    // Other sessions stay: this one comes beside them.
    expect((await worker.call('GET', 'users/me', { token: member.token })).status).toBe(200)
  })

  test('signs in one who is soft-banned, and refuses one who is inactive', async () => {
    const restricted = await createMember(worker, { isSoftBanned: true })
    const inactive = await createMember(worker, { isActive: false })
    expect((await enterCode(worker, await requestCode(worker, restricted.email))).status).toBe(200)
    const refused = await enterCode(worker, await requestCode(worker, inactive.email))
    expect([refused.status, refused.body.code]).toEqual([403, 'account_inactive'])
    expect(cookiesOf(refused)).toEqual({})
  })

  test('replaces the session that the browser came with', async ({ member }) => {
    const first = await enterCode(worker, await requestCode(worker, member.email))
    const Cookie = `refresh_token=${cookiesOf(first)['refresh_token']}`
    const asked = await requestCode(worker, member.email, { sentBefore: 1 })
    const second = await enterCode(worker, asked, { headers: { Cookie } })
    expect(second.status).toBe(200)
    const token = first.body.access_token
    expect((await worker.call('GET', 'users/me', { token })).status).toBe(401)
  })
})

describe('a member without a password', () => {
  async function signInByCode(now: number) {
    const email = newEmail()
    const answer = await enterCode(worker, await requestCode(worker, email, { now }), { now })
    const account = await accountOf(email)
    return { email, token: answer.body.access_token, id: account!.id, cookies: cookiesOf(answer) }
  }

  test('takes another username and creates a password soon after the code', async () => {
    const now = Date.now()
    const { token, email } = await signInByCode(now)
    const username = `named-${process.pid}`
    const renamed = await worker.call('PATCH', 'users/me', { token, body: { username }, now })
    expect(renamed.status).toBe(200)
    const body = { password: 'an entirely new one' }
    expect((await worker.call('PUT', 'users/me/password', { token, body, now })).status).toBe(200)
    const login = await worker.call('POST', 'auth/login', {
      body: new URLSearchParams({ username: email, password: body.password }),
      now,
    })
    expect(login.status).toBe(200)
  })

  test('creates a password later only after another code', async () => {
    const now = Date.now()
    const { id, email, cookies } = await signInByCode(now)
    const later = now + 11 * minute
    const [session] = await worker.sql<{ id: number }>`select id from sessions where user_id =
      ${id}`
    const person = { userId: id, sessionId: session!.id, role: 'member' } as never
    const stale = await tokenOf(worker, person, later)
    const body = { password: 'an entirely new one' }
    const refused = await worker.call('PUT', 'users/me/password', {
      token: stale,
      body,
      now: later,
    })
    expect([refused.status, refused.body.code]).toEqual([403, 'sign_in_again'])

    const headers = { Cookie: `refresh_token=${cookies['refresh_token']}` }
    const asked = await requestCode(worker, email, { sentBefore: 1, now: later })
    const again = await enterCode(worker, asked, { now: later, headers })
    const { access_token: token } = again.body
    expect(
      (await worker.call('PUT', 'users/me/password', { token, body, now: later })).status,
    ).toBe(200)
  })

  test('changes the address soon after the code, by a link to the new one', async () => {
    const now = Date.now()
    const { token } = await signInByCode(now)
    const email = newEmail()
    const changed = await worker.call('PUT', 'users/me/email', { token, body: { email }, now })
    expect(changed.status).toBe(200)
  })
})

test('codes are deleted a day later, and with the account of their address', async () => {
  const rowsOf = (email: string) =>
    worker.sql`select 1 from sign_in_codes where email_key = ${email.toLowerCase()}`
  const now = Math.floor(Date.now() / hour) * hour
  const email = newEmail()
  await requestCode(worker, email, { now })
  await worker.hour(now + day - minute)
  expect(await rowsOf(email)).toHaveLength(1)
  await worker.hour(now + day + minute)
  expect(await rowsOf(email)).toEqual([])

  const member = await createMember(worker)
  await askForCode(worker, member.email)
  await mailedCode(worker, member.email)
  const body = { username: member.username }
  await worker.call('DELETE', 'users/me', { token: member.token, body })
  expect(await rowsOf(member.email)).toEqual([])
})
