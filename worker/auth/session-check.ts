import { sql, type SQL } from 'drizzle-orm'
import type { SessionId, UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { compile } from '#worker/db/compiled.ts'
import { BatchError } from '#worker/db/hrana.ts'
import { AppError } from '../api/errors.ts'

/** A signed-in caller, and what the database must confirm of them at the instant `now`. */
export type SessionClaim = {
  userId: UserId
  sessionId: SessionId
  requires: 'member' | 'contributor' | 'moderator' | 'admin'
  now: number
}

const refusals = {
  session_ended: 'unauthenticated',
  account_inactive: 'unauthenticated',
  forbidden: 'forbidden',
  account_restricted: 'forbidden',
} as const
type Refusal = keyof typeof refusals

const claimed = (name: keyof SessionClaim) => sql.placeholder(name)

const session: SQL = sql`sessions s join users u on u.id = s.user_id
  where s.id = ${claimed('sessionId')} and s.user_id = ${claimed('userId')}`

/** Why the caller is refused, or nothing. */
const refusal: SQL = sql`case
  when s.revoked_at is not null or s.expires_at <= ${claimed('now')} then 'session_ended'
  when not u.is_active then 'account_inactive'
  when ${claimed('requires')} = 'moderator' and u.role = 'member' then 'forbidden'
  when ${claimed('requires')} = 'admin' and u.role <> 'admin' then 'forbidden'
  when ${claimed('requires')} = 'contributor' and u.is_soft_banned then 'account_restricted'
  else '' end`

/** One row when the session exists, none otherwise. */
export const selectRefusal = compile<{ refusal: Refusal | '' }, SessionClaim>(
  sql`select ${refusal} as refusal from ${session}`,
)

/**
 * Fails where the caller is refused. SQL has `raise` in triggers alone; `json` is documented to fail
 * for a text that is no JSON.
 */
const assertNoRefusal = compile<unknown, SessionClaim>(
  sql`select json(iif(count(*) filter (where ${refusal} = '') = 1, 'true', 'refused')) from ${session}`,
)

export function assertAdmitted(refusal: Refusal | '' = 'session_ended'): void {
  if (refusal) throw new AppError(refusals[refusal], refusal)
}

/** The first statements of a write: the second ends it for the reason that the first one tells. */
export function sessionCheck(claim: SessionClaim): readonly [Statement, Statement] {
  return [selectRefusal(claim), assertNoRefusal(claim)]
}

/** What a write that begins with `sessionCheck` failed for. */
export function refuseOrRethrow(error: unknown): never {
  if (error instanceof BatchError && error.statementIndex === 1) {
    assertAdmitted(error.before[0]?.rows[0]?.[0] as Refusal | '')
  }
  throw error
}
