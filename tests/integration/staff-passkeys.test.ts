import { describe, expect } from 'vitest'
import type { RecoveryCodesView } from '#worker/features/accounts/passkeys/contract.ts'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import {
  addPasskey,
  confirm,
  placeRecoveryCode,
  startAdding,
} from '#tests/support/drivers/passkeys.ts'
import { minute } from '#tests/support/drivers/durations.ts'
import { insertGame } from '#tests/support/factories/directory.ts'
import {
  callAs,
  createMember,
  createSession,
  type Member,
} from '#tests/support/factories/members.ts'
import { listOperations, type Operation } from '#tests/support/tables/api-document.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { testWith, worker } from '#tests/support/fixtures/built-worker.ts'
let operations: Operation[]
const test = testWith({ STAFF_PASSKEYS: 'required' })

test.beforeAll(async () => {
  operations = await listOperations(worker)
})

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  `${status} ${body?.code ?? ''}`.trim()

const newGame = (by: Member, now?: number) =>
  callAs(worker, by, 'POST', 'admin/games', { body: { name: `Game ${Math.random()}` }, now })

const another = async (member: Member, at = Date.now()): Promise<Member> => ({
  ...member,
  ...(await createSession(worker, member, at)),
})

async function createCodes(member: Member): Promise<string[]> {
  const path = 'users/me/recovery_codes'
  const { status, body } = await callAs<RecoveryCodesView & ErrorEnvelope>(
    worker,
    member,
    'POST',
    path,
  )
  expect([status, body.code]).toEqual([200, undefined])
  return body.codes
}

const useCode = (member: Member, code: string) =>
  callAs(worker, member, 'POST', 'auth/recovery_code', { body: { code } })

