import { describe, expect } from 'vitest'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import type { CalendarFeedView } from '#worker/features/events/feeds/contract.ts'
import { calendarFeeds } from '#worker/db/schema/events.ts'
import { scheduleSources } from '#worker/db/schema/imports.ts'
import { insertChannel } from '#tests/support/factories/directory.ts'
import {
  createMember,
  password,
  type Member,
  type MemberOptions,
} from '#tests/support/factories/members.ts'
import { insertRow } from '#tests/support/factories/rows.ts'
import { addPasskey, askChallenge, signIn } from '#tests/support/drivers/passkeys.ts'
import { enterCode, requestCode } from '#tests/support/drivers/sign-in-codes.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'
import { mailedToken } from '#tests/support/factories/people.ts'

const newPassword = 'staple of another horse'
const feedPath = 'users/me/calendar_feeds'

function placeOwner(options: Pick<MemberOptions, 'isVerified' | 'createdAt' | 'language'> = {}) {
  return createMember(worker, { ...options, hasPassword: true })
}

async function createFeed({ token }: Member): Promise<string> {
  const { status, body } = await worker.call<CalendarFeedView>('POST', feedPath, {
    token,
    body: { scope: 'both' },
  })
  expect(status).toBe(201)
  return new URL(body.links?.https ?? '').pathname
}

async function statusOf(path: string): Promise<number> {
  return (await worker.fetch(path)).status
}

/** A feed that somebody left who used the account before its address was proved. */
function insertFeed({ userId }: Member) {
  const row = { userId, tokenHash: `hash-${userId}`, token: 'x', scope: 'both', createdAt: 1 }
  return insertRow(worker, calendarFeeds, row as typeof calendarFeeds.$inferInsert)
}

async function insertImport({ userId }: Member, createdAt: number): Promise<void> {
  const { streamerId, accountId } = await insertChannel(worker, userId, { isVerified: true })
  await insertRow(worker, scheduleSources, {
    userId,
    streamerId,
    accountId,
    kind: 'twitch_schedule',
    category: 'charity',
    language: 'en',
    timezone: 'UTC',
    createdAt,
  })
}

function importsOf({ userId }: Member) {
  return worker.sql`select created_at as at from schedule_sources where user_id = ${userId}`
}

function logIn(username: string) {
  const body = new URLSearchParams({ username, password })
  return worker.call<TokensView>('POST', 'auth/login', { body })
}

async function isSignedIn(token: string): Promise<boolean> {
  return (await worker.call('GET', 'users/me/settings', { token })).status === 200
}

async function mailTo(email: string, text: RegExp): Promise<string> {
  const mail = await waitFor(
    async () => (await worker.mails(email)).find((one) => text.test(one.text)),
    `a mail to ${email} with ${text}`,
  )
  return mail.text
}

async function requestReset({ email }: Member): Promise<string> {
  await worker.call('POST', 'auth/reset_password/request', { body: { email } })
  return mailedToken(worker, email, 'reset-password')
}

async function resetPassword(owner: Member, fields: object = {}): Promise<void> {
  const body = { token: await requestReset(owner), password: newPassword, ...fields }
  expect((await worker.call('POST', 'auth/reset_password', { body })).status).toBe(200)
}

describe('a password reset [ASVS 6.4.3]', () => {
  test('revokes the calendar links and says so [ASVS 7.4.3] [abuse 7]', async () => {
    const owner = await placeOwner()
    const feed = await createFeed(owner)
    expect(await statusOf(feed)).toBe(200)
    await resetPassword(owner)
    expect(await statusOf(feed)).toBe(404)
    expect(await mailTo(owner.email, /was changed/)).toContain('calendar links no longer work')
  })

  test.each([
    ['never proved', false, 2_000, []],
    ['proved later', true, 999, []],
    ['proved before', true, 1_001, [{ at: 1_001 }]],
  ] as const)('where the address was %s', async (_, isVerified, importedAt, left) => {
    const owner = await placeOwner({ isVerified, createdAt: 1_000 })
    await insertImport(owner, importedAt)
    await resetPassword(owner)
    expect(await importsOf(owner)).toEqual(left)
  })

  test('leaves the links and imports of others alone', async () => {
    const [owner, other] = [await placeOwner(), await placeOwner({ createdAt: 1_000 })]
    const feed = await createFeed(await createMember(worker))
    await insertImport(other, 1)
    await resetPassword(owner)
    expect([await statusOf(feed), await importsOf(other)]).toEqual([200, [{ at: 1 }]])
  })
})

test('a reset that proves the address has the one welcome mail ask about news', async () => {
  const welcome = /(?:\/[a-z]{2})?\/marketing\/[\w-]+/
  const owner = await placeOwner({ isVerified: false, language: 'fr' })
  await worker.sql`update users set is_marketing = 1 where id = ${owner.userId}`
  await resetPassword(owner)
  const [path = ''] = welcome.exec(await mailTo(owner.email, welcome)) ?? []
  expect((await worker.fetch(path)).status).toBe(200)
  const asked = (await worker.mails(owner.email)).filter(({ text }) => welcome.test(text))
  expect(asked).toHaveLength(1)
})

