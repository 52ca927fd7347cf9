import { sql, type SQL } from 'drizzle-orm'
import { writeInOrder, type Ctx, type Member } from '#worker/context.ts'
import type { Statement } from '#worker/db/client.ts'
import { accountTokens, users } from '#worker/db/schema/accounts.ts'
import { alias } from '#worker/db/write-sql.ts'
import { afterChange } from '#worker/db/writes.ts'
import { AppError } from '#worker/api/errors.ts'
import { buildMailedLinkStatements, sendSecurityMail, sendAccountMail } from './account-mail.ts'
import type { ChangeEmailInput } from './contract.ts'
import { countNewAddressMail, isUnverifiedEmail, mayMailAddress } from './new-address-budget.ts'
import { assertReauthenticated } from './reauthentication.ts'
import { checkCurrentPassword } from './password.ts'
import {
  assertNotThrottled,
  hashIdentifier,
  attemptAllowedSql,
  stripEmailTag,
  recordAttempt,
} from '#worker/request/attempt-limits.ts'
import { alwaysTrue, endLinkRights } from './link-rights.ts'

const owner = alias(users, 'owner')

/** Mails of all members together to one address: nobody fills a stranger's mailbox. */
const mailsPerAddressAndDay = 3

function revokePreviousLinks({ now, actor }: Ctx<Member>, when: SQL): Statement {
  return endLinkRights(
    { act: alwaysTrue },
    sql`${accountTokens.userId} = ${actor.userId} and ${accountTokens.kind} = 'change_email'
      and ${when}`,
    now,
  )
}

/**
 * An address in use answers the same: its owner is notified instead. Without a password it takes a
 * recent sign-in, and the address that a provider gave stays.
 * @throws AppError `email_managed_by_provider`, `sign_in_again`
 */
export async function changeEmail(ctx: Ctx<Member>, input: ChangeEmailInput): Promise<void> {
  const { now } = ctx
  const { userId } = ctx.actor
  const person = await checkCurrentPassword(ctx, input.password, 'password')
  const { email: current, hasPassword, hasProvider, reauthenticatedAt } = person
  if (!hasPassword && hasProvider && current !== null)
    throw new AppError('conflict', 'email_managed_by_provider')
  if (!hasPassword) assertReauthenticated(ctx, reauthenticatedAt)
  const emailKey = input.email.toLowerCase()
  if (emailKey === current?.toLowerCase()) return
  const ownerIds = sql`select ${owner.id} from ${owner} where ${owner.emailKey} = ${emailKey}`
  const subject = `change-email:${hashIdentifier(ctx, stripEmailTag(emailKey))}`
  const rateLimit = { hourly: [], daily: [{ subject, limit: mailsPerAddressAndDay }] }
  const isOpen = attemptAllowedSql(ctx, rateLimit)
  const self = sql`${users.id} = ${userId} and ${isOpen}`
  const { throttle, count } = recordAttempt(ctx, rateLimit)
  const { change, ownerMail, warning, ...attempt } = await writeInOrder(ctx, {
    throttle,
    previous: revokePreviousLinks(ctx, isOpen),
    change: buildMailedLinkStatements(ctx, {
      kind: 'change_email',
      person: sql`${self} and not exists (${ownerIds})`,
      to: input.email,
    }),
    ownerMail: afterChange(
      sendSecurityMail(ctx, {
        kind: 'account_exists',
        person: sql`${users.id} in (${ownerIds}) and ${isOpen} and ${mayMailAddress(ctx)}`,
      }),
      { counted: countNewAddressMail(ctx, isUnverifiedEmail(emailKey)) },
    ),
    warning: sendSecurityMail(ctx, {
      kind: 'email_change_asked',
      person: self,
      key: String(now),
      to: current,
    }),
    count,
  })
  assertNotThrottled(ctx, attempt)
  await sendAccountMail(ctx, change.mail.result, ownerMail.result, warning)
}
