import { sql } from 'drizzle-orm'
import { read, write, writeInOrder, type Ctx, type Member } from '#worker/context.ts'
import type { SessionId, UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { instantSql, type RowOf } from '#worker/db/row.ts'
import { sessions } from '#worker/db/schema/accounts.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { deleteSessionlessDevices } from '#worker/features/notifications/push/session-devices.ts'
import { parseUserAgent } from '#worker/request/client-info.ts'
import { AppError } from '#worker/api/errors.ts'
import { endSignupContinuation } from './continue-signup.ts'
import type { SessionsView } from './contract.ts'

const sessionColumns = {
  id: sessions.id,
  userAgent: sessions.userAgent,
  created_at: instantSql(sessions.createdAt),
  last_used_at: instantSql(sessions.lastUsedAt),
}
type SessionRow = RowOf<typeof sessionColumns>

const selectOpenSessions = prepare(({ userId, now }: Params<{ userId: UserId; now: number }>) =>
  select(
    sessionColumns,
    sql`from ${sessions} where ${sessions.userId} = ${userId} and ${sessions.revokedAt} is null
      and ${sessions.expiresAt} > ${now}
      order by ${sessions.lastUsedAt} desc, ${sessions.id} desc limit 100`,
  ),
)

export function selectSessions({ now, actor }: Ctx<Member>): Statement<SessionRow[]> {
  return selectOpenSessions({ userId: actor.userId, now })
}

export function toSessions({ actor }: Ctx<Member>, rows: SessionRow[]): SessionsView {
  const items = rows.map(({ userAgent, ...session }) => ({
    ...session,
    ...parseUserAgent(userAgent),
    is_current: session.id === actor.sessionId,
  }))
  return { items }
}

export async function listSessions(ctx: Ctx<Member>): Promise<SessionsView> {
  const { open } = await read(ctx, { open: selectSessions(ctx) })
  return toSessions(ctx, open)
}

type MemberSession = { userId: UserId; id: SessionId; now: number }

const revokeOwnSession = prepare(({ userId, id, now }: Params<MemberSession>) =>
  update(
    sessions,
    { revokedAt: sql<number>`coalesce(${sessions.revokedAt}, ${now})` },
    {
      where: sql`${sessions.id} = ${id} and ${sessions.userId} = ${userId}`,
      returning: { id: sessions.id },
    },
  ),
)

/** Answers whether it was the session that asked; ending one again is no error. */
export async function revokeSessionById(ctx: Ctx<Member>, id: SessionId): Promise<boolean> {
  const { userId, sessionId } = ctx.actor
  const { ended } = await write(ctx, { ended: revokeOwnSession({ userId, id, now: ctx.now }) })
  if (ended.length === 0) throw new AppError('not_found', 'session_not_found')
  return id === sessionId
}

const revokeOthers = prepare(({ userId, id, now }: Params<MemberSession>) =>
  update(
    sessions,
    { revokedAt: now },
    {
      where: sql`${sessions.userId} = ${userId} and ${sessions.id} <> ${id}
        and ${sessions.revokedAt} is null`,
    },
  ),
)

export function revokeOtherSessions({ now, actor }: Ctx<Member>): Statement {
  return revokeOthers({ userId: actor.userId, id: actor.sessionId, now })
}

export async function revokeSessions(ctx: Ctx<Member>, { all }: { all: boolean }): Promise<void> {
  const { now, actor } = ctx
  const { userId, sessionId } = actor
  await writeInOrder(ctx, {
    others: revokeOtherSessions(ctx),
    continuation: endSignupContinuation(ctx),
    devices: deleteSessionlessDevices(ctx, userId),
    current: all ? revokeOwnSession({ userId, id: sessionId, now }) : [],
  })
}
