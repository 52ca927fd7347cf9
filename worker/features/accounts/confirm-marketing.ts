import { sql, type SQL } from 'drizzle-orm'
import { m } from '#messages'
import { read, writeInOrder, type Ctx, type Visitor } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { inOrder } from '#worker/db/client.ts'
import { booleanSql } from '#worker/db/row.ts'
import { accountTokens, users } from '#worker/db/schema/accounts.ts'
import { marketingConsents } from '#worker/db/schema/consents.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import {
  isConsentProved,
  recordConsent,
} from '#worker/features/notifications/campaigns/consents.ts'
import { AppError } from '#worker/api/errors.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import { buildMailedLinkStatements } from './account-mail.ts'
import { isLinkRightOpen, markLinkUsed } from './link-rights.ts'

/** Runs behind the statements that store the wish or prove the address; mails once. */
export function askToConfirmMarketing(ctx: Ctx, userId: SQL | UserId) {
  const person = sql`${users.id} = ${userId} and ${users.marketingOptIn} = 1
    and ${users.emailVerifiedAt} is not null and ${users.marketingAskedAt} is null
    and not exists (select 1 from ${marketingConsents}
      where ${marketingConsents.userId} = ${users.id} and ${marketingConsents.purpose} = 'marketing')`
  return inOrder({
    link: buildMailedLinkStatements(ctx, { kind: 'confirm_marketing', person }),
    asked: update(users, { marketingAskedAt: ctx.now }, { where: person }),
  })
}

/** A link holds for the address it was mailed to, while the wish is still stored. */
const isConsentOpen = sql`${isLinkRightOpen('act')} and ${users.marketingOptIn} = 1
  and ${users.isActive} = 1 and ${users.email} = ${accountTokens.email}`

const selectLink = prepare(({ hash, now }: Params<{ hash: string; now: number }>) =>
  selectFirst(
    {
      id: accountTokens.id,
      userId: accountTokens.userId,
      isOpen: booleanSql(isConsentOpen),
      isDone: booleanSql(
        sql`not ${isLinkRightOpen('act')} and ${isConsentProved(sql`${users.id}`)}`,
      ),
    },
    sql`from ${accountTokens} join ${users} on ${users.id} = ${accountTokens.userId}
        where ${accountTokens.hash} = ${hash} and ${accountTokens.kind} = 'confirm_marketing'
          and ${accountTokens.expiresAt} > ${now}`,
  ),
)

async function findMarketingLink(ctx: Ctx<Visitor>, token: string) {
  const { link } = await read(ctx, { link: selectLink({ hash: sha256(token), now: ctx.now }) })
  if (!link || !(link.isOpen || link.isDone)) throw new AppError('not_found', 'page_not_found')
  return link
}

/** Opening the link changes nothing. @throws AppError `page_not_found` */
export async function isMarketingConfirmed(ctx: Ctx<Visitor>, token: string): Promise<boolean> {
  return (await findMarketingLink(ctx, token)).isDone
}

/** @throws AppError `page_not_found`; using the link again is no error */
export async function confirmMarketing(ctx: Ctx<Visitor>, token: string): Promise<void> {
  const { id, userId, isDone } = await findMarketingLink(ctx, token)
  if (isDone) return
  const isOpen = sql`exists (select 1 from ${accountTokens}
    where ${accountTokens.id} = ${id} and ${isConsentOpen})`
  await writeInOrder(ctx, {
    act: recordConsent(ctx, {
      userId,
      purpose: 'marketing',
      isGiven: true,
      way: 'mailed_link',
      text: m.marketing_confirm_text({}, { locale: ctx.locale }),
      when: isOpen,
    }),
    used: markLinkUsed({ id, now: ctx.now }),
  })
}
