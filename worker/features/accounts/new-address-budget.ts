import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { users } from '#worker/db/schema/accounts.ts'
import type { Statement } from '#worker/db/client.ts'
import { isAllowed, recordAttempt, type RateLimit } from '#worker/request/attempt-limits.ts'

/** Counts the mails of an hour to addresses that nobody has proved, from the whole site. */
export const newAddressSubject = 'mail-new-addresses'

export function newAddressBudget({ config }: Pick<Ctx, 'config'>): RateLimit {
  return { hourly: [{ subject: newAddressSubject, limit: config.NEW_ADDRESS_MAILS_PER_HOUR }] }
}

/** A condition on `users`: their address is proved, or the budget has room for one more that is not. */
export function mayBeMailed(
  ctx: Ctx,
  isProved: SQL = sql`${users.emailVerifiedAt} is not null`,
): SQL {
  return sql`(${isProved} or ${isAllowed(ctx, newAddressBudget(ctx))})`
}

/** True if an account has the address and nobody proved it. */
export function isUnproved(emailKey: string): SQL {
  return sql`exists (select 1 from ${users} where ${users.emailKey} = ${emailKey}
    and ${users.emailVerifiedAt} is null)`
}

/**
 * Counts a queued mail, if its address is new: in the transaction of the request, whose statements and
 * answer are the same for every address.
 */
export function countNewAddress(ctx: Ctx, isNew: SQL): Statement {
  return recordAttempt(ctx, newAddressBudget(ctx), isNew).count
}
