import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { users } from '#worker/db/schema/accounts.ts'
import type { Statement } from '#worker/db/client.ts'
import { isAllowed, recordAttempt, type RateLimit } from '#worker/request/attempt-limits.ts'

export const newAddressSubject = 'mail-new-addresses'

export function newAddressBudget({ config }: Pick<Ctx, 'config'>): RateLimit {
  return { hourly: [{ subject: newAddressSubject, limit: config.NEW_ADDRESS_MAILS_PER_HOUR }] }
}

export function mayBeMailed(
  ctx: Ctx,
  isProved: SQL = sql`${users.emailVerifiedAt} is not null`,
): SQL {
  return sql`(${isProved} or ${isAllowed(ctx, newAddressBudget(ctx))})`
}

export function isUnproved(emailKey: string): SQL {
  return sql`exists (select 1 from ${users} where ${users.emailKey} = ${emailKey}
    and ${users.emailVerifiedAt} is null)`
}

/** In the transaction of the request, which is the same for every address. */
export function countNewAddress(ctx: Ctx, isNew: SQL): Statement {
  return recordAttempt(ctx, newAddressBudget(ctx), isNew).count
}
