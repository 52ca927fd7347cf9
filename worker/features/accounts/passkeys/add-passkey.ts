import { encodeBase64urlNoPadding } from '@oslojs/encoding'
import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { passkeys } from '#worker/db/schema/accounts.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { afterChange, insert } from '#worker/db/writes.ts'
import { sendAccountMail, sendSignInChangeMail } from '#worker/features/accounts/account-mail.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import { parseUserAgent } from '#worker/request/client-info.ts'
import { AppError } from '#worker/api/errors.ts'
import {
  challengeLifetimeSeconds,
  createChallenge,
  decryptChallenge,
  relyingParty,
  encodeUserHandle,
} from './challenge.ts'
import {
  maxPasskeysPerMember,
  type AddPasskeyInput,
  type PasskeyCreationView,
  type PasskeysView,
} from './contract.ts'
import {
  assertMayChangePasskeys,
  mayChangePasskeys,
  selectPasskeys,
  selectPasskeyState,
  toPasskeys,
  type PasskeyState,
} from './passkeys.ts'
import { markPasskeyUsed } from './use-passkey.ts'

/** EdDSA, ES256 and RS256, which all authenticators have one of. */
const algorithms = [-8, -7, -257]

const selectKnown = prepare(({ userId }: Params<{ userId: UserId }>) =>
  select(
    { id: passkeys.credentialId, transports: passkeys.transports },
    sql`from ${passkeys} where ${passkeys.userId} = ${userId}`,
  ),
)

/** A passkey would stay when the owner of an unproved address takes the account over. */
function assertMayAddPasskey(ctx: Ctx<Member>, state: PasskeyState, count: number): void {
  assertMayChangePasskeys(ctx, state)
  if (state?.isEmailUnverified) throw new AppError('conflict', 'verify_email_first')
  if (count >= maxPasskeysPerMember) throw new AppError('conflict', 'too_many_passkeys')
}

/**
 * @throws AppError `sign_in_again`, `passkey_required`, `verify_email_first`,
 *   `too_many_passkeys`
 */
export async function startPasskeyRegistration(
  ctx: Ctx<Member>,
  userAgent: string | undefined,
): Promise<{ view: PasskeyCreationView; encrypted: string }> {
  const { userId } = ctx.actor
  const { known, state } = await read(ctx, {
    known: selectKnown({ userId }),
    state: selectPasskeyState(ctx.actor),
  })
  assertMayAddPasskey(ctx, state, known.length)
  const { challenge, encrypted } = createChallenge(ctx, userId)
  const username = state?.username ?? ''
  const { browser, system } = parseUserAgent(userAgent ?? null)
  const type = 'public-key'
  const view: PasskeyCreationView = {
    suggested_name: [browser, system].filter(Boolean).join(' · ') || null,
    options: {
      challenge,
      timeout: challengeLifetimeSeconds * 1000,
      rp: { id: relyingParty(ctx.config).id, name: 'Hypecal' },
      user: { id: encodeUserHandle(userId), name: username, displayName: username },
      pubKeyCredParams: algorithms.map((alg) => ({ type, alg })),
      excludeCredentials: known.map(({ id, transports }) => ({ id, type, transports })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  }
  return { view, encrypted }
}

async function verifyRegistration(
  { config }: Ctx,
  { registration }: AddPasskeyInput,
  challenge: string,
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { id, origin } = relyingParty(config)
  const verified = await verifyRegistrationResponse({
    response: registration as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ verified: false }) as const)
  if (!verified.verified) throw new AppError('invalid', 'passkey_refused')
  return verified.registrationInfo.credential
}

/**
 * Making the passkey took it: it counts as used in this session.
 * @throws AppError those of `startPasskeyRegistration`, `passkey_challenge_expired`, `passkey_refused`,
 *   `passkey_exists`
 */
export async function addPasskey(
  ctx: Ctx<Member>,
  input: AddPasskeyInput,
  encrypted: string | undefined,
): Promise<PasskeysView> {
  const { now, actor } = ctx
  const { userId, sessionId } = actor
  const { challenge, at } = decryptChallenge(ctx, encrypted, userId)
  const { id: credentialId, publicKey, counter } = await verifyRegistration(ctx, input, challenge)
  const stored = await read(ctx, selectPasskeys(actor))
  assertMayAddPasskey(ctx, stored.state, stored.items.length)
  const values = {
    userId,
    name: input.name,
    credentialId,
    publicKey: encodeBase64urlNoPadding(publicKey),
    counter,
    transports: input.registration.response.transports,
    createdAt: now,
    challengedAt: at,
  }
  const addition = insert(passkeys, values, {
    where: sql`${mayChangePasskeys(ctx)} and (select count(*) from ${passkeys}
      where ${passkeys.userId} = ${userId}) < ${maxPasskeysPerMember}`,
    onConflict: sql`do nothing`,
  })
  const { added, after } = await write(ctx, {
    added: afterChange(addition, {
      session: markPasskeyUsed({ sessionId, now }),
      event: insertSecurityEvent(ctx, {
        kind: 'sign_in_method_added',
        userId,
        detail: 'passkey',
      }),
      mail: sendSignInChangeMail(ctx, `passkey:${credentialId}`, 'passkey_added'),
    }),
    after: selectPasskeys(actor),
  })
  if (!added.hasChanged) throw new AppError('conflict', 'passkey_exists')
  await sendAccountMail(ctx, added.mail)
  return toPasskeys(ctx, after)
}
