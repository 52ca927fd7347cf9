import { accountTokens } from '#worker/db/schema/accounts.ts'
import { recoveryCodes } from '#worker/db/schema/recovery-codes.ts'
import { createRandomInteger, sha256 } from '#worker/auth/crypto.ts'
import { insertInto, query } from '#tests/support/factories/rows.ts'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type {
  PasskeyAssertion,
  PasskeyCreationView,
  PasskeyRequestView,
  PasskeysView,
} from '#worker/features/accounts/passkeys/contract.ts'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import { FakeAuthenticator } from '#tests/support/fakes/fake-authenticator.ts'
import { callAs, type Member } from '#tests/support/factories/members.ts'
import type { TestApi } from './api.ts'
import type { Answer, CallOptions } from './worker.ts'

type Caller = Pick<Member, 'userId' | 'sessionId' | 'role'>
type Moment = { now?: number }
export type Challenge = PasskeyRequestView & { cookie: string }

function cookieOf({ headers }: Answer<unknown>): string {
  const cookie = headers.getSetCookie().find((one) => one.startsWith('passkey_challenge='))
  return cookie?.split(';')[0] ?? ''
}

export function newAuthenticator({ environment }: TestApi): FakeAuthenticator {
  return new FakeAuthenticator(environment.vars['SITE_URL'] ?? '')
}

export async function startAdding(worker: TestApi, member: Caller, { now }: Moment = {}) {
  const path = 'users/me/passkeys/challenge'
  const answer = await callAs<PasskeyCreationView & ErrorEnvelope>(worker, member, 'POST', path, {
    now,
  })
  return { ...answer, cookie: cookieOf(answer) }
}

/** Marks the session of staff like the mailed link to the first passkey. */
async function proveStaff(worker: TestApi, { sessionId, role }: Caller): Promise<void> {
  if (role === 'member') return
  await query(worker, 'update sessions set passkey_at = ? where id = ?', Date.now(), sessionId)
}

/** Adds a passkey as a browser would, and answers it. */
export async function addPasskey(
  worker: TestApi,
  member: Caller,
  { now, name = 'Laptop' }: Moment & { name?: string } = {},
): Promise<{ passkey: FakeAuthenticator; answer: Answer<PasskeysView & ErrorEnvelope> }> {
  const passkey = newAuthenticator(worker)
  await proveStaff(worker, member)
  const { body, cookie } = await startAdding(worker, member, { now })
  const answer = await callAs<PasskeysView & ErrorEnvelope>(
    worker,
    member,
    'POST',
    'users/me/passkeys',
    { body: passkey.create(body, name), headers: { Cookie: cookie }, now },
  )
  return { passkey, answer }
}

/** A passkey that the browser made, not yet sent. */
export async function placeNewPasskey(worker: TestApi, member: Caller): Promise<CallOptions> {
  const { body, cookie } = await startAdding(worker, member)
  const made = newAuthenticator(worker).create(body, 'Laptop')
  return { body: made, headers: { Cookie: cookie } }
}

/** An answer of the member's passkey, not yet sent. */
export async function placePasskeyAnswer(worker: TestApi, member: Caller): Promise<CallOptions> {
  const { passkey } = await addPasskey(worker, member)
  const challenge = await askChallenge(worker, { now: Date.now() + 1 })
  return { body: passkey.answer(challenge), headers: { Cookie: challenge.cookie } }
}

/** A recovery code of the member, not yet used. */
export async function placeRecoveryCode(worker: TestApi, member: Caller): Promise<CallOptions> {
  const code = `${createRandomInteger(1e7, 9e7)}${createRandomInteger(1e7, 9e7)}`
  await insertInto(worker, recoveryCodes, {
    hash: sha256(code),
    userId: member.userId,
    createdAt: Date.now(),
  })
  return { body: { code } }
}

/** The mailed link to the first passkey, not yet opened. */
export async function placePasskeyLink(worker: TestApi, member: Caller): Promise<CallOptions> {
  const token = `link-${member.userId}`
  await insertInto(worker, accountTokens, {
    id: token,
    userId: member.userId,
    kind: 'first_passkey',
    hash: sha256(token),
    email: 'somebody@example.com',
    createdAt: Date.now(),
    expiresAt: Date.now() + 60_000,
  })
  return { body: { token } }
}

export async function askChallenge(worker: TestApi, { now }: Moment = {}): Promise<Challenge> {
  const answer = await worker.call<PasskeyRequestView>('POST', 'auth/passkey/challenge', {
    now,
  })
  return { ...answer.body, cookie: cookieOf(answer) }
}

export function signIn(
  worker: TestApi,
  { cookie }: Pick<Challenge, 'cookie'>,
  body: PasskeyAssertion,
  { now }: Moment = {},
): Promise<Answer<TokensView & ErrorEnvelope>> {
  return worker.call('POST', 'auth/passkey', { body, headers: { Cookie: cookie }, now })
}

/** Shows the passkey of the member in their session. */
export async function confirm(
  worker: TestApi,
  member: Caller,
  passkey: FakeAuthenticator,
  { now }: Moment = {},
): Promise<Answer<ErrorEnvelope>> {
  const challenge = await askChallenge(worker, { now })
  const headers = { Cookie: challenge.cookie }
  const body = passkey.answer(challenge)
  return callAs(worker, member, 'POST', 'auth/passkey/confirm', { body, headers, now })
}
