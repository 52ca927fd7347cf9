import { sql } from 'drizzle-orm'
import { write, type Ctx, type Visitor } from '#worker/context.ts'
import type { UserId } from '#worker/contract.ts'
import { rows } from '#worker/db/client.ts'
import { AppError } from '#worker/http/errors.ts'
import { hmacSha256 } from '#worker/platform/crypto.ts'

/** Lets a mail program switch one kind of mail off without signing in (RFC 8058). */
export function unsubscribeToken(secret: string, userId: UserId, kind: string): string {
  return `${userId}-${kind}-${hmacSha256(secret, `unsubscribe:${userId}:${kind}`)}`
}

/** The kind of mail that a token stands for, or undefined when it was tampered with. */
function readToken(ctx: Ctx, token: string): { userId: UserId; kind: string } | undefined {
  const [, id, kind] = /^(\d{1,15})-([a-z_]{1,40})-/.exec(token) ?? []
  const userId = Number(id) as UserId
  return kind && unsubscribeToken(ctx.config.JWT_SECRET, userId, kind) === token
    ? { userId, kind }
    : undefined
}

/** @throws AppError `page_not_found` for a token that is none of ours. */
export function assertUnsubscribeToken(ctx: Ctx, token: string): void {
  if (!readToken(ctx, token)) throw new AppError('not_found', 'page_not_found')
}

export async function unsubscribe(ctx: Ctx<Visitor>, token: string): Promise<void> {
  const { userId, kind } = readToken(ctx, token) ?? {}
  if (!userId || !kind) throw new AppError('not_found', 'page_not_found')
  await write(ctx, [
    rows(
      ctx.db,
      sql`insert into notification_channels (user_id, kind, channel, is_enabled)
        select id, ${kind}, 'email', 0 from users where id = ${userId}
        on conflict do update set is_enabled = 0`,
    ),
  ])
}
