import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type {
  SignupContinuationView,
  ResumePoint,
  ResumePointView,
} from '#worker/features/accounts/contract.ts'
import { hour } from '#tests/support/drivers/durations.ts'
import { createMember, tokenFor } from '#tests/support/factories/members.ts'
import { logIn, mailedToken } from '#tests/support/factories/people.ts'
import { cookiesOf } from '#tests/support/drivers/sign-in-journey.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const password = 'correct horse battery'
const hype: ResumePoint = {
  return_path: '/events/gala?propose=new',
  action: { name: 'hype', subject: '205' },
}

let count = 0

type Newcomer = { username: string; email: string; cookie: string }

async function signUp(fields: object = {}, email?: string): Promise<Newcomer> {
  count += 1
  const username = `resume-${process.pid}-${count}`
  const address = email ?? `${username}@example.com`
  const answer = await worker.call('POST', 'auth/signup', {
    body: { name: username, email: address, password, ...fields },
  })
  expect(answer.status).toBe(201)
  const cookie = cookiesOf(answer)['signup']
  const line = answer.headers.getSetCookie().find((one) => one.startsWith('signup='))
  expect(line).toMatch(/; Max-Age=86400; .*HttpOnly; .*SameSite=Lax/)
  return { username, email: address, cookie: `signup=${cookie}` }
}

async function verify(newcomer: Newcomer): Promise<void> {
  const body = { token: await mailedToken(worker, newcomer.email, 'verify') }
  expect((await worker.call('POST', 'auth/verify_email', { body })).status).toBe(200)
}

async function proceed(Cookie: string, now?: number) {
  const answer = await worker.call<SignupContinuationView>('POST', 'auth/signup/continue', {
    headers: { Cookie },
    now,
  })
  return { outcome: answer.body.outcome, cookies: cookiesOf(answer) }
}

async function take(token: string): Promise<ResumePoint | null> {
  const { body } = await worker.call<ResumePointView>('POST', 'users/me/resume', { token })
  return body.resume
}

