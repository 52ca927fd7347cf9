import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { Claimed } from './claimed.ts'

/** Nothing more goes where nobody is: what still waits for it is stopped when its turn comes. */
export function forgetGone({ db, now }: Ctx, delivery: Claimed): Statement {
  const { channel, userId, webhook, endpoint } = delivery
  return channel === 'push'
    ? rows(
        db,
        sql`delete from push_subscriptions where endpoint = ${endpoint} and user_id = ${userId}`,
      )
    : rows(
        db,
        sql`update users set discord_disabled_at = ${now}
          where id = ${userId} and discord_webhook = ${webhook}`,
      )
}
