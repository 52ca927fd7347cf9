import { describe, expect } from 'vitest'
import { createMember, tokenFor } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import {
  signUpMember,
  verificationToken,
  type Person,
  mailedToken,
} from '#tests/support/factories/people.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

function userRow({ username }: Pick<Person, 'username'>) {
  return worker.sql<{ email: string | null; verifiedAt: number | null }>`select email,
    email_verified_at as verifiedAt from users where username = ${username}`.then(([row]) => row)
}

async function open(token: string, headers: Record<string, string> = {}) {
  const answer = await worker.fetch(`/auth/verify/${token}`, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

async function post(act: 'verify_email' | 'verify_email/disown', token: string) {
  const { status, body } = await worker.call('POST', `auth/${act}`, { body: { token } })
  return status === 200 ? '200' : `${status} ${body.code}`
}

describe('the page behind a verification link', () => {
  test('says whose account it is about and, opened by whomever, changes nothing [ASVS 3.5.3, 6.4.1]', async () => {
    const person = await signUpMember(worker)
    const token = await mailedToken(worker, person.email, 'verify')
    for (const Cookie of ['', `access_token=${person.token}`]) {
      const page = await open(token, { Cookie })
      expect(page.status).toBe(200)
      expect(page.headers.get('Cache-Control')).toBe('private, no-store')
      expect(page.text).toContain(`for the Hypecal account ${person.username}?`)
      expect(page.text).toContain('It wasn’t me')
    }
    await worker.fetch(`/auth/verify/${token}`, { method: 'HEAD' })
    expect(await userRow(person)).toEqual({ email: person.email, verifiedAt: null })
    expect(await post('verify_email', token)).toBe('200')
    expect((await open(token)).text).toContain('Email address verified.')
  })

  test('says of any other link that it is invalid or has expired', async () => {
    const { text } = await open('made-up')
    expect(text).toContain('This verification link is invalid or has expired.')
    expect(text).not.toContain('It wasn’t me')
  })
})

test('an account that has no address and no password is given one soon after signing in', async () => {
  const { token, userId, username } = await createMember(worker)
  await worker.sql`insert into identities (user_id, provider, provider_user_id, created_at)
    values (${userId}, ${'twitch'}, ${`twitch-${userId}`}, 0)`
  const none = 'update users set email = null, email_key = null, email_verified_at = null'
  await query(worker, `${none} where id = ?`, userId)
  const email = `first-of-${username}@example.com`
  const ask = () => worker.call('PUT', 'users/me/email', { token, body: { email } })
  expect((await ask()).status).toBe(200)
  expect(await post('verify_email', await mailedToken(worker, email, 'verify'))).toBe('200')
  const row = await userRow({ username })
  expect([row?.email, typeof row?.verifiedAt]).toEqual([email, 'number'])
  // The link was opened elsewhere, which ended the first session.
  const again = await tokenFor(worker, username)
  const body = { email: `x-${email}` }
  const other = () => worker.call('PUT', 'users/me/email', { token: again, body })
  expect((await other()).body.code).toBe('email_managed_by_provider')
  await query(worker, `${none} where id = ?`, userId)
  await worker.sql`update sessions set created_at = 1 where user_id = ${userId}`
  const late = await other()
  expect([late.status, late.body.code]).toEqual([403, 'sign_in_again'])
})

test('an address that a provider gave stays, where there is no password', async () => {
  const { token, userId, username } = await createMember(worker)
  await worker.sql`insert into identities (user_id, provider, provider_user_id, created_at)
    values (${userId}, ${'google'}, ${`google-${userId}`}, 0)`
  const body = { email: `another-of-${username}@example.com` }
  const answer = await worker.call('PUT', 'users/me/email', { token, body })
  expect([answer.status, answer.body.code]).toEqual([409, 'email_managed_by_provider'])
})

describe('somebody else’s account', () => {
  test('loses the address and every link that was mailed there [ASVS 6.4.1]', async () => {
    const person = await signUpMember(worker)
    const token = await mailedToken(worker, person.email, 'verify')
    await worker.call('POST', 'auth/verify_email/resend', { token: person.token })
    const links = await waitFor(async () => {
      const mails = await worker.mails(person.email)
      return mails.length === 2 && mails.map(({ text }) => verificationToken(text))
    }, 'the second link')
    expect(await post('verify_email/disown', token)).toBe('200')
    expect(await userRow(person)).toEqual({ email: null, verifiedAt: null })
    for (const link of links) {
      expect(await post('verify_email', link)).toBe('422 bad_verification_token')
      expect(await post('verify_email/disown', link)).toBe('422 bad_verification_token')
    }
    const { username, email } = person
    const body = { name: `${username}-real`, email, password: 'long enough' }
    expect((await worker.call('POST', 'auth/signup', { body })).status).toBe(201)
    expect(await userRow({ username: body.name })).toMatchObject({ email })
  })

  test('keeps its own address when it only asked for another', async () => {
    const person = await signUpMember(worker)
    const other = `other-${person.email}`
    const body = { email: other, password: person.password }
    await worker.call('PUT', 'users/me/email', { token: person.token, body })
    const token = await mailedToken(worker, other, 'verify')
    expect(await post('verify_email/disown', token)).toBe('200')
    expect(await post('verify_email', token)).toBe('422 bad_verification_token')
    expect(await userRow(person)).toEqual({ email: person.email, verifiedAt: null })
  })

  test('is one’s own once its address was confirmed', async () => {
    const person = await signUpMember(worker)
    const token = await mailedToken(worker, person.email, 'verify')
    await post('verify_email', token)
    expect(await post('verify_email/disown', token)).toBe('422 bad_verification_token')
    expect(await userRow(person)).toMatchObject({ email: person.email })
  })

  test('is touched by no made-up token', async () => {
    const member = await createMember(worker, { isVerified: false })
    expect(await post('verify_email/disown', 'made-up')).toBe('422 bad_verification_token')
    expect(await userRow(member)).toMatchObject({ email: member.email })
  })
})
