import { decodeBase64urlIgnorePadding } from '@oslojs/encoding'
import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member, type Visitor } from '#worker/context.ts'
import type { PasskeyId, SessionId } from '#worker/contracts/ids.ts'
import type { ResultOf, Statement } from '#worker/db/client.ts'
import { BatchError } from '#worker/db/hrana.ts'
import { booleanSql } from '#worker/db/row.ts'
import { passkeys, sessions, users } from '#worker/db/schema/accounts.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { requireChange, update } from '#worker/db/writes.ts'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import { createDeviceToken } from '#worker/features/accounts/known-device.ts'
import { sessionHolderColumns, openSession } from '#worker/features/accounts/sessions.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'
import { deactivationId } from '#worker/auth/inactive-account.ts'
import { assertActiveAccount } from '#worker/features/accounts/refused-sign-in.ts'
import { AppError } from '#worker/api/errors.ts'
import { decryptChallenge, relyingParty, encodeUserHandle, type Challenge } from './challenge.ts'
import type { PasskeyAssertion } from './contract.ts'

const selectPasskey = prepare(({ credentialId }: Params<{ credentialId: string }>) =>
  selectFirst(
    {
      ...sessionHolderColumns,
      id: passkeys.id,
      publicKey: passkeys.publicKey,
      counter: passkeys.counter,
      challengedAt: passkeys.challengedAt,
      usernameKey: users.usernameKey,
      emailKey: users.emailKey,
      isActive: users.isActive,
      deactivationId,
      isProved: booleanSql(sql`${users.signupExpiresAt} is null`),
    },
    sql`from ${passkeys} join ${users} on ${users.id} = ${passkeys.userId}
        where ${passkeys.credentialId} = ${credentialId}`,
  ),
)
type UsedPasskey = NonNullable<ResultOf<ReturnType<typeof selectPasskey>>>

/** The number of signatures after this one; undefined unless the passkey answered the challenge. */
async function verifyChallengeAnswer(
  { config }: Ctx,
  passkey: UsedPasskey,
  answer: PasskeyAssertion,
  { challenge, at }: Challenge,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { id, origin } = relyingParty(config)
  const { userHandle: handle } = answer.response
  if (at <= passkey.challengedAt) return undefined
  if (handle !== null && handle !== encodeUserHandle(passkey.userId)) return undefined
  const response = answer as Parameters<typeof verifyAuthenticationResponse>[0]['response']
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: answer.id,
      publicKey: Uint8Array.from(decodeBase64urlIgnorePadding(passkey.publicKey)),
      counter: passkey.counter,
    },
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}

type PasskeyUse = { id: PasskeyId; counter: number; challengedAt: number; now: number }

/** One row, unless the same or a later challenge was answered meanwhile. */
const recordUse = prepare(({ id, counter, challengedAt, now }: Params<PasskeyUse>) =>
  update(
    passkeys,
    { counter, challengedAt, lastUsedAt: now },
    { where: sql`${passkeys.id} = ${id} and ${passkeys.challengedAt} < ${challengedAt}` },
  ),
)

function rethrowAsPasskeyRefusal(error: unknown): never {
  if (error instanceof BatchError && error.code === 'SQLITE_ERROR')
    throw new AppError('invalid', 'passkey_refused')
  throw error
}

async function findUsedPasskey(
  ctx: Ctx,
  answer: PasskeyAssertion,
  encrypted: string | undefined,
): Promise<{ passkey: UsedPasskey; use: PasskeyUse }> {
  const challenge = decryptChallenge(ctx, encrypted)
  const { passkey } = await read(ctx, { passkey: selectPasskey({ credentialId: answer.id }) })
  const refused = new AppError('invalid', 'passkey_refused')
  if (!passkey) throw refused
  const counter = await verifyChallengeAnswer(ctx, passkey, answer, challenge)
  if (counter === undefined) throw refused
  const use = { id: passkey.id, counter, challengedAt: challenge.at, now: ctx.now }
  return { passkey, use }
}

/** @throws AppError `passkey_challenge_expired`, `passkey_refused`, `account_inactive` */
export async function signInWithPasskey(
  ctx: Ctx<Visitor>,
  answer: PasskeyAssertion,
  { encrypted, client }: { encrypted: string | undefined; client: ClientInfo },
): Promise<{ tokens: TokensView; deviceToken: string }> {
  const { passkey, use } = await findUsedPasskey(ctx, answer, encrypted)
  const isActive = passkey.isActive && passkey.isProved
  await assertActiveAccount(ctx, client, { ...passkey, isActive })
  const signIn = { ...client, method: 'passkey' } as const
  const used = requireChange(recordUse(use))
  const tokens = await openSession(ctx, passkey, signIn, used).catch(rethrowAsPasskeyRefusal)
  return { tokens, deviceToken: createDeviceToken(ctx, passkey) }
}

export const markPasskeyUsed = prepare(
  ({ sessionId, now }: Params<{ sessionId: SessionId; now: number }>): Statement =>
    update(
      sessions,
      { reauthenticatedAt: now, passkeyAt: now },
      { where: sql`${sessions.id} = ${sessionId}` },
    ),
)

/** @throws AppError `passkey_challenge_expired`, `passkey_refused` */
export async function reauthenticateWithPasskey(
  ctx: Ctx<Member>,
  answer: PasskeyAssertion,
  encrypted: string | undefined,
): Promise<void> {
  const { userId, sessionId } = ctx.actor
  const { passkey, use } = await findUsedPasskey(ctx, answer, encrypted)
  if (passkey.userId !== userId) throw new AppError('invalid', 'passkey_refused')
  await write(ctx, {
    used: requireChange(recordUse(use)),
    session: markPasskeyUsed({ sessionId, now: ctx.now }),
  }).catch(rethrowAsPasskeyRefusal)
}
