import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member, type Visitor } from '#worker/context.ts'
import { accountTokens, users } from '#worker/db/schema/accounts.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { afterChange, update } from '#worker/db/writes.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import {
  buildMailedLinkStatements,
  sendAccountMail,
} from '#worker/features/accounts/account-mail.ts'
import { checkCurrentPassword } from '#worker/features/accounts/password.ts'
import { assertReauthenticated } from '#worker/features/accounts/reauthentication.ts'
import { AppError, validationError } from '#worker/api/errors.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
import { collectMemberData } from './export.ts'
import type {
  DataExportView,
  DeleteAccountByTokenInput,
  DeleteAccountInput,
  DeletionLinkInput,
} from './contract.ts'
import { eraseMember, erasureColumns } from './erase-member.ts'
import {
  isLinkOpen,
  isLinkRightOpen,
  type PresentedLink,
} from '#worker/features/accounts/link-rights.ts'

/** Refuses staff: nobody may leave the panel without an administrator. */
function assertNotStaff(role: string): void {
  if (role !== 'member') throw new AppError('conflict', 'staff_account')
}

/** @throws AppError `staff_account`, `sign_in_again` */
export async function deleteOwnAccount(ctx: Ctx<Member>, input: DeleteAccountInput): Promise<void> {
  const person = await checkCurrentPassword(ctx, input.password, 'password')
  const { username, email, role, hasPassword, reauthenticatedAt } = person
  if (!hasPassword && input.username !== username) {
    throw validationError([
      { path: 'username', msg: validationRuleText('wrong_username', ctx.locale) },
    ])
  }
  if (!hasPassword) assertReauthenticated(ctx, reauthenticatedAt)
  assertNotStaff(role)
  await eraseMember(ctx, {
    userId: ctx.actor.userId,
    usernameKey: username.toLowerCase(),
    emailKey: email?.toLowerCase() ?? null,
  })
}

/** Answers alike, and as fast, where there is no such account. */
export async function requestDeletionLink(
  ctx: Ctx<Visitor>,
  { email }: DeletionLinkInput,
): Promise<void> {
  const person = sql`${users.emailKey} = ${email.toLowerCase()}`
  const link = { kind: 'delete_account', person, isForInactive: true } as const
  const { mail } = await write(ctx, buildMailedLinkStatements(ctx, link))
  await sendAccountMail(ctx, mail.result)
}

const selectLeaver = prepare((link: Params<PresentedLink>) =>
  selectFirst(
    { ...erasureColumns, role: users.role },
    sql`from ${accountTokens} join ${users} on ${users.id} = ${accountTokens.userId}
          and ${users.email} = ${accountTokens.email}
        where ${isLinkOpen(link, 'delete_account')}`,
  ),
)

/** @throws AppError `bad_verification_token`, `staff_account` */
async function findLeaver(ctx: Ctx<Visitor>, link: PresentedLink) {
  const { person } = await read(ctx, { person: selectLeaver(link) })
  if (!person) throw new AppError('invalid', 'bad_verification_token')
  assertNotStaff(person.role)
  return person
}

/** Once by each link, also for who is deactivated. @throws AppError `bad_verification_token`, `staff_account` */
export async function exportByToken(
  ctx: Ctx<Visitor>,
  { token }: DeleteAccountByTokenInput,
): Promise<DataExportView> {
  const link = { hash: sha256(token), now: ctx.now }
  const { userId } = await findLeaver(ctx, link)
  const { taken } = await write(ctx, {
    taken: afterChange(
      update(
        accountTokens,
        { resumedAt: ctx.now },
        {
          where: sql`${isLinkOpen(link, 'delete_account')} and ${isLinkRightOpen('resumption')}`,
        },
      ),
      { event: insertSecurityEvent(ctx, { kind: 'data_exported', userId, detail: 'mailed_link' }) },
    ),
  })
  if (!taken.hasChanged) throw new AppError('invalid', 'bad_verification_token')
  return collectMemberData(ctx, userId)
}

export async function deleteAccountByToken(
  ctx: Ctx<Visitor>,
  { token }: DeleteAccountByTokenInput,
): Promise<void> {
  await eraseMember(ctx, await findLeaver(ctx, { hash: sha256(token), now: ctx.now }))
}
