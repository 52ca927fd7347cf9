import { sql } from 'drizzle-orm'
import { write, type Ctx, type Member } from '#worker/context.ts'
import { accountTokens, passkeys, users } from '#worker/db/schema/accounts.ts'
import { afterChange, update } from '#worker/db/writes.ts'
import {
  buildMailedLinkStatements,
  sendAccountMail,
} from '#worker/features/accounts/account-mail.ts'
import { AppError } from '#worker/api/errors.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import { selectPasskeys } from './passkeys.ts'
import { markPasskeyUsed } from './use-passkey.ts'
import { isLinkOpen } from '#worker/features/accounts/link-rights.ts'

/**
 * Mails staff without a passkey the link that lets them add the first: a password alone must not.
 * @throws AppError `page_not_found` for members, `passkey_exists`, `verify_email_first`
 */
export async function requestPasskeyLink(ctx: Ctx<Member>): Promise<void> {
  const { userId } = ctx.actor
  const { own, link } = await write(ctx, {
    own: selectPasskeys(ctx.actor),
    link: buildMailedLinkStatements(ctx, {
      kind: 'first_passkey',
      person: sql`${users.id} = ${userId} and ${users.role} <> 'member'
        and ${users.emailVerifiedAt} is not null
        and not exists (select 1 from ${passkeys} where ${passkeys.userId} = ${userId})`,
    }),
  })
  if (!own.state?.isStaff) throw new AppError('not_found', 'page_not_found')
  if (own.items.length > 0) throw new AppError('conflict', 'passkey_exists')
  if (own.state.isEmailUnverified) throw new AppError('conflict', 'verify_email_first')
  await sendAccountMail(ctx, link.mail.result)
}

/** @throws AppError `bad_verification_token` */
export async function openPasskeyLink(ctx: Ctx<Member>, token: string): Promise<void> {
  const { now, actor } = ctx
  const { userId, sessionId } = actor
  const { opened } = await write(ctx, {
    opened: afterChange(
      update(
        accountTokens,
        { usedAt: now },
        {
          where: sql`${isLinkOpen({ hash: sha256(token), now }, 'first_passkey')}
            and ${accountTokens.userId} = ${userId}
            and not exists (select 1 from ${passkeys} where ${passkeys.userId} = ${userId})`,
        },
      ),
      { session: markPasskeyUsed({ sessionId, now }) },
    ),
  })
  if (!opened.hasChanged) throw new AppError('invalid', 'bad_verification_token')
}
