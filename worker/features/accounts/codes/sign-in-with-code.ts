import { sql, type SQL } from 'drizzle-orm'
import { writeInOrder, type Ctx, type Visitor } from '#worker/context.ts'
import type { ResultOf, Statement } from '#worker/db/client.ts'
import { booleanSql } from '#worker/db/row.ts'
import { signInCodes, users } from '#worker/db/schema/accounts.ts'
import { mapResult, selectFirst } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { deactivationId } from '#worker/auth/inactive-account.ts'
import {
  assertActiveAccount,
  recordRefusedSignIn,
} from '#worker/features/accounts/refused-sign-in.ts'
import { AppError } from '#worker/api/errors.ts'
import { createDeviceToken } from '#worker/features/accounts/known-device.ts'
import { sessionHolderColumns, openSession } from '#worker/features/accounts/sessions.ts'
import {
  assertNotThrottled,
  clearAttempts,
  deleteAttempts,
  attemptAllowedSql,
  listNetworkLimits,
  recordAttempt,
} from '#worker/request/attempt-limits.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'
import type { SignInWithCodeView, SignInWithCodeInput } from './contract.ts'
import {
  insertVerifiedMember,
  emailKeyVerifiedByCode,
  rewardEmailVerifiedByCode,
  takeOverUnverifiedAccount,
} from './prove-address.ts'
import { mailboxRateLimitSubject } from './request-code.ts'
import { hashSignInCode, hashCodeRequestToken, maxAttemptsPerCode } from './sign-in-code.ts'
import { listSigningSecrets } from '#worker/auth/keys.ts'

const wrongCodesPerAddress = 30

function selectSignInCode(requestHash: string) {
  return selectFirst(
    {
      attempts: signInCodes.attempts,
      expiresAt: signInCodes.expiresAt,
      usedAt: signInCodes.usedAt,
    },
    sql`from ${signInCodes} where ${signInCodes.requestHash} = ${requestHash}`,
  )
}
type SignInCodeState = ResultOf<ReturnType<typeof selectSignInCode>>

/**
 * One statement counts, compares and consumes, so that guesses sent at once are no more than those
 * in turn. It compares HMACs, whose bytes a guess cannot steer: its time tells nothing.
 */
function recordCodeAttempt(
  ctx: Ctx,
  { requestHash, codeHashes, when }: { requestHash: string; codeHashes: string[]; when: SQL },
): Statement<{ isRight: boolean; attempts: number } | undefined> {
  const { now } = ctx
  const isStaff = sql`exists (select 1 from ${users}
    where ${users.emailKey} = ${signInCodes.emailKey} and ${users.role} <> 'member')`
  const attemptUpdate = update(
    signInCodes,
    {
      attempts: sql<number>`${signInCodes.attempts} + 1`,
      usedAt: sql<
        number | null
      >`iif(${signInCodes.codeHash} in ${codeHashes} and not ${isStaff}, ${now}, null)`,
    },
    {
      where: sql`${signInCodes.requestHash} = ${requestHash} and ${signInCodes.usedAt} is null
        and ${signInCodes.expiresAt} > ${now} and ${signInCodes.attempts} < ${maxAttemptsPerCode}
        and ${when}`,
      returning: {
        isRight: booleanSql(sql`${signInCodes.usedAt} is not null`),
        attempts: signInCodes.attempts,
      },
    },
  )
  return mapResult(attemptUpdate, ([row]) => row)
}

function selectAccountHolder(emailKey: SQL<string | null>) {
  return selectFirst(
    {
      ...sessionHolderColumns,
      usernameKey: users.usernameKey,
      emailKey: users.emailKey,
      isActive: users.isActive,
      deactivationId,
    },
    sql`from ${users} where ${users.emailKey} = ${emailKey}`,
  )
}

function toRefusalError(
  code: SignInCodeState,
  attemptUpdate: { attempts: number } | undefined,
  now: number,
): AppError {
  if (attemptUpdate && attemptUpdate.attempts < maxAttemptsPerCode)
    return new AppError('invalid', 'wrong_sign_in_code')
  const isUsable = code?.usedAt === null && code.expiresAt > now
  return new AppError('invalid', isUsable ? 'too_many_wrong_codes' : 'sign_in_code_expired')
}

/**
 * @throws AppError `wrong_sign_in_code`, `too_many_wrong_codes`, `sign_in_code_expired`,
 *   `account_inactive`
 */
export async function signInWithCode(
  ctx: Ctx<Visitor>,
  { request, code }: SignInWithCodeInput,
  client: ClientInfo,
): Promise<{ tokens: SignInWithCodeView; deviceToken: string }> {
  const requestHash = hashCodeRequestToken(request)
  const codeHashes = listSigningSecrets(ctx.config).map((secret) =>
    hashSignInCode(secret, requestHash, code),
  )
  const rateLimit = {
    hourly: listNetworkLimits(ctx, 'code-try', client.address, wrongCodesPerAddress),
  }
  const emailKey = emailKeyVerifiedByCode(ctx, requestHash)
  const {
    known,
    tried: attemptUpdate,
    attempt,
    takenOver,
    holder,
  } = await writeInOrder(ctx, {
    known: selectSignInCode(requestHash),
    tried: recordCodeAttempt(ctx, {
      requestHash,
      codeHashes,
      when: attemptAllowedSql(ctx, rateLimit),
    }),
    attempt: recordAttempt(ctx, rateLimit),
    takenOver: takeOverUnverifiedAccount(ctx, emailKey, {}),
    created: insertVerifiedMember(ctx, requestHash),
    holder: selectAccountHolder(emailKey),
    rewards: rewardEmailVerifiedByCode(ctx, emailKey),
  })
  assertNotThrottled(ctx, attempt)
  if (!attemptUpdate?.isRight) {
    await recordRefusedSignIn(ctx, client, { userId: null, detail: 'wrong_code' })
    throw toRefusalError(known, attemptUpdate, ctx.now)
  }
  if (!holder?.emailKey) throw new Error('no generated username is free')
  await assertActiveAccount(ctx, client, holder)
  const tokens = await openSession(ctx, holder, { ...client, method: 'code' }, [
    ...clearAttempts(ctx, rateLimit),
    deleteAttempts(mailboxRateLimitSubject(ctx, holder.emailKey), sql`true`),
  ])
  const is_taken_over = takenOver.account.hasChanged
  return { tokens: { ...tokens, is_taken_over }, deviceToken: createDeviceToken(ctx, holder) }
}
