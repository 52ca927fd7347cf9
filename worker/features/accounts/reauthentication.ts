import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { SessionId } from '#worker/contracts/ids.ts'
import { sessions } from '#worker/db/schema/accounts.ts'
import { reauthenticationMs, authenticatedAt } from '#worker/auth/session-check.ts'
import { AppError } from '#worker/api/errors.ts'

export function reauthenticationTimeOf(sessionId: SQL<SessionId>): SQL<number> {
  return sql`(select ${authenticatedAt} from ${sessions} where ${sessions.id} = ${sessionId})`
}

/**
 * A person who took over a session that was left open must not be able to keep the account.
 * @throws AppError `sign_in_again`
 */
export function assertReauthenticated({ now }: Ctx, reauthenticatedAt: number | undefined): void {
  if (now - (reauthenticatedAt ?? 0) > reauthenticationMs)
    throw new AppError('forbidden', 'sign_in_again')
}
