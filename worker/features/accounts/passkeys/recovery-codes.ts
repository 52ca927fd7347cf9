import { sql } from 'drizzle-orm'
import { write, writeInOrder, type Ctx, type Member, type Moderator } from '#worker/context.ts'
import { recoveryCodes } from '#worker/db/schema/recovery-codes.ts'
import { afterChange, update } from '#worker/db/writes.ts'
import { sendAccountMail, sendSignInChangeMail } from '#worker/features/accounts/account-mail.ts'
import {
  assertNotThrottled,
  deleteAttempts,
  attemptAllowedSql,
  recordAttempt,
  type RateLimit,
} from '#worker/request/attempt-limits.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import { AppError } from '#worker/api/errors.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import type { RecoveryCodeInput, RecoveryCodesView } from './contract.ts'
import { replaceRecoveryCodes } from './new-recovery-codes.ts'
import { markPasskeyUsed } from './use-passkey.ts'

export async function createRecoveryCodes(ctx: Ctx<Moderator>): Promise<RecoveryCodesView> {
  const { userId } = ctx.actor
  const { codes, statements } = replaceRecoveryCodes(userId, ctx.now)
  const { mail } = await write(ctx, {
    statements,
    event: insertSecurityEvent(ctx, { kind: 'recovery_codes_created', userId }),
    mail: sendSignInChangeMail(ctx, `recovery_codes:${ctx.now}`, 'recovery_codes_created'),
  })
  await sendAccountMail(ctx, mail)
  return { codes }
}

/** @throws AppError `wrong_recovery_code`; many of them in a row have to wait */
export async function useRecoveryCode(
  ctx: Ctx<Member>,
  { code }: RecoveryCodeInput,
): Promise<void> {
  const { now, actor } = ctx
  const { userId, sessionId } = actor
  const guard = `recovery:${userId}:`
  const rateLimit: RateLimit = { guard, hourly: [] }
  const hash = sha256(code)
  const use = update(
    recoveryCodes,
    { usedAt: now },
    {
      where: sql`${recoveryCodes.hash} = ${hash} and ${recoveryCodes.userId} = ${userId}
        and ${recoveryCodes.usedAt} is null and ${attemptAllowedSql(ctx, rateLimit)}`,
    },
  )
  const { used, attempt } = await writeInOrder(ctx, {
    // Before the try is counted: the count may be the one that shuts it out.
    used: afterChange(use, {
      session: markPasskeyUsed({ sessionId, now }),
      event: insertSecurityEvent(ctx, { kind: 'recovery_code_used', userId }),
      mail: sendSignInChangeMail(ctx, `recovery_code:${hash}`, 'recovery_code_used'),
    }),
    attempt: recordAttempt(ctx, rateLimit),
    cleared: deleteAttempts(
      guard,
      sql`exists (select 1 from ${recoveryCodes}
        where ${recoveryCodes.hash} = ${hash} and ${recoveryCodes.usedAt} = ${now})`,
    ),
  })
  assertNotThrottled(ctx, attempt)
  if (!used.hasChanged) {
    const refused = { kind: 'sign_in_refused', userId, detail: 'wrong_recovery_code' } as const
    await write(ctx, [insertSecurityEvent(ctx, refused)])
    throw new AppError('invalid', 'wrong_recovery_code')
  }
  await sendAccountMail(ctx, used.mail)
}
