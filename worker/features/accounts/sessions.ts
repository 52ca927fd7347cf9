import { sql, type SQL } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import { listScopes, write, writeInOrder, type Ctx, type Visitor } from '#worker/context.ts'
import type { SessionId, UserId } from '#worker/contracts/ids.ts'
import { inOrder, type Statement, type StatementSet } from '#worker/db/client.ts'
import { booleanSql, type RowOf } from '#worker/db/row.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { refreshTokens, sessions, users } from '#worker/db/schema/accounts.ts'
import { first, prepare, type Params } from '#worker/db/statement.ts'
import { insert, update, withNewId } from '#worker/db/writes.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import type { SecurityEventDetail } from '#worker/features/operations/security-log/contract.ts'
import { earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import { moveDevicesToSession } from '#worker/features/notifications/push/session-devices.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'
import { accessTokenSeconds, signAccessToken, verifyAccessToken } from '#worker/auth/tokens.ts'
import { randomToken, sha256 } from '#worker/auth/crypto.ts'
import { listSigningSecrets } from '#worker/auth/keys.ts'
import type { TokensView } from './contract.ts'

export const sessionLifetimeMs = 30 * dayMs

export const memberScopeColumns = {
  role: users.role,
  isStreamer: booleanSql(
    sql`exists (select 1 from ${streamers} where ${streamers.userId} = ${users.id})`,
  ),
}
export const sessionHolderColumns = { userId: users.id, ...memberScopeColumns }
export type SessionHolder = RowOf<typeof sessionHolderColumns>

export async function issueTokens(
  ctx: Ctx,
  holder: SessionHolder & { sessionId: SessionId },
  refreshToken: string,
): Promise<TokensView> {
  const { userId, sessionId } = holder
  const claims = { userId, sessionId, scopes: listScopes(holder) }
  return {
    access_token: await signAccessToken(ctx.config.JWT_SECRET, ctx.now, claims),
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
  }
}

const updateLastVisit = prepare(({ userId, today }: Params<{ userId: UserId; today: number }>) =>
  update(
    users,
    { seenAt: today, deletionAt: null },
    {
      where: sql`${users.id} = ${userId} and (coalesce(${users.seenAt}, 0) < ${today}
        or ${users.deletionAt} is not null)`,
    },
  ),
)

/** The account stays in use; members with rewards earn. */
export function recordDailyVisit(ctx: Ctx, userId: UserId) {
  const today = ctx.now - (ctx.now % dayMs)
  const day = new Date(today).toISOString().slice(0, 10)
  const [entry, rewards] = earnXp(ctx, { userId, action: 'daily_visit', subject: `day:${day}` })
  return inOrder([updateLastVisit({ userId, today }), entry, rewards])
}

type SignInDetails = Pick<ClientInfo, 'userAgent' | 'refreshToken' | 'address'> & {
  method: SecurityEventDetail
}

type NewSession = {
  userId: UserId
  userAgent: string | null
  now: number
  expiresAt: number
  passkeyAt: number | null
}

const insertSession = prepare(
  ({ userId, userAgent, now, expiresAt, passkeyAt }: Params<NewSession>) =>
    first(
      insert(
        sessions,
        { userId, userAgent, createdAt: now, lastUsedAt: now, expiresAt, passkeyAt },
        { returning: { id: sessions.id } },
      ),
    ),
)

/** The session that the browser came with ends: no session outlives a sign-in over it. */
export async function openSession(
  ctx: Ctx,
  holder: SessionHolder,
  { userAgent, refreshToken: former, address, method }: SignInDetails,
  alongside: StatementSet = [],
): Promise<TokensView> {
  const { now } = ctx
  const { userId } = holder
  const refreshToken = randomToken()
  const sessionValues = {
    userId,
    userAgent: userAgent?.slice(0, 300) ?? null,
    now,
    expiresAt: now + sessionLifetimeMs,
    passkeyAt: method === 'passkey' ? now : null,
  }
  const { session } = await writeInOrder(ctx, {
    session: withNewId(insertSession(sessionValues), (sessionId: SQL<SessionId>) =>
      insert(refreshTokens, { hash: sha256(refreshToken), sessionId, createdAt: now }),
    ),
    replaced: former ? replaceSession(ctx, userId, { former, refreshToken }) : [],
    visit: recordDailyVisit(ctx, userId),
    event: insertSecurityEvent(ctx, { kind: 'sign_in', userId, detail: method, address }),
    alongside,
  })
  if (!session.result) throw new Error('the session was not written')
  return issueTokens(ctx, { ...holder, sessionId: session.result.id }, refreshToken)
}

function replaceSession(
  ctx: Ctx,
  userId: UserId,
  { former, refreshToken }: { former: string; refreshToken: string },
) {
  const change = {
    former: sessionIdOfRefreshToken(sha256(former)),
    session: sessionIdOfRefreshToken(sha256(refreshToken)),
  }
  return inOrder([
    moveDevicesToSession(ctx, userId, change),
    revokeSessionByToken(ctx, former, refreshToken),
  ])
}

export function sessionIdOfRefreshToken(hash: SQL<string | null> | string): SQL<SessionId> {
  return sql`(select ${refreshTokens.sessionId} from ${refreshTokens}
    where ${refreshTokens.hash} = ${hash})`
}

type SessionRevocation = { hash: string; replacement: string | null; now: number }

const revokeByToken = prepare(({ hash, replacement, now }: Params<SessionRevocation>) =>
  update(
    sessions,
    { revokedAt: now, replacedBy: sessionIdOfRefreshToken(replacement) },
    {
      where: sql`${sessions.revokedAt} is null and ${sessions.id} = ${sessionIdOfRefreshToken(hash)}`,
    },
  ),
)

function revokeSessionByToken({ now }: Ctx, refreshToken: string, replacement?: string): Statement {
  return revokeByToken({
    hash: sha256(refreshToken),
    replacement: replacement === undefined ? null : sha256(replacement),
    now,
  })
}

export const revokeSession = prepare(({ id, now }: Params<{ id: SessionId; now: number }>) =>
  update(
    sessions,
    { revokedAt: now },
    { where: sql`${sessions.id} = ${id} and ${sessions.revokedAt} is null` },
  ),
)

export async function logOut(
  ctx: Ctx<Visitor>,
  tokens: { refreshToken: string | undefined; accessToken: string | undefined },
): Promise<void> {
  const { refreshToken, accessToken } = tokens
  const claims =
    accessToken && (await verifyAccessToken(listSigningSecrets(ctx.config), ctx.now, accessToken))
  const ended = [
    ...(refreshToken ? [revokeSessionByToken(ctx, refreshToken)] : []),
    ...(claims ? [revokeSession({ id: claims.sid, now: ctx.now })] : []),
  ]
  if (ended.length > 0) await write(ctx, ended)
}
