import { sql, type Column, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Visitor } from '#worker/context.ts'
import type { SessionId } from '#worker/contracts/ids.ts'
import type { ResultOf } from '#worker/db/client.ts'
import { refreshTokens, sessions, users } from '#worker/db/schema/accounts.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { afterChange, insert, update } from '#worker/db/writes.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import { AppError } from '#worker/api/errors.ts'
import { hmacSha256, sha256 } from '#worker/auth/crypto.ts'
import { listSigningSecrets } from '#worker/auth/keys.ts'
import { sendAccountMail, sendSecurityMail } from './account-mail.ts'
import type { TokensView } from './contract.ts'
import {
  recordDailyVisit,
  sessionHolderColumns,
  revokeSession,
  sessionLifetimeMs,
  issueTokens,
} from './sessions.ts'

/** Two tabs that refresh at once present the same token; both get its successor. */
const raceMs = 10_000

const next = alias(refreshTokens, 'next')

function successorColumnSql<Value>(column: Column, hashes: unknown): SQL<Value | null> {
  return sql`(select ${column} from ${next}
    where ${next.hash} in (select value from json_each(${hashes})) limit 1)`
}

type PresentedTokenQuery = { hash: string; successors: string }

const selectPresented = prepare(({ hash, successors }: Params<PresentedTokenQuery>) =>
  selectFirst(
    {
      ...sessionHolderColumns,
      isActive: users.isActive,
      sessionId: sessions.id,
      revokedAt: sessions.revokedAt,
      expiresAt: sessions.expiresAt,
      rotatedAt: refreshTokens.rotatedAt,
      successorHash: successorColumnSql<string>(next.hash, successors),
      successorUsedAt: successorColumnSql<number>(next.rotatedAt, successors),
      replacedBy: sessions.replacedBy,
    },
    sql`from ${refreshTokens} join ${sessions} on ${sessions.id} = ${refreshTokens.sessionId}
        join ${users} on ${users.id} = ${sessions.userId} where ${refreshTokens.hash} = ${hash}`,
  ),
)
type PresentedToken = NonNullable<ResultOf<ReturnType<typeof selectPresented>>>

/**
 * Rotates a refresh token. Its successor is derived from it, so racing tabs agree without storing
 * it. The answer may be lost on its way: until the successor is used, the token gives it again. A
 * token that comes after that is a copy, and ends the session.
 */
export async function refreshSession(
  ctx: Ctx<Visitor>,
  refreshToken: string | undefined,
): Promise<TokensView> {
  const refused = new AppError('unauthenticated', 'bad_refresh_token')
  if (!refreshToken) throw refused
  const hash = sha256(refreshToken)
  const successors = deriveSuccessorTokens(ctx, refreshToken)
  const { presented } = await read(ctx, {
    presented: selectPresented({ hash, successors: JSON.stringify([...successors.keys()]) }),
  })
  if (presented && isSessionJustReplaced(ctx, presented)) {
    throw new AppError('unauthenticated', 'session_ended')
  }
  if (!presented || presented.revokedAt !== null || !presented.isActive) throw refused
  if (presented.expiresAt <= ctx.now) throw refused
  if (isCopiedToken(ctx, presented)) {
    await endCopiedSession(ctx, presented)
    throw refused
  }
  const [newest] = successors.keys()
  const successorHash = presented.successorHash ?? newest ?? ''
  const successor = successors.get(successorHash)
  if (successor === undefined) throw new Error('a token has no successor')
  await rotateToken(ctx, presented, hash, successorHash)
  return issueTokens(ctx, presented, successor)
}

/** By their hashes: of the secret that signs, then of the one before. */
function deriveSuccessorTokens({ config }: Ctx, refreshToken: string): Map<string, string> {
  const signatures = listSigningSecrets(config).map((secret) =>
    hmacSha256(secret, `refresh:${refreshToken}`),
  )
  return new Map(signatures.map((successor) => [sha256(successor), successor]))
}

/** By a sign-in a moment ago: the browser is about to get newer cookies. */
function isSessionJustReplaced({ now }: Ctx, { replacedBy, revokedAt }: PresentedToken): boolean {
  return replacedBy !== null && revokedAt !== null && now - revokedAt < raceMs
}

function isCopiedToken({ now }: Ctx, { rotatedAt, successorUsedAt }: PresentedToken): boolean {
  return rotatedAt !== null && successorUsedAt !== null && now - rotatedAt > raceMs
}

/** The owner gets a mail: somebody else may have the token, and reminders on this device end. */
async function endCopiedSession(ctx: Ctx, { sessionId, userId }: PresentedToken): Promise<void> {
  const { mail } = await write(ctx, {
    revoked: afterChange(revokeSession({ id: sessionId, now: ctx.now }), {
      event: insertSecurityEvent(ctx, { kind: 'session_revoked', userId }),
    }),
    mail: sendSecurityMail(ctx, {
      kind: 'session_revoked',
      person: sql`${users.id} = ${userId}`,
      key: String(sessionId),
    }),
  })
  await sendAccountMail(ctx, mail)
}

export function isSessionEndedError(error: unknown): boolean {
  return error instanceof AppError && error.code === 'bad_refresh_token'
}

type TokenRotation = { hash: string; successorHash: string; sessionId: SessionId; now: number }

const markRotated = prepare(({ hash, now }: Params<Pick<TokenRotation, 'hash' | 'now'>>) =>
  update(
    refreshTokens,
    { rotatedAt: now },
    { where: sql`${refreshTokens.hash} = ${hash} and ${refreshTokens.rotatedAt} is null` },
  ),
)

const insertSuccessor = prepare(
  ({ successorHash, sessionId, now }: Params<Omit<TokenRotation, 'hash'>>) =>
    insert(
      refreshTokens,
      { hash: successorHash, sessionId, createdAt: now },
      { onConflict: sql`do nothing` },
    ),
)

const extendSession = prepare(
  ({ id, now, expiresAt }: Params<{ id: SessionId; now: number; expiresAt: number }>) =>
    update(sessions, { lastUsedAt: now, expiresAt }, { where: sql`${sessions.id} = ${id}` }),
)

function rotateToken(ctx: Ctx, presented: PresentedToken, hash: string, successorHash: string) {
  const { now } = ctx
  const { sessionId, userId } = presented
  return write(ctx, {
    rotated: markRotated({ hash, now }),
    successor: insertSuccessor({ successorHash, sessionId, now }),
    session: extendSession({ id: sessionId, now, expiresAt: now + sessionLifetimeMs }),
    visit: recordDailyVisit(ctx, userId),
  })
}