describe('the browser that signed up', () => {
  test('waits, is signed in once the address is verified, and only once', async () => {
    const person = await signUp()
    expect(await proceed(person.cookie)).toEqual({ outcome: 'waiting', cookies: {} })
    await verify(person)
    const both = await Promise.all([proceed(person.cookie), proceed(person.cookie)])
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(['signed_in', 'unknown'])
    const { cookies } = both.find(({ outcome }) => outcome === 'signed_in')!
    const token = cookies['access_token'] ?? ''
    expect((await worker.call('GET', 'users/me/settings', { token })).status).toBe(200)
    expect(cookies['refresh_token']).toBeTruthy()
    expect(cookies['signup']).toBe('')
    expect((await proceed(person.cookie)).outcome).toBe('unknown')
  })

  test.each(['', 'signup=made-up', 'signup=a.b.c'])('is not known by %j', async (cookie) => {
    expect((await proceed(cookie)).outcome).toBe('unknown')
  })

  test('is known no more after a day, or when the address was disowned', async () => {
    const late = await signUp()
    await verify(late)
    expect((await proceed(late.cookie, Date.now() + 25 * hour)).outcome).toBe('unknown')
    const other = await signUp()
    await worker.sql`update users set email = null, email_key = null
      where username = ${other.username}`
    expect((await proceed(other.cookie)).outcome).toBe('unknown')
  })

  test('waits for ever with an address in use, as with one that nobody verifies', async () => {
    const owner = await createMember(worker)
    const [stranger, newcomer] = [await signUp({}, owner.email), await signUp()]
    const waiting = { outcome: 'waiting', cookies: {} }
    expect([await proceed(stranger.cookie), await proceed(newcomer.cookie)]).toEqual([
      waiting,
      waiting,
    ])
    const late = Date.now() + 25 * hour
    expect((await proceed(stranger.cookie, late)).outcome).toBe('unknown')
  })

  test('loses it when the owner of the address sets a password', async () => {
    const stranger = await signUp()
    const request = { email: stranger.email }
    await worker.call('POST', 'auth/reset_password/request', { body: request })
    const token = await mailedToken(worker, stranger.email, 'reset-password')
    const reset = { token, password: 'the owner’s own words' }
    expect((await worker.call('POST', 'auth/reset_password', { body: reset })).status).toBe(200)
    expect((await proceed(stranger.cookie)).outcome).toBe('unknown')
  })

  test('loses it when the person ends the sessions elsewhere', async () => {
    const person = await signUp()
    await verify(person)
    const token = await logIn(worker, person.username)
    expect((await worker.call('DELETE', 'users/me/sessions', { token })).status).toBe(204)
    expect((await proceed(person.cookie)).outcome).toBe('unknown')
  })

  test('is not given one by a foreign page', async () => {
    const body = { name: 'planted', email: 'planted@example.com', password }
    const headers = { Origin: 'https://evil.example' }
    const answer = await worker.call<ErrorEnvelope>('POST', 'auth/signup', { body, headers })
    expect([answer.status, answer.body.code]).toEqual([403, 'foreign_origin'])
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('forgets the cookie at logout', async () => {
    const answer = await worker.call('POST', 'auth/logout')
    expect(cookiesOf(answer)['signup']).toBe('')
  })

  test('is not continued from another site', async () => {
    const person = await signUp()
    const answer = await worker.call<ErrorEnvelope>('POST', 'auth/signup/continue', {
      headers: { Cookie: person.cookie, Origin: 'https://evil.example' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('what was asked for before signing in', () => {
  test('is answered once to the account that was made for it', async () => {
    const person = await signUp({ resume: hype })
    await verify(person)
    const token = await logIn(worker, person.username)
    const stranger = await createMember(worker)
    expect(await take(stranger.token)).toBeNull()
    const both = await Promise.all([take(token), take(token)])
    expect(both).toEqual(expect.arrayContaining([hype, null]))
  })

  test('may be a page alone', async () => {
    const person = await signUp({ resume: { return_path: '/es/calendar', action: null } })
    await verify(person)
    const token = await logIn(worker, person.username)
    expect(await take(token)).toEqual({ return_path: '/es/calendar', action: null })
  })

  test('goes with a reset only when its link was used, whoever else asked for one', async () => {
    const { token, email, username } = await createMember(worker)
    const ask = (resume: ResumePoint) =>
      worker.call('POST', 'auth/reset_password/request', { body: { email, resume } })
    await ask(hype)
    const link = await mailedToken(worker, email, 'reset-password')
    await ask({ return_path: '/events/evil', action: { name: 'hype', subject: '666' } })
    expect(await take(token)).toBeNull()
    const reset = { token: link, password: 'another fine password' }
    expect((await worker.call('POST', 'auth/reset_password', { body: reset })).status).toBe(200)
    const fresh = await logIn(worker, username, { password: reset.password })
    expect(await take(fresh)).toEqual(hype)
    expect(await take(fresh)).toBeNull()
  })

  test('is not what somebody else wanted who signed up with the address', async () => {
    const stranger = await signUp({ resume: hype })
    const body = { email: stranger.email }
    await worker.call('POST', 'auth/reset_password/request', { body })
    const reset = {
      token: await mailedToken(worker, stranger.email, 'reset-password'),
      password: 'another fine password',
    }
    expect((await worker.call('POST', 'auth/reset_password', { body: reset })).status).toBe(200)
    const token = await logIn(worker, stranger.email, { password: reset.password })
    expect(await take(token)).toBeNull()
  })

  test('is not what somebody else wanted when another password voids their reset link', async () => {
    const person = await signUp()
    await verify(person)
    const token = await logIn(worker, person.username)
    const ask = { email: person.email, resume: hype }
    await worker.call('POST', 'auth/reset_password/request', { body: ask })
    const body = { current_password: password, password: 'another fine password' }
    expect((await worker.call('PUT', 'users/me/password', { token, body })).status).toBe(200)
    expect(await take(token)).toBeNull()
  })

  test('is not what somebody else wanted when an address is disowned', async () => {
    const person = await signUp()
    const token = await tokenFor(worker, person.username)
    const ask = { email: person.email, resume: hype }
    await worker.call('POST', 'auth/reset_password/request', { body: ask })
    const link = { token: await mailedToken(worker, person.email, 'verify') }
    expect((await worker.call('POST', 'auth/verify_email/disown', { body: link })).status).toBe(200)
    expect(await take(token)).toBeNull()
  })

  test.each([
    { return_path: 'https://evil.example', action: null },
    { return_path: '//evil.example', action: null },
    { return_path: '/a\u0000b', action: null },
    { return_path: '/events', action: { name: 'approve', subject: '1' } },
    { return_path: '/events', action: { name: 'hype', subject: '1 2' } },
  ])('is refused as %j', async (resume) => {
    const body = { name: `bad-${count++}`, email: 'bad@example.com', password, resume }
    const answer = await worker.call<ErrorEnvelope>('POST', 'auth/signup', { body })
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body.details)).toContain('"path":"resume.')
  })

  test('costs one trip to the database', async ({ member: { token } }) => {
    const before = worker.trips()
    await take(token)
    expect(worker.trips() - before).toBe(1)
  })
})

test('the browser’s zone at sign-up is that of the first e-mails; an unknown one is no obstacle', async () => {
  for (const [time_zone, kept] of [
    ['America/New_York', 'America/New_York'],
    ['Mars/Olympus', 'Europe/Paris'],
  ]) {
    const { username } = await signUp({ time_zone })
    const rows = await worker.sql`select timezone_name as zone, is_time_zone_chosen as chosen
      from users where username = ${username}`
    expect(rows).toEqual([{ zone: kept, chosen: 0 }])
  }
})

test('a hype tells when its reminders leave', async ({ member: { token } }) => {
  const start = Math.floor(Date.now() / 1000) * 1000 + 10 * hour
  const { id } = await createEvent(worker, { startAt: start })
  const path = `events/${id}/toggle_hype`
  const hyped = await worker.call('PUT', path, { token, body: { hyped: true } })
  // The 24 h mark is past: only the nearer one is to come.
  expect(hyped.body).toMatchObject({
    reminders: [new Date(start - hour).toISOString().replace('.000Z', 'Z')],
  })
  const unhyped = await worker.call('PUT', path, { token, body: { hyped: false } })
  expect(unhyped.body).toMatchObject({ reminders: [] })
})
