import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { equals } from '#worker/db/conditions.ts'
import type { Statement } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { marketingConsents } from '#worker/db/schema/consents.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insert } from '#worker/db/writes.ts'

const latest = alias(marketingConsents, 'latest')

type ConsentPurpose = typeof marketingConsents.$inferSelect.purpose

/** Whether the person's last act was to consent; a stored wish without an act proves nothing. */
export function isConsentProved(
  userId: SQL | UserId,
  purpose: ConsentPurpose = 'marketing',
): SQL<boolean> {
  return sql<boolean>`coalesce((select ${latest.isGiven} from ${latest}
    where ${latest.userId} = ${userId} and ${equals(latest.purpose, purpose)}
    order by ${latest.id} desc limit 1), 0) = 1`
}

type ConsentAction = {
  userId: SQL | UserId
  purpose: ConsentPurpose
  isGiven: boolean
  way: 'switch' | 'mailed_link'
  /** The words beside the control. */
  text: string
  when?: SQL
}

/** Records changes only; an unproved address may be a stranger's, so nobody consents to mail for it. */
export function recordConsent({ now }: Pick<Ctx, 'now'>, act: ConsentAction): Statement {
  const { userId, purpose, isGiven, way, text, when = sql`true` } = act
  const isProved = purpose === 'marketing' ? sql`${users.emailVerifiedAt} is not null` : sql`true`
  return insert(
    marketingConsents,
    { userId: users.id, purpose, at: now, isGiven, way, text },
    {
      from: sql`${users}`,
      where: sql`${users.id} = ${userId} and ${isProved}
        and ${isConsentProved(sql`${users.id}`, purpose)} is not ${Number(isGiven)} and ${when}`,
    },
  )
}