describe('the passkey and the provider of a thief', () => {
  async function placeThief() {
    const owner = await createMember(worker, { hasPassword: true, language: 'en' })
    await worker.sql`update users set email_verified_at = 1000 where id = ${owner.userId}`
    const { passkey, answer } = await addPasskey(worker, owner)
    const id = answer.body.items[0]!.id
    await worker.sql`insert into identities (user_id, provider, provider_user_id, created_at)
      values (${owner.userId}, 'twitch', 'thief-' || ${owner.userId}, ${Date.now()}),
      (${owner.userId}, 'google', 'own-' || ${owner.userId}, 1001)`
    const enter = async () => {
      const challenge = await askChallenge(worker, { now: Date.now() + 1 })
      const { status, body } = await signIn(worker, challenge, passkey.answer(challenge), {
        now: Date.now() + 1,
      })
      return [status, body.code]
    }
    return { owner, id, enter }
  }
  const providersOf = ({ userId }: Member) =>
    worker.sql`select provider from identities where user_id = ${userId} order by id`

  test('are ticked on the page of the reset, those of long ago are not', async () => {
    const { owner } = await placeThief()
    const html = await (
      await worker.fetch(`/auth/reset-password/${await requestReset(owner)}`)
    ).text()
    const ticks = [...html.matchAll(/<input type="checkbox"( checked="")?\/>/g)]
    expect(ticks.map(([, isTicked]) => isTicked !== undefined)).toEqual([true, true, false])
  })

  test('end in the transaction of the reset, which its mail names [ASVS 6.4.3] [abuse 15]', async () => {
    const { owner, id, enter } = await placeThief()
    await resetPassword(owner, { remove: { passkeys: [id], providers: ['twitch'] } })
    expect(await enter()).toEqual([422, 'passkey_refused'])
    expect(await providersOf(owner)).toEqual([{ provider: 'google' }])
    expect(await mailTo(owner.email, /Your password was changed/)).toMatch(
      /We disconnected Twitch and Passkeys/,
    )
    expect(
      await worker.sql`select detail from security_events where user_id = ${owner.userId}
      and kind = 'sign_in_method_removed' order by id`,
    ).toEqual([{ detail: 'passkey' }, { detail: 'twitch' }])
  })

  test('stay where a call names none, and where the link is another member’s', async () => {
    const [{ owner, enter }, other] = [await placeThief(), await placeThief()]
    await resetPassword(owner, { remove: { passkeys: [other.id] } })
    expect(await enter()).toEqual([200, undefined])
    expect(await providersOf(owner)).toHaveLength(2)
    expect(await other.enter()).toEqual([200, undefined])
  })
})

describe('a changed password', () => {
  test('revokes the calendar links and says so [ASVS 7.4.3] [abuse 7]', async () => {
    const owner = await placeOwner()
    const feed = await createFeed(owner)
    const body = { current_password: password, password: newPassword }
    await worker.call('PUT', 'users/me/password', { token: owner.token, body })
    expect(await statusOf(feed)).toBe(404)
    expect(await mailTo(owner.email, /was changed/)).toContain('calendar links no longer work')
  })
})

describe('a changed address [ASVS 6.4.3]', () => {
  let count = 0
  async function changeEmail(owner: Member, refreshToken?: string): Promise<void> {
    count += 1
    const email = `moved-${count}@example.com`
    await worker.call('PUT', 'users/me/email', { token: owner.token, body: { email, password } })
    const body = { token: await mailedToken(worker, email, 'verify') }
    expect(await mailTo(email, /new address/)).toContain('calendar links')
    const headers = refreshToken ? { Cookie: `refresh_token=${refreshToken}` } : undefined
    expect((await worker.call('POST', 'auth/verify_email', { body, headers })).status).toBe(200)
  }

  test('ends all sessions but that of the browser that opened the link [ASVS 7.4.3] [abuse 7]', async () => {
    const owner = await placeOwner()
    const [opener, other] = [await logIn(owner.username), await logIn(owner.username)]
    await changeEmail(owner, opener.body.refresh_token)
    expect(await isSignedIn(opener.body.access_token)).toBe(true)
    expect(await isSignedIn(other.body.access_token)).toBe(false)
    expect(await isSignedIn(owner.token)).toBe(false)
  })

  test('ends all of them when the browser is nobody’s or another member’s', async () => {
    const stranger = await placeOwner()
    const { body: foreign } = await logIn(stranger.username)
    for (const refreshToken of [undefined, foreign.refresh_token]) {
      const owner = await placeOwner()
      const own = await logIn(owner.username)
      await changeEmail(owner, refreshToken)
      expect(await isSignedIn(own.body.access_token)).toBe(false)
    }
    expect(await isSignedIn(foreign.access_token)).toBe(true)
  })

  test('revokes the calendar links, and imports from before the former one was proved', async () => {
    const owner = await placeOwner()
    const feed = await createFeed(owner)
    await insertImport(owner, 1)
    await changeEmail(owner)
    expect([await statusOf(feed), await importsOf(owner)]).toEqual([404, []])
  })

  test('keeps imports of a member whose former address was proved before', async () => {
    const owner = await placeOwner({ createdAt: 1_000 })
    await worker.sql`update sessions set created_at = ${Date.now()}`
    await insertImport(owner, 1_001)
    const { body } = await logIn(owner.username)
    await changeEmail({ ...owner, token: body.access_token })
    expect(await importsOf(owner)).toEqual([{ at: 1_001 }])
  })
})

describe('before the address is proved [ASVS 6.4.3]', () => {
  test('no calendar link can be made', async () => {
    const { token, userId } = await placeOwner({ isVerified: false })
    const answer = await worker.call('POST', feedPath, { token, body: { scope: 'both' } })
    expect([answer.status, answer.body.code]).toEqual([403, 'verify_email_first'])
    expect(await worker.sql`select 1 from calendar_feeds where user_id = ${userId}`).toEqual([])
  })

  test('what was made is gone once its owner signs in by a code', async () => {
    const owner = await placeOwner({ isVerified: false })
    await insertFeed(owner)
    await insertImport(owner, 1)
    expect((await enterCode(worker, await requestCode(worker, owner.email))).status).toBe(200)
    expect(await importsOf(owner)).toEqual([])
    expect(await worker.sql`select 1 from calendar_feeds where user_id = ${owner.userId}`).toEqual(
      [],
    )
  })
})