describe('where passkeys are required', () => {
  test('staff read the panel and change nothing without one [ASVS 6.3.3]', async () => {
    const moderator = await createMember(worker, { role: 'moderator' })
    expect((await callAs(worker, moderator, 'GET', 'admin/games')).status).toBe(200)
    expect(codeOf(await newGame(moderator))).toBe('403 passkey_required')
    await addPasskey(worker, moderator)
    expect((await newGame(moderator)).status).toBe(201)
  })

  test.each(['admin/users', 'admin/users/{id}', 'admin/security_log'])(
    'a thief of the password reads nothing of members at %s',
    async (path) => {
      const admin = await createMember(worker, { role: 'admin' })
      const address = path.replace('{id}', String(admin.userId))
      expect(codeOf(await callAs(worker, admin, 'GET', address))).toBe('403 passkey_required')
      await addPasskey(worker, admin)
      expect((await callAs(worker, admin, 'GET', address)).status).toBe(200)
    },
  )

  test('a thief of the password makes no first passkey', async () => {
    const admin = await createMember(worker, { role: 'admin' })
    expect(codeOf(await startAdding(worker, admin))).toBe('403 passkey_required')
  })

  test('the first passkey takes a mailed link, once, in a session of its recipient', async () => {
    const [admin, other] = [
      await createMember(worker, { role: 'admin', language: 'en' }),
      await createMember(worker, { role: 'admin' }),
    ]
    const asked = await callAs(worker, admin, 'POST', 'users/me/passkeys/link')
    expect(codeOf(asked)).toBe('200')
    const token = await waitFor(async () => {
      const texts = (await worker.mails(admin.email)).map(({ text }) => text)
      return /\/profile\/security\?passkey=([\w-]+)#passkeys/.exec(texts.join())?.[1]
    }, 'the link to the first passkey')
    const open = (by: Member) =>
      callAs(worker, by, 'POST', 'auth/passkey_link', { body: { token } })
    const bad = '422 bad_verification_token'
    expect(codeOf(await open(other))).toBe(bad)
    expect(codeOf(await open(admin))).toBe('200')
    expect((await startAdding(worker, admin)).status).toBe(200)
    expect(codeOf(await open(admin))).toBe(bad)
  })

  test('no link is mailed to members, nor to staff who have a passkey', async () => {
    const [member, moderator] = [
      await createMember(worker),
      await createMember(worker, { role: 'moderator' }),
    ]
    await addPasskey(worker, moderator)
    const ask = (by: Member) => callAs(worker, by, 'POST', 'users/me/passkeys/link')
    expect([codeOf(await ask(member)), codeOf(await ask(moderator))]).toEqual([
      '404 page_not_found',
      '409 passkey_exists',
    ])
    expect(
      await worker.sql`select 1 from account_tokens where kind = 'first_passkey'
      and user_id in (${member.userId}, ${moderator.userId})`,
    ).toEqual([])
  })

  test('a code from the command line opens the way to the first passkey', async () => {
    const admin = await createMember(worker, { role: 'admin' })
    const { body } = await placeRecoveryCode(worker, admin)
    expect(codeOf(await callAs(worker, admin, 'POST', 'auth/recovery_code', { body }))).toBe('200')
    expect((await startAdding(worker, admin)).status).toBe(200)
  })

  test('a thief of the mailbox removes no passkey with the password [ASVS 6.4.3]', async () => {
    const moderator = await createMember(worker, { role: 'moderator' })
    const { answer } = await addPasskey(worker, moderator)
    await callAs(worker, moderator, 'POST', 'auth/reset_password/request', {
      body: { email: moderator.email },
    })
    const token = await waitFor(async () => {
      const texts = (await worker.mails(moderator.email)).map(({ text }) => text)
      return /\/auth\/reset-password\/([\w-]+)/.exec(texts.join())?.[1]
    }, 'the reset link')
    const page = await (await worker.fetch(`/auth/reset-password/${token}`)).text()
    expect(page).not.toContain('type="checkbox"')
    const remove = { passkeys: [answer.body.items[0]?.id] }
    const body = { token, password: 'correct horse battery', remove }
    expect((await worker.call('POST', 'auth/reset_password', { body })).status).toBe(200)
    expect(
      await worker.sql`select 1 from passkeys where user_id = ${moderator.userId}`,
    ).toHaveLength(1)
  })

  test('each session needs the passkey by itself', async () => {
    const moderator = await createMember(worker, { role: 'moderator' })
    const { passkey } = await addPasskey(worker, moderator)
    const other = await another(moderator)
    expect(codeOf(await newGame(other))).toBe('403 passkey_required')
    expect(codeOf(await confirm(worker, other, passkey))).toBe('200')
    expect((await newGame(other)).status).toBe(201)
  })

  test('what staff do as members needs none', async () => {
    const moderator = await createMember(worker, { role: 'moderator' })
    const body = { is_marketing: true }
    expect((await callAs(worker, moderator, 'PUT', 'users/me/marketing', { body })).status).toBe(
      200,
    )
  })

  test('a thief of the password replaces no passkey [ASVS 7.5.1]', async () => {
    const moderator = await createMember(worker, { role: 'moderator' })
    const { answer } = await addPasskey(worker, moderator)
    const thief = await another(moderator)
    expect(codeOf(await startAdding(worker, thief))).toBe('403 passkey_required')
    const path = `users/me/passkeys/${answer.body.items[0]?.id}`
    expect(codeOf(await callAs(worker, thief, 'DELETE', path))).toBe('403 passkey_required')
    const rename = { body: { name: 'Mine' } }
    expect(codeOf(await callAs(worker, thief, 'PUT', path, rename))).toBe('403 passkey_required')
    const codes = await callAs(worker, thief, 'POST', 'users/me/recovery_codes')
    expect(codeOf(codes)).toBe('403 passkey_required')
  })
})

