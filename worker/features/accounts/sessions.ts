import { sql, type SQL } from 'drizzle-orm'
import { read, scopesOf, write, type Ctx, type System, type Visitor } from '#worker/context.ts'
import type { SessionId, UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import { keepDevices } from '#worker/features/notifications/push/session-devices.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'
import { AppError } from '#worker/api/errors.ts'
import { accessTokenSeconds, signAccessToken, verifyAccessToken } from '#worker/auth/tokens.ts'
import { hmacSha256, randomToken, sha256 } from '#worker/auth/crypto.ts'
import type { TokensView } from './contract.ts'

const sessionMs = 30 * 86_400_000
/** Two tabs that refresh at once present the same token; both get its successor. */
const raceMs = 10_000
/** More than begin within that time: what is looked through does not grow with the site. */
const latestSessions = 1000
/** How long what is over stays, so that its late use can be told from nonsense. */
const keptMs = 30 * 86_400_000

/** Who a session is for. */
export type SessionHolder = {
  userId: UserId
  role: 'member' | 'moderator' | 'admin'
  isStreamer: number
}

async function tokens(
  ctx: Ctx,
  person: SessionHolder & { sessionId: SessionId },
  refreshToken: string,
): Promise<TokensView> {
  const scopes = scopesOf({ role: person.role, isStreamer: Boolean(person.isStreamer) })
  const { userId, sessionId } = person
  return {
    access_token: await signAccessToken(ctx.config.JWT_SECRET, ctx.now, {
      userId,
      sessionId,
      scopes,
    }),
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
  }
}

function dailyVisit(ctx: Ctx, userId: UserId) {
  const day = new Date(ctx.now).toISOString().slice(0, 10)
  return earnXp(ctx, { userId, action: 'daily_visit', subject: `day:${day}` })
}

/**
 * Signs a person in with a session of their own, in one transaction with what else the caller
 * writes. The one that the browser came with ends: no session outlives a sign-in over it.
 */
export async function openSession(
  ctx: Ctx,
  person: SessionHolder,
  { userAgent, refreshToken: former }: Pick<ClientInfo, 'userAgent' | 'refreshToken'>,
  alongside: Statement[] = [],
): Promise<TokensView> {
  const { db, now } = ctx
  const refreshToken = randomToken()
  const [[session]] = await write(ctx, [
    rows<{ id: SessionId }>(
      db,
      sql`insert into sessions (user_id, user_agent, created_at, last_used_at, expires_at)
        values (${person.userId}, ${userAgent?.slice(0, 300) ?? null}, ${now}, ${now}, ${now + sessionMs})
        returning id`,
    ),
    rows(
      db,
      sql`insert into refresh_tokens (hash, session_id, created_at)
        values (${sha256(refreshToken)}, last_insert_rowid(), ${now})`,
    ),
    ...(former
      ? [
          keepDevices(ctx, person.userId, {
            former: sessionOf(former),
            session: sessionOf(refreshToken),
          }),
          revokeSessionOf(ctx, former),
        ]
      : []),
    ...dailyVisit(ctx, person.userId),
    ...alongside,
  ])
  if (!session) throw new Error('the session was not written')
  return tokens(ctx, { ...person, sessionId: session.id }, refreshToken)
}

function sessionOf(refreshToken: string): SQL {
  return sql`(select session_id from refresh_tokens where hash = ${sha256(refreshToken)})`
}

function revokeSessionOf({ db, now }: Ctx, refreshToken: string): Statement {
  return rows(
    db,
    sql`update sessions set revoked_at = ${now} where revoked_at is null
      and id = ${sessionOf(refreshToken)}`,
  )
}

type Presented = SessionHolder & {
  sessionId: SessionId
  rotatedAt: number | null
  revokedAt: number | null
  /** Replaced by a sign-in a moment ago: the browser is about to get newer cookies. */
  isReplaced: number
  expiresAt: number
  isActive: number
}

/**
 * Rotates a refresh token. Its successor is derived from it, so racing tabs agree without storing
 * it; using a token again later is theft and ends the session.
 */
export async function refreshSession(
  ctx: Ctx<Visitor>,
  refreshToken: string | undefined,
): Promise<TokensView> {
  const refused = new AppError('unauthenticated', 'bad_refresh_token')
  if (!refreshToken) throw refused
  const hash = sha256(refreshToken)
  const [[presented]] = await read(ctx, [
    rows<Presented>(
      ctx.db,
      sql`select u.id as userId, u.role, u.is_active as isActive, s.id as sessionId,
          s.revoked_at as revokedAt, s.expires_at as expiresAt, t.rotated_at as rotatedAt,
          (s.revoked_at > ${ctx.now - raceMs} and s.revoked_at in (select n.created_at from sessions n
            where n.id > s.id order by n.id desc limit ${latestSessions})) as isReplaced,
          exists (select 1 from streamers where user_id = u.id) as isStreamer
        from refresh_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id
        where t.hash = ${hash}`,
    ),
  ])
  if (presented?.isReplaced) throw new AppError('unauthenticated', 'session_ended')
  if (!presented || presented.revokedAt !== null || !presented.isActive) throw refused
  if (presented.expiresAt <= ctx.now) throw refused
  if (presented.rotatedAt !== null && ctx.now - presented.rotatedAt > raceMs) {
    await write(ctx, [revokeSession(ctx, presented.sessionId)])
    throw refused
  }
  const successor = hmacSha256(ctx.config.JWT_SECRET, `refresh:${refreshToken}`)
  await rotate(ctx, presented, hash, sha256(successor))
  return tokens(ctx, presented, successor)
}

/** Whether a refused refresh should clear the browser's cookies. */
export function hasSessionEnded(error: unknown): boolean {
  return error instanceof AppError && error.code === 'bad_refresh_token'
}

function rotate(ctx: Ctx, presented: Presented, hash: string, successorHash: string) {
  const { db, now } = ctx
  return write(ctx, [
    rows(
      db,
      sql`update refresh_tokens set rotated_at = ${now} where hash = ${hash} and rotated_at is null`,
    ),
    rows(
      db,
      sql`insert into refresh_tokens (hash, session_id, created_at)
        values (${successorHash}, ${presented.sessionId}, ${now}) on conflict do nothing`,
    ),
    rows(
      db,
      sql`update sessions set last_used_at = ${now}, expires_at = ${now + sessionMs}
        where id = ${presented.sessionId}`,
    ),
    ...dailyVisit(ctx, presented.userId),
  ])
}

function revokeSession({ db, now }: Ctx, sessionId: SessionId): Statement {
  return rows(
    db,
    sql`update sessions set revoked_at = ${now} where id = ${sessionId} and revoked_at is null`,
  )
}

/** Ends the session that either token belongs to; without one there is nothing to end. */
export async function logOut(
  ctx: Ctx<Visitor>,
  tokens: { refreshToken: string | undefined; accessToken: string | undefined },
): Promise<void> {
  const { refreshToken, accessToken } = tokens
  const claims =
    accessToken && (await verifyAccessToken(ctx.config.JWT_SECRET, ctx.now, accessToken))
  const ended = [
    ...(refreshToken ? [revokeSessionOf(ctx, refreshToken)] : []),
    ...(claims ? [revokeSession(ctx, claims.sid)] : []),
  ]
  if (ended.length > 0) await write(ctx, ended)
}

/** Sessions that ended, tokens that were renewed and mailed links that ran out, thirty days later. */
export async function deleteEndedSessions(ctx: Ctx<System>): Promise<void> {
  const { db, now } = ctx
  const before = now - keptMs
  await write(ctx, [
    rows(
      db,
      sql`delete from sessions where min(expires_at, coalesce(revoked_at, expires_at)) < ${before}`,
    ),
    rows(db, sql`delete from refresh_tokens where rotated_at < ${before}`),
    rows(db, sql`delete from account_tokens where expires_at < ${before}`),
  ])
}
