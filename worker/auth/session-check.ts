import { sql, type SQL } from 'drizzle-orm'
import type { SessionId, UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { BatchError } from '#worker/db/hrana.ts'
import { sessions, users } from '#worker/db/schema/accounts.ts'
import { abortUnless, prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { AppError } from '../api/errors.ts'

export type SessionClaim = {
  userId: UserId
  sessionId: SessionId
  requires: 'member' | 'contributor' | 'moderator' | 'admin'
  isPasskeyRequired: boolean
  isReauthenticationRequired: boolean
  now: number
}

export const reauthenticationMs = 10 * 60_000

const refusals = {
  session_ended: 'unauthenticated',
  account_inactive: 'unauthenticated',
  forbidden: 'forbidden',
  account_restricted: 'forbidden',
  passkey_required: 'forbidden',
  sign_in_again: 'forbidden',
} as const
type SessionRefusal = keyof typeof refusals

/** No row means that the session does not exist. */
type SessionCheckResult = { refusal: SessionRefusal | '' }

type SessionClaimParams = Params<SessionClaim>

function fromSessionSql({ sessionId, userId }: SessionClaimParams): SQL {
  return sql`from ${sessions} join ${users} on ${users.id} = ${sessions.userId}
    where ${sessions.id} = ${sessionId} and ${sessions.userId} = ${userId}`
}

export const authenticatedAt = sql<number>`max(${sessions.createdAt}, coalesce(${sessions.reauthenticatedAt}, 0))`

function sessionRefusalSql({
  now,
  requires,
  isPasskeyRequired,
  isReauthenticationRequired,
}: SessionClaimParams): SQL<SessionRefusal | ''> {
  return sql`case
    when not ${users.isActive} then 'account_inactive'
    when ${sessions.revokedAt} is not null or ${sessions.expiresAt} <= ${now} then 'session_ended'
    when ${requires} = 'moderator' and ${users.role} = 'member' then 'forbidden'
    when ${requires} = 'admin' and ${users.role} <> 'admin' then 'forbidden'
    when ${requires} = 'contributor' and ${users.isSoftBanned} then 'account_restricted'
    when ${isPasskeyRequired} and ${sessions.passkeyAt} is null then 'passkey_required'
    when ${isReauthenticationRequired} and ${now} - ${authenticatedAt} > ${reauthenticationMs} then 'sign_in_again'
    else '' end`
}

export const selectSessionRefusal = prepare((claim: SessionClaimParams) =>
  selectFirst({ refusal: sessionRefusalSql(claim) }, fromSessionSql(claim)),
)

const assertNoRefusal = prepare((claim: SessionClaimParams) =>
  abortUnless(
    sql`count(*) filter (where ${sessionRefusalSql(claim)} = '') = 1`,
    fromSessionSql(claim),
  ),
)

export function assertSessionNotRefused(
  { refusal }: SessionCheckResult = { refusal: 'session_ended' },
): void {
  if (refusal) throw new AppError(refusals[refusal], refusal)
}

/** The first statement selects the reason for refusal, the second aborts the batch. */
export function sessionCheckStatements(claim: SessionClaim): readonly [Statement, Statement] {
  return [selectSessionRefusal(claim), assertNoRefusal(claim)]
}

export function throwSessionRefusal(error: unknown): never {
  if (error instanceof BatchError && error.statementIndex === 1) {
    const refusal = error.before[0]?.rows[0]?.[0] as SessionRefusal | undefined
    assertSessionNotRefused(refusal && { refusal })
  }
  throw error
}
