import { sql } from 'drizzle-orm'
import { write, type Ctx, type Member } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { QuietHoursView } from '#worker/features/notifications/contract.ts'

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
export function wakeQuiet({ db, now, actor }: Ctx<Member>): Statement {
  return rows(
    db,
    sql`update deliveries set next_at = ${now} where user_id = ${actor.userId}
      and status = 'pending' and reason = 'quiet_hours'`,
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
