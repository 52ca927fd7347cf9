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

export async function unsubscribe(ctx: Ctx<Visitor>, token: string): Promise<void> {
  const [, id, kind] = /^(\d{1,15})-([a-z_]{1,40})-/.exec(token) ?? []
  const userId = Number(id) as UserId
  if (!kind || unsubscribeToken(ctx.config.JWT_SECRET, userId, kind) !== token) {
    throw new AppError('not_found', 'route_not_found')
  }
  await write(ctx, [
    rows(
      ctx.db,
      sql`insert into notification_channels (user_id, kind, channel, is_enabled)
        select id, ${kind}, 'email', 0 from users where id = ${userId}
        on conflict do update set is_enabled = 0`,
    ),
  ])
}
