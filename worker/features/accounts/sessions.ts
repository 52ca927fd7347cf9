import { sql } from 'drizzle-orm'
import { read, scopesOf, write, type Ctx, type Visitor } from '#worker/context.ts'
import type { SessionId, UserId } from '#worker/contract.ts'
import { batch, rows } from '#worker/db/client.ts'
import { earnXp } from '#worker/features/progress/ledger.ts'
import { AppError } from '#worker/http/errors.ts'
import { accessTokenSeconds, signAccessToken, verifyAccessToken } from '#worker/http/tokens.ts'
import {
  hashPassword,
  hmacSha256,
  isOutdatedHash,
  isPassword,
  randomToken,
  sha256,
} from '#worker/platform/crypto.ts'
import type { LoginInput, TokensView } from './contract.ts'

const sessionMs = 30 * 86_400_000
/** Two tabs that refresh at once present the same token; both get its successor. */
const raceMs = 10_000

type Person = { userId: UserId; role: 'member' | 'moderator' | 'admin'; isStreamer: number }

async function tokens(
  ctx: Ctx,
  person: Person & { sessionId: SessionId },
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

type Candidate = Person & { passwordHash: string | null; isActive: number }

/** Username or e-mail and password. An unknown name and a wrong password answer alike, in the same time. */
export async function logIn(
  ctx: Ctx<Visitor>,
  { username, password, userAgent }: LoginInput & { userAgent: string | undefined },
): Promise<TokensView> {
  const key = username.toLowerCase()
  const [[person]] = await read(ctx, [
    rows<Candidate>(
      ctx.db,
      sql`select id as userId, password_hash as passwordHash, is_active as isActive, role,
          exists (select 1 from streamers where user_id = users.id) as isStreamer
        from users where username_key = ${key} or email_key = ${key}
        order by username_key = ${key} desc limit 1`,
    ),
  ])
  const isRight = await isPassword(password, person?.passwordHash ?? null)
  if (!person || !isRight) throw new AppError('unauthenticated', 'bad_credentials')
  if (!person.isActive) throw new AppError('forbidden', 'account_inactive')
  const upgraded =
    person.passwordHash && isOutdatedHash(person.passwordHash) ? await hashPassword(password) : null
  return openSession(ctx, person, userAgent, upgraded)
}

async function openSession(
  ctx: Ctx,
  person: Person,
  userAgent: string | undefined,
  upgradedHash: string | null,
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
    rows(
      db,
      sql`update users set password_hash = coalesce(${upgradedHash}, password_hash)
        where id = ${person.userId}`,
    ),
    dailyVisit(ctx, person.userId),
  ])
  if (!session) throw new Error('the session was not written')
  return tokens(ctx, { ...person, sessionId: session.id }, refreshToken)
}

type Presented = Person & {
  sessionId: SessionId
  rotatedAt: number | null
  revokedAt: number | null
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
          exists (select 1 from streamers where user_id = u.id) as isStreamer
        from refresh_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id
        where t.hash = ${hash}`,
    ),
  ])
  if (!presented || presented.revokedAt !== null || !presented.isActive) throw refused
  if (presented.expiresAt <= ctx.now) throw refused
  if (presented.rotatedAt !== null && ctx.now - presented.rotatedAt > raceMs) {
    await revokeSession(ctx, presented.sessionId)
    throw refused
  }
  const successor = hmacSha256(ctx.config.JWT_SECRET, `refresh:${refreshToken}`)
  await rotate(ctx, presented, hash, sha256(successor))
  return tokens(ctx, presented, successor)
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
    dailyVisit(ctx, presented.userId),
  ])
}

async function revokeSession(ctx: Ctx, sessionId: SessionId): Promise<void> {
  await batch(ctx.db, 'write', [
    rows(
      ctx.db,
      sql`update sessions set revoked_at = ${ctx.now} where id = ${sessionId} and revoked_at is null`,
    ),
  ])
}

/** Ends the session that either token belongs to; without one there is nothing to end. */
export async function logOut(
  ctx: Ctx<Visitor>,
  tokens: { refreshToken: string | undefined; accessToken: string | undefined },
): Promise<void> {
  const { refreshToken, accessToken } = tokens
  const claims =
    accessToken && (await verifyAccessToken(ctx.config.JWT_SECRET, ctx.now, accessToken))
  if (!refreshToken && !claims) return
  await write(ctx, [
    rows(
      ctx.db,
      sql`update sessions set revoked_at = ${ctx.now} where revoked_at is null and (
        id = (select session_id from refresh_tokens where hash = ${sha256(refreshToken ?? '')})
        or id = ${claims ? claims.sid : null})`,
    ),
  ])
}
