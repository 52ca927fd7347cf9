import { sql } from 'drizzle-orm'
import { readCounting, type Ctx, type Member } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import { assertOpen } from '#worker/features/accounts/throttle.ts'

const apartMs = 60_000
const hourMs = 3_600_000

/**
 * Lets one through a minute. To look and to bring in are two subjects: who looked may bring in at
 * once.
 * @throws AppError `too_many_attempts`
 */
export async function waitTurn(ctx: Ctx<Member>, subject: string): Promise<void> {
  const { db, now } = ctx
  const hour = Math.floor(now / hourMs)
  const opensAt = sql`(select coalesce(max(last_at), 0) + ${apartMs} from attempts
    where subject = ${subject} and hour >= ${hour - 1})`
  const [[opening]] = await readCounting(ctx, [
    rows<{ opensAt: number }>(db, sql`select ${opensAt} as opensAt`),
    rows(
      db,
      sql`insert into attempts (subject, hour, count, last_at)
        select ${subject}, ${hour}, 1, ${now} where ${opensAt} <= ${now}
        on conflict do update set count = count + 1, last_at = excluded.last_at`,
    ),
  ])
  assertOpen(ctx, opening)
}
