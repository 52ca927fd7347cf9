import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { AppError } from '#worker/api/errors.ts'
import { createAppealToken } from '#worker/auth/appeal-token.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { alias } from '#worker/db/write-sql.ts'

const deactivation = alias(auditEntries, 'deactivation')

/** The decision that deactivated the account of `users`; null where none was recorded. */
export const deactivationId: SQL<number | null> = sql<number | null>`(select max(${deactivation.id})
  from ${deactivation} where ${deactivation.subjectType} = 'user'
    and ${deactivation.subjectId} = ${users.id} and ${deactivation.action} = 'deactivate')`

/** To somebody who proved to be its owner: with the way to the reasons and to an appeal. */
export function createInactiveAccountError({ config }: Ctx, entryId: number | null): AppError {
  const details =
    entryId === null ? undefined : { appeal: createAppealToken(config.JWT_SECRET, entryId) }
  return new AppError('forbidden', 'account_inactive', { details })
}
