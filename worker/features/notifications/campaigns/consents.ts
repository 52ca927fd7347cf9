import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { marketingConsents } from '#worker/db/schema/consents.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insert } from '#worker/db/writes.ts'

const latest = alias(marketingConsents, 'latest')

/** Whether the person's last act was to consent; a stored wish without an act proves nothing. */
export function isConsentProved(userId: SQL | UserId): SQL<boolean> {
  return sql<boolean>`coalesce((select ${latest.isGiven} from ${latest}
    where ${latest.userId} = ${userId} order by ${latest.id} desc limit 1), 0) = 1`
}

type ConsentAction = {
  userId: SQL | UserId
  isGiven: boolean
  way: 'switch' | 'mailed_link'
  /** The words beside the control. */
  text: string
  when?: SQL
}

/** Records changes only; an unproved address may be a stranger's, so nobody consents for it. */
export function recordConsent({ now }: Ctx, act: ConsentAction): Statement {
  const { userId, isGiven, way, text, when = sql`true` } = act
  return insert(
    marketingConsents,
    { userId: users.id, at: now, isGiven, way, text },
    {
      from: sql`${users}`,
      where: sql`${users.id} = ${userId} and ${users.emailVerifiedAt} is not null
        and ${isConsentProved(sql`${users.id}`)} is not ${Number(isGiven)} and ${when}`,
    },
  )
}
