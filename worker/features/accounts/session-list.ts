import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import type { SessionId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { endLostDevices } from '#worker/features/notifications/push/session-devices.ts'
import { parseUserAgent } from '#worker/request/client-info.ts'
import { AppError } from '#worker/api/errors.ts'
import { endContinuation } from './continue-signup.ts'
import type { SessionsView } from './contract.ts'

type Row = { id: SessionId; userAgent: string | null; createdAt: number; lastUsedAt: number }

export function selectSessions({ db, now, actor }: Ctx<Member>): Statement<Row[]> {
  return rows<Row>(
    db,
    sql`select id, user_agent as userAgent, created_at as createdAt, last_used_at as lastUsedAt
      from sessions where user_id = ${actor.userId} and revoked_at is null and expires_at > ${now}
      order by last_used_at desc, id desc limit 100`,
  )
}

export function toSessions({ actor }: Ctx<Member>, found: Row[]): SessionsView {
  const items = found.map((row) => ({
    id: row.id,
    ...parseUserAgent(row.userAgent),
    created_at: toInstant(row.createdAt),
    last_used_at: toInstant(row.lastUsedAt),
    is_current: row.id === actor.sessionId,
  }))
  return { items }
}

/** Where the person is signed in, the latest used first. */
export async function listSessions(ctx: Ctx<Member>): Promise<SessionsView> {
  const [found] = await read(ctx, [selectSessions(ctx)])
  return toSessions(ctx, found)
}

/** Ends one; ending it again is no error. Answers whether it was the one that asked. */
export async function endSession(ctx: Ctx<Member>, id: SessionId): Promise<boolean> {
  const [ended] = await write(ctx, [
    rows(
      ctx.db,
      sql`update sessions set revoked_at = coalesce(revoked_at, ${ctx.now})
        where id = ${id} and user_id = ${ctx.actor.userId} returning id`,
    ),
  ])
  if (ended.length === 0) throw new AppError('not_found', 'session_not_found')
  return id === ctx.actor.sessionId
}

export function endOtherSessions({ db, now, actor }: Ctx<Member>): Statement {
  return rows(
    db,
    sql`update sessions set revoked_at = ${now}
      where user_id = ${actor.userId} and id <> ${actor.sessionId} and revoked_at is null`,
  )
}

/** Ends all others, and the one that asks too if so wished. */
export async function endSessions(ctx: Ctx<Member>, { all }: { all: boolean }): Promise<void> {
  const { db, now, actor } = ctx
  await write(ctx, [
    endOtherSessions(ctx),
    endContinuation(ctx),
    endLostDevices(ctx, actor.userId),
    rows(
      db,
      sql`update sessions set revoked_at = ${now}
        where id = ${actor.sessionId} and revoked_at is null and ${Number(all)}`,
    ),
  ])
}
