import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member, type Visitor } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import { mailLink, sendAccountMail } from '#worker/features/accounts/account-mail.ts'
import { confirmPassword } from '#worker/features/accounts/password.ts'
import { AppError, invalid } from '#worker/api/errors.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import { ruleText } from '#worker/api/validation-texts.ts'
import type { LeaveByTokenInput, LeaveInput, LeaveRequestInput } from './contract.ts'
import { eraseMember, type Erasure } from './erase-member.ts'

/** Deletes the member's own account, for the password or, without one, for the username typed again. */
export async function leave(ctx: Ctx<Member>, input: LeaveInput): Promise<void> {
  const { username, email, hasPassword } = await confirmPassword(ctx, input.password, 'password')
  if (!hasPassword && input.username !== username) {
    throw invalid([{ path: 'username', msg: ruleText('wrong_username', ctx.locale) }])
  }
  await eraseMember(ctx, {
    userId: ctx.actor.userId,
    usernameKey: username.toLowerCase(),
    emailKey: email?.toLowerCase() ?? null,
  })
}

/** Mails a link that deletes the account; answers alike, and as fast, where there is none. */
export async function requestLeaveLink(
  ctx: Ctx<Visitor>,
  { email }: LeaveRequestInput,
): Promise<void> {
  const person = sql`u.email_key = ${email.toLowerCase()}`
  const link = { kind: 'delete_account', person, isForInactive: true } as const
  const [, queued] = await write(ctx, mailLink(ctx, link))
  await sendAccountMail(ctx, queued)
}

/** Deletes the account that the mailed link was made for. */
export async function leaveByToken(ctx: Ctx<Visitor>, { token }: LeaveByTokenInput): Promise<void> {
  const [[person]] = await read(ctx, [
    rows<Erasure>(
      ctx.db,
      sql`select u.id as userId, u.username_key as usernameKey, u.email_key as emailKey
        from account_tokens t join users u on u.id = t.user_id and u.email = t.email
        where t.hash = ${sha256(token)} and t.kind = 'delete_account' and t.used_at is null
          and t.expires_at > ${ctx.now}`,
    ),
  ])
  if (!person) throw new AppError('invalid', 'bad_verification_token')
  await eraseMember(ctx, person)
}
