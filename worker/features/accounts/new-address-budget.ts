import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { users } from '#worker/db/schema/accounts.ts'
import type { Statement } from '#worker/db/client.ts'
import { attemptAllowedSql, recordAttempt, type RateLimit } from '#worker/request/attempt-limits.ts'

export const newAddressRateLimitSubject = 'mail-new-addresses'

export function newAddressRateLimit({ config }: Pick<Ctx, 'config'>): RateLimit {
  return {
    hourly: [{ subject: newAddressRateLimitSubject, limit: config.NEW_ADDRESS_MAILS_PER_HOUR }],
  }
}

export function mayMailAddress(
  ctx: Ctx,
  isProved: SQL = sql`${users.emailVerifiedAt} is not null`,
): SQL {
  return sql`(${isProved} or ${attemptAllowedSql(ctx, newAddressRateLimit(ctx))})`
}

export function isUnverifiedEmail(emailKey: string): SQL {
  return sql`exists (select 1 from ${users} where ${users.emailKey} = ${emailKey}
    and ${users.emailVerifiedAt} is null)`
}

/** In the transaction of the request, which is the same for every address. */
export function countNewAddressMail(ctx: Ctx, isNew: SQL): Statement {
  return recordAttempt(ctx, newAddressRateLimit(ctx), isNew).count
}
