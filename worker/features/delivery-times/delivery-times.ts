import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type {
  Digest,
  DigestInput,
  QuietHoursView,
} from '#worker/features/notifications/contract.ts'
import { nextDigestAt } from './next-digest.ts'
import { quietReason } from './quiet-until.ts'

/** A time of day as the interface has it: `22:00`. */
export function toTimeOfDay(minutes: number | null): string | null {
  if (minutes === null) return null
  const parts = [Math.floor(minutes / 60), minutes % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

function toMinutes(timeOfDay: string | null): number | null {
  if (timeOfDay === null) return null
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number)
  return hours * 60 + minutes
}

/** What waits for the quiet hours to end is looked at anew. */
function wakeQuiet({ db, now, actor }: Ctx<Member>): Statement {
  return rows(
    db,
    sql`update deliveries set next_at = ${now} where user_id = ${actor.userId}
      and status = 'pending' and error = ${quietReason}`,
  )
}

/** Says between which hours nothing that can wait is sent; nulls for none. */
export async function setQuietHours(
  ctx: Ctx<Member>,
  wanted: QuietHoursView,
): Promise<QuietHoursView> {
  await write(ctx, [
    rows(
      ctx.db,
      sql`update users set quiet_from = ${toMinutes(wanted.from)}, quiet_to = ${toMinutes(wanted.to)}
        where id = ${ctx.actor.userId}`,
    ),
    wakeQuiet(ctx),
  ])
  return wanted
}

/** One that is due comes all the same: the minute job may be late. */
function unlessDue({ now }: Ctx, nextAt: SQL): SQL {
  return sql`iif(digest_next_at <= ${now}, digest_next_at, ${nextAt})`
}

/** Says how news of new events come. What waited for a digest that is no longer wanted is told right away. */
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
export function moveToZone(ctx: Ctx<Member>, timeZone: string): Statement[] {
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
