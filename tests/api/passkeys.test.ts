import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { PasskeysView } from '#worker/features/accounts/passkeys/contract.ts'
import {
  addPasskey,
  askChallenge,
  confirm,
  newAuthenticator,
  signIn,
  startAdding,
} from '#tests/support/drivers/passkeys.ts'
import { minute } from '#tests/support/drivers/durations.ts'
import {
  callAs,
  getAs,
  createMember,
  createSession,
  type Member,
} from '#tests/support/factories/members.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  `${status} ${body?.code ?? ''}`.trim()

const listed = async (member: Member) => getAs<PasskeysView>(worker, member, 'users/me/passkeys')

const mailsTo = ({ userId }: Member) =>
  worker.sql<{ payload: string }>`select payload from deliveries where user_id = ${userId}
    and kind = 'sign_in_method_changed' order by id`

describe('adding a passkey', () => {
  test('lists it, mails the member and confirms the session', async ({ member }) => {
    const { answer } = await addPasskey(worker, member, { name: 'My  laptop' })
    expect(codeOf(answer)).toBe('201')
    expect(await listed(member)).toMatchObject({
      items: [{ name: 'My laptop', last_used_at: null }],
      staff: { is_required: false, is_used: true, recovery_codes_left: null },
    })
    expect((await mailsTo(member)).map(({ payload }) => JSON.parse(payload).change)).toEqual([
      'passkey_added',
    ])
  })

  test('needs a recent sign-in [ASVS 7.5.1]', async () => {
    const now = Date.now()
    const member = await createMember(worker, { createdAt: now - 11 * minute })
    expect(codeOf(await startAdding(worker, member))).toBe('403 sign_in_again')
    const { cookie, body } = await startAdding(worker, member, { now: now - 2 * minute })
    const made = newAuthenticator(worker).create(body, 'Late')
    const options = { body: made, headers: { Cookie: cookie } }
    const answer = await callAs(worker, member, 'POST', 'users/me/passkeys', options)
    expect(codeOf(answer)).toBe('403 sign_in_again')
  })

  test('needs a verified address', async () => {
    const member = await createMember(worker, { isVerified: false })
    expect(codeOf(await startAdding(worker, member))).toBe('409 verify_email_first')
  })

  test.each([
    ['another site’s page', { origin: 'https://evil.example' }],
    ['another domain’s authenticator', { rpId: 'evil.example' }],
    ['nobody verified', { isUserVerified: false }],
  ])('refuses %s', async (_, bent) => {
    const member = await createMember(worker)
    const { body, cookie } = await startAdding(worker, member)
    const made = newAuthenticator(worker).create(body, 'Bent', bent)
    const options = { body: made, headers: { Cookie: cookie } }
    const answer = await callAs(worker, member, 'POST', 'users/me/passkeys', options)
    expect(codeOf(answer)).toBe('422 passkey_refused')
    expect((await listed(member)).items).toEqual([])
  })

  test('refuses a challenge of somebody else, of a sign-in and of long ago', async () => {
    const [member, other] = [await createMember(worker), await createMember(worker)]
    const { body, cookie } = await startAdding(worker, member)
    const made = newAuthenticator(worker).create(body, 'Stolen')
    const add = (by: Member, Cookie: string, now?: number) =>
      callAs(worker, by, 'POST', 'users/me/passkeys', { body: made, headers: { Cookie }, now })
    const expired = '422 passkey_challenge_expired'
    expect(codeOf(await add(other, cookie))).toBe(expired)
    expect(codeOf(await add(member, (await askChallenge(worker)).cookie))).toBe(expired)
    expect(codeOf(await add(member, cookie, Date.now() + 11 * minute))).toBe(expired)
    expect(codeOf(await add(member, ''))).toBe(expired)
    expect(codeOf(await add(member, cookie))).toBe('201')
    expect(codeOf(await add(member, cookie))).toBe('409 passkey_exists')
  })

  test('stops at twenty, also when many come at once', async ({ member }) => {
    await worker.sql`insert into passkeys (user_id, name, credential_id, public_key, counter,
      transports,
      created_at, challenged_at)
      select ${member.userId}, 'Key', 'key-' || ${member.userId} || value, 'x', 0, '[]', 0, 0
      from generate_series(1, 19)`
    const prepared = await Promise.all(Array.from({ length: 3 }, () => startAdding(worker, member)))
    const answers = await Promise.all(
      prepared.map(({ body, cookie }) =>
        callAs(worker, member, 'POST', 'users/me/passkeys', {
          body: newAuthenticator(worker).create(body, 'One of three'),
          headers: { Cookie: cookie },
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(codeOf(await startAdding(worker, member))).toBe('409 too_many_passkeys')
  })
})

describe('signing in with a passkey', () => {
  test('opens a session of the member and remembers the device [ASVS 6.3.3]', async () => {
    const member = await createMember(worker)
    const { passkey } = await addPasskey(worker, member)
    const challenge = await askChallenge(worker)
    const answer = await signIn(worker, challenge, passkey.answer(challenge))
    expect(codeOf(answer)).toBe('200')
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
    expect(cookies).toEqual(
      expect.arrayContaining(['access_token', 'refresh_token', 'known_device']),
    )
    const body = await worker.get<{ profile: { username: string } }>('users/me/settings', {
      token: answer.body.access_token,
    })
    expect(body.profile.username).toBe(member.username)
    expect((await listed(member)).items[0]?.last_used_at).not.toBeNull()
  })

  test('works once for each challenge, and for none before it', async ({ member }) => {
    const { passkey } = await addPasskey(worker, member)
    const earlier = await askChallenge(worker)
    const later = await askChallenge(worker, { now: Date.now() + 1000 })
    const now = Date.now() + 2000
    const answer = passkey.answer(later)
    expect(codeOf(await signIn(worker, later, answer, { now }))).toBe('200')
    expect(codeOf(await signIn(worker, later, answer, { now }))).toBe('422 passkey_refused')
    expect(codeOf(await signIn(worker, earlier, passkey.answer(earlier), { now }))).toBe(
      '422 passkey_refused',
    )
  })

  test('happens once when the same answer comes twice at once', async ({ member }) => {
    const { passkey } = await addPasskey(worker, member)
    const challenge = await askChallenge(worker)
    const answer = passkey.answer(challenge)
    const both = await Promise.all([0, 1, 2].map(() => signIn(worker, challenge, answer)))
    expect(both.map(codeOf).toSorted()).toEqual([
      '200',
      '422 passkey_refused',
      '422 passkey_refused',
    ])
    expect(
      await worker.sql`select count(*) as n from sessions where user_id = ${member.userId}`,
    ).toEqual([{ n: 2 }])
  })

  test.each([
    ['another site’s page', { origin: 'https://evil.example' }],
    ['another domain', { rpId: 'evil.example' }],
    ['nobody verified', { isUserVerified: false }],
    ['a counter that went back', { counter: 1 }],
    ['another member’s handle', { userHandle: 'OTk5OTk5' }],
  ])('refuses %s', async (_, bent) => {
    const { passkey } = await addPasskey(worker, await createMember(worker))
    const challenge = await askChallenge(worker)
    const answer = passkey.answer(challenge, bent)
    expect(codeOf(await signIn(worker, challenge, answer))).toBe('422 passkey_refused')
  })

  test('refuses a passkey nobody has, another’s signature and a lost cookie', async () => {
    const { passkey } = await addPasskey(worker, await createMember(worker))
    const stranger = newAuthenticator(worker)
    const challenge = await askChallenge(worker)
    const refused = '422 passkey_refused'
    expect(codeOf(await signIn(worker, challenge, stranger.answer(challenge)))).toBe(refused)
    const mixed = { ...stranger.answer(challenge), id: passkey.id, rawId: passkey.id }
    expect(codeOf(await signIn(worker, challenge, mixed))).toBe(refused)
    const answer = passkey.answer(challenge)
    const expired = '422 passkey_challenge_expired'
    expect(codeOf(await signIn(worker, { cookie: '' }, answer))).toBe(expired)
    const now = Date.now() + 11 * minute
    expect(codeOf(await signIn(worker, challenge, answer, { now }))).toBe(expired)
  })

  test('refuses who is deactivated, and foreign pages', async ({ member }) => {
    const { passkey } = await addPasskey(worker, member)
    await worker.sql`update users set is_active = 0 where id = ${member.userId}`
    const challenge = await askChallenge(worker)
    const body = passkey.answer(challenge)
    expect(codeOf(await signIn(worker, challenge, body))).toBe('403 account_inactive')
    const headers = { Cookie: challenge.cookie, Origin: 'https://evil.example' }
    const foreign = await worker.call('POST', 'auth/passkey', { body, headers })
    expect(codeOf(foreign)).toBe('403 foreign_origin')
  })

  test.each([
    ['no body', undefined],
    ['no object', []],
    ['a number as id', { id: 7 }],
    ['a huge signature', { id: 'a', rawId: 'a', type: 'public-key', response: 'x'.repeat(50_000) }],
  ])('answers 4xx to %s', async (_, body) => {
    const { cookie } = await askChallenge(worker)
    const answer = await worker.call('POST', 'auth/passkey', { body, headers: { Cookie: cookie } })
    expect([400, 413, 422]).toContain(answer.status)
  })
})

describe('a passkey', () => {
  test('is renamed and removed by its owner alone, and the member gets a mail', async () => {
    const [member, other] = [await createMember(worker), await createMember(worker)]
    const { passkey, answer } = await addPasskey(worker, member)
    const path = `users/me/passkeys/${answer.body.items[0]?.id}`
    const rename = (by: Member, name: string) =>
      callAs<PasskeysView & ErrorEnvelope>(worker, by, 'PUT', path, { body: { name } })
    expect(codeOf(await rename(other, 'Mine'))).toBe('404 passkey_not_found')
    expect(codeOf(await rename(member, 'a\u202eb'))).toBe('422 validation_failed')
    expect((await rename(member, 'Phone')).body.items[0]?.name).toBe('Phone')
    expect(codeOf(await callAs(worker, other, 'DELETE', path))).toBe('404 passkey_not_found')
    expect(codeOf(await callAs(worker, member, 'DELETE', path))).toBe('200')
    expect(codeOf(await callAs(worker, member, 'DELETE', path))).toBe('404 passkey_not_found')
    const challenge = await askChallenge(worker)
    expect(codeOf(await signIn(worker, challenge, passkey.answer(challenge)))).toBe(
      '422 passkey_refused',
    )
    expect((await mailsTo(member)).map(({ payload }) => JSON.parse(payload).change)).toEqual([
      'passkey_added',
      'passkey_removed',
    ])
  })

  test('stays where it is the last way in', async ({ member }) => {
    const { answer } = await addPasskey(worker, member)
    await worker.sql`update users set email = null, email_key = null, email_verified_at = null
      where id = ${member.userId}`
    const path = `users/me/passkeys/${answer.body.items[0]?.id}`
    expect(codeOf(await callAs(worker, member, 'DELETE', path))).toBe('409 last_sign_in_method')
    expect((await listed(member)).items).toHaveLength(1)
  })

  test('confirms the session of its owner alone', async ({ member, other }) => {
    const now = Date.now()
    const { passkey } = await addPasskey(worker, member)
    const later = { ...member, ...(await createSession(worker, member, now - 20 * minute)) }
    expect(codeOf(await startAdding(worker, later))).toBe('403 sign_in_again')
    expect(codeOf(await confirm(worker, other, passkey))).toBe('422 passkey_refused')
    expect(codeOf(await confirm(worker, later, passkey))).toBe('200')
    expect((await startAdding(worker, later)).status).toBe(200)
  })
})
