import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { Digest, DigestInput } from '#worker/features/notifications/contract.ts'
import { instantAt, localClock } from './local-time.ts'
import { wakeQuiet } from './quiet-hours.ts'

/** 08:00 on the reader's clock; the weekly one on Mondays. */
const digestMinute = 8 * 60
const monday = 1

/** The first digest after an instant; null where there is to be none. */
export function nextDigestAt(digest: Digest, timeZone: string, now: number): number | null {
  if (digest === 'off') return null
  const clock = localClock(now, timeZone)
  const stepDays = digest === 'weekly' ? 7 : 1
  const day = digest === 'weekly' ? clock.add({ days: (monday - clock.dayOfWeek + 7) % 7 }) : clock
  const at = instantAt(day, digestMinute, now)
  return at > now ? at : instantAt(day.add({ days: stepDays }), digestMinute, now)
}

/** One that is due comes all the same: the minute job may be late. */
function unlessDue({ now }: Ctx, nextAt: SQL): SQL {
  return sql`iif(digest_next_at <= ${now}, digest_next_at, ${nextAt})`
}

/** Sets whether new events come one by one or in a digest. What waited for a digest that is switched off is sent right away. */
export async function setDigest(ctx: Ctx<Member>, { digest }: DigestInput): Promise<DigestInput> {
  const { userId } = ctx.actor
  const [[person]] = await read(ctx, [
    rows<{ timeZone: string }>(
      ctx.db,
      sql`select timezone_name as timeZone from users where id = ${userId}`,
    ),
  ])
  const nextAt = nextDigestAt(digest, person?.timeZone ?? 'UTC', ctx.now)
  await write(ctx, [
    rows(
      ctx.db,
      sql`update users set digest = ${digest}, digest_next_at = ${unlessDue(
        ctx,
        sql`coalesce(${nextAt}, (select ${ctx.now} from digest_items
          where user_id = ${userId} and told_at is null limit 1))`,
      )} where id = ${userId}`,
    ),
  ])
  return { digest }
}

/** What follows from another time zone: the same hours and digest, by its clock. */
export function moveToTimeZone(ctx: Ctx<Member>, timeZone: string): Statement[] {
  const { db, now, actor } = ctx
  const next = (digest: Digest) => sql`${nextDigestAt(digest, timeZone, now)}`
  return [
    rows(
      db,
      sql`update users set digest_next_at = ${unlessDue(
        ctx,
        sql`case digest when 'daily' then ${next('daily')} else ${next('weekly')} end`,
      )} where id = ${actor.userId} and digest <> 'off'`,
    ),
    wakeQuiet(ctx),
  ]
}
