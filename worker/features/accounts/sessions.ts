import { sql, type Column, type SQL } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import { read, scopesOf, write, type Ctx, type Visitor } from '#worker/context.ts'
import type { SessionId, UserId } from '#worker/contracts/ids.ts'
import type { ResultOf, Statement } from '#worker/db/client.ts'
import { booleanSql, type RowOf } from '#worker/db/row.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { refreshTokens, sessions, users } from '#worker/db/schema/accounts.ts'
import { first, prepare, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insert, update } from '#worker/db/writes.ts'
import { insertSecurityEvent } from '#worker/features/operations/security-log/insert-security-event.ts'
import type { SecurityEventDetail } from '#worker/features/operations/security-log/contract.ts'
import { earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import { moveDevicesToSession } from '#worker/features/notifications/push/session-devices.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'
import { AppError } from '#worker/api/errors.ts'
import { accessTokenSeconds, signAccessToken, verifyAccessToken } from '#worker/auth/tokens.ts'
import { hmacSha256, randomToken, sha256 } from '#worker/auth/crypto.ts'
import { signingSecrets } from '#worker/auth/keys.ts'
import { sendAccountMail, sendSecurityMail } from './account-mail.ts'
import type { TokensView } from './contract.ts'

const sessionMs = 30 * dayMs
/** Two tabs that refresh at once present the same token; both get its successor. */
const raceMs = 10_000
/** More than begin within `raceMs`, so that the search does not grow with the site. */
const latestSessions = 1000

/** Of `users`, for `scopesOf`. */
export const scopeColumns = {
  role: users.role,
  isStreamer: booleanSql(
    sql`exists (select 1 from ${streamers} where ${streamers.userId} = ${users.id})`,
  ),
}
export const holderColumns = { userId: users.id, ...scopeColumns }
export type SessionHolder = RowOf<typeof holderColumns>

async function tokens(
  ctx: Ctx,
  holder: SessionHolder & { sessionId: SessionId },
  refreshToken: string,
): Promise<TokensView> {
  const { userId, sessionId } = holder
  const claims = { userId, sessionId, scopes: scopesOf(holder) }
  return {
    access_token: await signAccessToken(ctx.config.JWT_SECRET, ctx.now, claims),
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
  }
}

function dailyVisit(ctx: Ctx, userId: UserId) {
  const day = new Date(ctx.now).toISOString().slice(0, 10)
  return earnXp(ctx, { userId, action: 'daily_visit', subject: `day:${day}` })
}

type SignIn = Pick<ClientInfo, 'userAgent' | 'refreshToken' | 'address'> & {
  method: SecurityEventDetail
}

type NewSession = { userId: UserId; userAgent: string | null; now: number; expiresAt: number }

const insertSession = prepare(({ userId, userAgent, now, expiresAt }: Params<NewSession>) =>
  first(
    insert(
      sessions,
      { userId, userAgent, createdAt: now, lastUsedAt: now, expiresAt },
      { returning: { id: sessions.id } },
    ),
  ),
)

/** Right after its session. */
const insertFirstToken = prepare(({ hash, now }: Params<{ hash: string; now: number }>) =>
  insert(refreshTokens, {
    hash,
    sessionId: sql<SessionId>`last_insert_rowid()`,
    createdAt: now,
  }),
)

/**
 * Signs a person in with a session of their own, in one transaction with what else the caller
 * writes. The one that the browser came with ends: no session outlives a sign-in over it.
 */
export async function openSession(
  ctx: Ctx,
  holder: SessionHolder,
  { userAgent, refreshToken: former, address, method }: SignIn,
  alongside: Statement[] = [],
): Promise<TokensView> {
  const { now } = ctx
  const { userId } = holder
  const refreshToken = randomToken()
  const sessionValues = {
    userId,
    userAgent: userAgent?.slice(0, 300) ?? null,
    now,
    expiresAt: now + sessionMs,
  }
  const { session } = await write(ctx, {
    session: insertSession(sessionValues),
    token: insertFirstToken({ hash: sha256(refreshToken), now }),
    replaced: former ? replaceSession(ctx, userId, { former, refreshToken }) : [],
    visit: dailyVisit(ctx, userId),
    event: insertSecurityEvent(ctx, { kind: 'sign_in', userId, detail: method, address }),
    alongside,
  })
  if (!session) throw new Error('the session was not written')
  return tokens(ctx, { ...holder, sessionId: session.id }, refreshToken)
}

function replaceSession(
  ctx: Ctx,
  userId: UserId,
  { former, refreshToken }: { former: string; refreshToken: string },
): Statement[] {
  const change = { former: sessionOf(sha256(former)), session: sessionOf(sha256(refreshToken)) }
  return [moveDevicesToSession(ctx, userId, change), revokeSessionOf(ctx, former)]
}

/** The session of the refresh token with this hash; null without one. */
export function sessionOf(hash: SQL<string> | string): SQL<SessionId> {
  return sql`(select ${refreshTokens.sessionId} from ${refreshTokens}
    where ${refreshTokens.hash} = ${hash})`
}

const revokeByToken = prepare(({ hash, now }: Params<{ hash: string; now: number }>) =>
  update(
    sessions,
    { revokedAt: now },
    { where: sql`${sessions.revokedAt} is null and ${sessions.id} = ${sessionOf(hash)}` },
  ),
)

function revokeSessionOf({ now }: Ctx, refreshToken: string): Statement {
  return revokeByToken({ hash: sha256(refreshToken), now })
}

const newer = alias(sessions, 'newer')
const next = alias(refreshTokens, 'next')

function ofSuccessor<Value>(column: Column, hashes: unknown): SQL<Value | null> {
  return sql`(select ${column} from ${next}
    where ${next.hash} in (select value from json_each(${hashes})) limit 1)`
}

type Presentation = { hash: string; successors: string; raceStart: number }

const selectPresented = prepare(({ hash, successors, raceStart }: Params<Presentation>) =>
  first(
    select(
      {
        ...holderColumns,
        isActive: users.isActive,
        sessionId: sessions.id,
        revokedAt: sessions.revokedAt,
        expiresAt: sessions.expiresAt,
        rotatedAt: refreshTokens.rotatedAt,
        successorHash: ofSuccessor<string>(next.hash, successors),
        successorUsedAt: ofSuccessor<number>(next.rotatedAt, successors),
        /** By a sign-in a moment ago: the browser is about to get newer cookies. */
        isReplaced: booleanSql(sql`coalesce(${sessions.revokedAt} > ${raceStart}
          and ${sessions.revokedAt} in (select ${newer.createdAt} from ${newer}
            where ${newer.id} > ${sessions.id} order by ${newer.id} desc limit ${latestSessions}), 0)`),
      },
      sql`from ${refreshTokens} join ${sessions} on ${sessions.id} = ${refreshTokens.sessionId}
        join ${users} on ${users.id} = ${sessions.userId} where ${refreshTokens.hash} = ${hash}`,
    ),
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
  const successors = successorsOf(ctx, refreshToken)
  const { presented } = await read(ctx, {
    presented: selectPresented({
      hash,
      successors: JSON.stringify([...successors.keys()]),
      raceStart: ctx.now - raceMs,
    }),
  })
  if (presented?.isReplaced) throw new AppError('unauthenticated', 'session_ended')
  if (!presented || presented.revokedAt !== null || !presented.isActive) throw refused
  if (presented.expiresAt <= ctx.now) throw refused
  if (isCopy(ctx, presented)) {
    await endCopiedSession(ctx, presented)
    throw refused
  }
  const [newest] = successors.keys()
  const successorHash = presented.successorHash ?? newest ?? ''
  const successor = successors.get(successorHash)
  if (successor === undefined) throw new Error('a token has no successor')
  await rotate(ctx, presented, hash, successorHash)
  return tokens(ctx, presented, successor)
}

/** By their hashes: of the secret that signs, then of the one before. */
function successorsOf({ config }: Ctx, refreshToken: string): Map<string, string> {
  const found = signingSecrets(config).map((secret) =>
    hmacSha256(secret, `refresh:${refreshToken}`),
  )
  return new Map(found.map((successor) => [sha256(successor), successor]))
}

function isCopy({ now }: Ctx, { rotatedAt, successorUsedAt }: PresentedToken): boolean {
  return rotatedAt !== null && successorUsedAt !== null && now - rotatedAt > raceMs
}

/** The owner gets a mail: somebody else may have the token, and reminders on this device end. */
async function endCopiedSession(ctx: Ctx, { sessionId, userId }: PresentedToken): Promise<void> {
  const { mail } = await write(ctx, {
    revoked: revokeSession({ id: sessionId, now: ctx.now }),
    event: insertSecurityEvent(ctx, { kind: 'session_revoked', userId, when: sql`changes() = 1` }),
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

type Rotation = { hash: string; successorHash: string; sessionId: SessionId; now: number }

const markRotated = prepare(({ hash, now }: Params<Pick<Rotation, 'hash' | 'now'>>) =>
  update(
    refreshTokens,
    { rotatedAt: now },
    { where: sql`${refreshTokens.hash} = ${hash} and ${refreshTokens.rotatedAt} is null` },
  ),
)

const insertSuccessor = prepare(
  ({ successorHash, sessionId, now }: Params<Omit<Rotation, 'hash'>>) =>
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

function rotate(ctx: Ctx, presented: PresentedToken, hash: string, successorHash: string) {
  const { now } = ctx
  const { sessionId, userId } = presented
  return write(ctx, {
    rotated: markRotated({ hash, now }),
    successor: insertSuccessor({ successorHash, sessionId, now }),
    session: extendSession({ id: sessionId, now, expiresAt: now + sessionMs }),
    visit: dailyVisit(ctx, userId),
  })
}

const revokeSession = prepare(({ id, now }: Params<{ id: SessionId; now: number }>) =>
  update(
    sessions,
    { revokedAt: now },
    { where: sql`${sessions.id} = ${id} and ${sessions.revokedAt} is null` },
  ),
)

/** Ends the session that either token belongs to. */
export async function logOut(
  ctx: Ctx<Visitor>,
  tokens: { refreshToken: string | undefined; accessToken: string | undefined },
): Promise<void> {
  const { refreshToken, accessToken } = tokens
  const claims =
    accessToken && (await verifyAccessToken(signingSecrets(ctx.config), ctx.now, accessToken))
  const ended = [
    ...(refreshToken ? [revokeSessionOf(ctx, refreshToken)] : []),
    ...(claims ? [revokeSession({ id: claims.sid, now: ctx.now })] : []),
  ]
  if (ended.length > 0) await write(ctx, ended)
}
