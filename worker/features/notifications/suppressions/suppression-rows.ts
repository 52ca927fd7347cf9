import { sql, type SQL } from 'drizzle-orm'
import type { UserId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import type { Statement } from '#worker/db/client.ts'
import { hasOneOf } from '#worker/db/conditions.ts'
import type { RowOf } from '#worker/db/row.ts'
import type { users } from '#worker/db/schema/accounts.ts'
import { deliveries, mailSuppressions } from '#worker/db/schema/notifications.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import type { MailProblemView } from '#worker/features/notifications/contract.ts'
import { AccountMailKind, NoticeKind } from '#worker/features/notifications/kinds.ts'

const { userId, reason, clearedAt } = mailSuppressions

export function isMailSuppressed(owner: SQL | typeof users.id | typeof deliveries.userId): SQL {
  return sql`exists (select 1 from ${mailSuppressions}
    where ${userId} = ${owner} and ${clearedAt} is null)`
}

/** Somebody asked for these a moment ago, and one of them confirms the address. */
const requested = ['verify_email', 'change_email', 'reset_password', 'delete_account'] as const

/** A complaint spares what its owner has to hear: changes to the account, and notices. */
export const isDeliverySuppressed = sql`(${deliveries.channel} = 'email'
  and not ${hasOneOf(deliveries.kind, requested)}
  and exists (select 1 from ${mailSuppressions}
    where ${userId} = ${deliveries.userId} and ${clearedAt} is null
      and (${reason} = 'bounce' or not ${hasOneOf(deliveries.kind, [...AccountMailKind.options, ...NoticeKind.options])})))`

const problemColumns = { reason, at: mailSuppressions.at }

export const selectMailProblem = prepare(({ owner }: Params<{ owner: UserId }>) =>
  selectFirst(
    problemColumns,
    sql`from ${mailSuppressions} where ${userId} = ${owner} and ${clearedAt} is null
        order by ${mailSuppressions.at} desc limit 1`,
  ),
)

export function toMailProblem(
  row: RowOf<typeof problemColumns> | undefined,
): MailProblemView | null {
  return row ? { reason: row.reason, at: toInstant(row.at) } : null
}

export function clearMailSuppressions(now: number, owner: UserId, when: SQL): Statement {
  return update(
    mailSuppressions,
    { clearedAt: now },
    { where: sql`${userId} = ${owner} and ${clearedAt} is null and ${when}` },
  )
}
