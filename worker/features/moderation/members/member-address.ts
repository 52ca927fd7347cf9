import { sql } from 'drizzle-orm'
import { createTokenId } from '#worker/auth/mailed-tokens.ts'
import { insertAuditEntry } from '#worker/audit/audit-entries.ts'
import { AppError } from '#worker/api/errors.ts'
import { write, type Admin, type Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { accountTokens, users } from '#worker/db/schema/accounts.ts'
import {
  buildMailedLinkStatements,
  sendAccountMail,
} from '#worker/features/accounts/account-mail.ts'
import { readMemberForAction } from './change-members.ts'
import type { MemberEmailView } from './contract.ts'
import { isActionPermitted } from './member-rules.ts'

/** Each look is an entry of the audit log. @throws AppError `user_not_found`, `own_account` */
export async function showMemberEmail(ctx: Ctx<Admin>, id: UserId): Promise<MemberEmailView> {
  const { email } = await readMemberForAction(ctx, 'show_email', id)
  await write(ctx, [
    insertAuditEntry(ctx, {
      act: 'show_email',
      subject: 'user',
      id,
      when: sql`exists (select 1 from ${users} where ${users.id} = ${id}
        and ${isActionPermitted(ctx, 'show_email')})`,
    }),
  ])
  return { email }
}

/**
 * For who asks by mail: the stored address decides, not the line that says who wrote.
 * @throws AppError `user_not_found`, `own_account`, `member_changed` where none could be sent
 */
export async function sendDeletionLink(ctx: Ctx<Admin>, id: UserId): Promise<void> {
  await readMemberForAction(ctx, 'send_deletion_link', id)
  const tokenId = createTokenId()
  const { link } = await write(ctx, {
    link: buildMailedLinkStatements(ctx, {
      kind: 'delete_account',
      person: sql`${users.id} = ${id} and ${isActionPermitted(ctx, 'send_deletion_link')}`,
      isForInactive: true,
      tokenId,
    }),
    entry: insertAuditEntry(ctx, {
      act: 'send_deletion_link',
      subject: 'user',
      id,
      when: sql`exists (select 1 from ${accountTokens} where ${accountTokens.id} = ${tokenId})`,
    }),
  })
  if (!link.mail.hasChanged) throw new AppError('conflict', 'member_changed')
  await sendAccountMail(ctx, link.mail.result)
}
