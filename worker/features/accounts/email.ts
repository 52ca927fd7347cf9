import { sql } from 'drizzle-orm'
import { write, type Ctx, type Member } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import { AppError } from '#worker/api/errors.ts'
import { mailLink, sendSecurityMail, sendAccountMail } from './account-mail.ts'
import type { EmailInput } from './contract.ts'
import { assertRecentAuthentication } from './recent-authentication.ts'
import { confirmPassword } from './password.ts'

/**
 * Mails a link to the new address, which becomes the person's when it is opened, and tells the old
 * one. An address in use answers the same: its owner is told instead. Without a password only an
 * account that has no address may be given one, soon after signing in.
 * @throws AppError `email_managed_by_provider`, `sign_in_again`
 */
export async function changeEmail(ctx: Ctx<Member>, input: EmailInput): Promise<void> {
  const { db, now, actor } = ctx
  const person = await confirmPassword(ctx, input.password, 'password')
  const { email: current, hasPassword, reauthenticatedAt } = person
  if (!hasPassword && current !== null) throw new AppError('conflict', 'email_managed_by_provider')
  if (!hasPassword) assertRecentAuthentication(ctx, reauthenticatedAt)
  const emailKey = input.email.toLowerCase()
  if (emailKey === current?.toLowerCase()) return
  const owner = sql`select id from users where email_key = ${emailKey}`
  const self = sql`u.id = ${actor.userId}`
  const [, , linked, told, warned] = await write(ctx, [
    rows(
      db,
      sql`update account_tokens set used_at = ${now}
        where user_id = ${actor.userId} and kind = 'change_email' and used_at is null`,
    ),
    ...mailLink(ctx, {
      kind: 'change_email',
      person: sql`${self} and not exists (${owner})`,
      to: input.email,
    }),
    sendSecurityMail(ctx, { kind: 'account_exists', person: sql`u.id in (${owner})` }),
    sendSecurityMail(ctx, {
      kind: 'email_change_asked',
      person: self,
      key: String(now),
      to: current,
    }),
  ])
  await sendAccountMail(ctx, linked, told, warned)
}