describe('recovery codes', () => {
  test('ten replace a lost passkey, each once [ASVS 6.4.4, 6.5.1]', async () => {
    const moderator = await createMember(worker, { role: 'moderator' })
    await addPasskey(worker, moderator)
    const codes = await createCodes(moderator)
    expect(new Set(codes).size).toBe(10)
    const [first = ''] = codes
    const lost = await another(moderator)
    expect(codeOf(await newGame(lost))).toBe('403 passkey_required')
    expect(codeOf(await useCode(lost, first.toUpperCase().replaceAll('-', ' ')))).toBe('200')
    expect((await newGame(lost)).status).toBe(201)
    expect((await startAdding(worker, lost)).status).toBe(200)
    expect(codeOf(await useCode(await another(moderator), first))).toBe('422 wrong_recovery_code')
    const changes = await worker.sql<{ payload: string }>`select payload from deliveries
      where user_id = ${moderator.userId} and kind = 'sign_in_method_changed' order by id`
    expect(changes.map(({ payload }) => JSON.parse(payload).change)).toEqual([
      'passkey_added',
      'recovery_codes_created',
      'recovery_code_used',
    ])
  })

  test('new ones end those of before, and another’s open nothing [ASVS 6.4.4]', async () => {
    const [moderator, other] = [
      await createMember(worker, { role: 'moderator' }),
      await createMember(worker, { role: 'moderator' }),
    ]
    await addPasskey(worker, moderator)
    const [former = ''] = await createCodes(moderator)
    const [current = ''] = await createCodes(moderator)
    const lost = await another(moderator)
    expect(codeOf(await useCode(lost, former))).toBe('422 wrong_recovery_code')
    expect(codeOf(await useCode(other, current))).toBe('422 wrong_recovery_code')
    expect(codeOf(await useCode(lost, 'short'))).toBe('422 validation_failed')
    expect(codeOf(await useCode(lost, current))).toBe('200')
  })

  test('are not to be guessed: many wrong ones have to wait [ASVS 6.6.3]', async () => {
    const moderator = await createMember(worker, { role: 'moderator' })
    await addPasskey(worker, moderator)
    const [right = ''] = await createCodes(moderator)
    const answers = []
    for (let tries = 0; tries < 7; tries++) {
      answers.push(codeOf(await useCode(moderator, 'aaaabbbbccccdddd')))
    }
    expect(answers.at(-1)).toBe('429 too_many_attempts')
    expect(codeOf(await useCode(moderator, right))).toBe('429 too_many_attempts')
  })

  test('take the right one after five wrong ones', async () => {
    const moderator = await createMember(worker, { role: 'moderator' })
    await addPasskey(worker, moderator)
    const [right = ''] = await createCodes(moderator)
    for (let tries = 0; tries < 5; tries++) await useCode(moderator, 'aaaabbbbccccdddd')
    expect(codeOf(await useCode(moderator, right))).toBe('200')
    expect(codeOf(await useCode(moderator, 'aaaabbbbccccdddd'))).toBe('422 wrong_recovery_code')
  })

  test('are for staff alone', async ({ member }) => {
    await addPasskey(worker, member)
    const answer = await callAs(worker, member, 'POST', 'users/me/recovery_codes')
    expect(codeOf(answer)).toBe('403 forbidden')
  })
})

describe('what cannot be taken back', () => {
  test('needs a confirmation of the last ten minutes', async () => {
    const now = Date.now()
    const admin = await createMember(worker, { role: 'admin', createdAt: now - 20 * minute })
    const { passkey } = await addPasskey(worker, admin, { now: now - 15 * minute })
    const path = `admin/games/${await insertGame(worker, `Deleted ${now}`)}`
    expect((await newGame(admin)).status).toBe(201)
    expect(codeOf(await callAs(worker, admin, 'DELETE', path))).toBe('403 sign_in_again')
    expect(codeOf(await confirm(worker, admin, passkey))).toBe('200')
    expect((await callAs(worker, admin, 'DELETE', path)).status).toBe(204)
  })

  test('is every deletion, merge, bulk act, role change and sending', () => {
    const names = operations
      .filter(({ method, path }) => method !== 'GET' && path.startsWith('/admin/'))
      .filter(
        ({ method, path }) =>
          method === 'DELETE' || /\/(?:merge|bulk|scopes)$|campaigns\/\{id\}\/send$/.test(path),
      )
    expect(names.length).toBeGreaterThan(14)
    for (const { name, isConfirmed } of names) expect([name, isConfirmed]).toEqual([name, true])
  })
})
