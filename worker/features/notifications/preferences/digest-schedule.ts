import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import { inOrder } from '#worker/db/client.ts'
import { prepareMemberRow } from '#worker/db/member-row.ts'
import { digestItems } from '#worker/db/schema/notifications.ts'
import { ownReminders } from '#worker/db/schema/reminders.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { update } from '#worker/db/writes.ts'
import { keepEvenings } from '#worker/features/notifications/fan-out/evenings.ts'
import type { DigestFrequency, DigestInput } from '#worker/features/notifications/contract.ts'
import { findInstantOfLocalTime, toLocalDateTime } from './local-time.ts'
import { rescheduleQuietDeliveries } from './quiet-hours.ts'

const digestMinute = 8 * 60
const monday = 1

export function computeNextDigestAt(
  digest: DigestFrequency,
  timeZone: string,
  now: number,
): number | null {
  if (digest === 'off') return null
  const clock = toLocalDateTime(now, timeZone)
  const stepDays = digest === 'weekly' ? 7 : 1
  const day = digest === 'weekly' ? clock.add({ days: (monday - clock.dayOfWeek + 7) % 7 }) : clock
  const at = findInstantOfLocalTime(day, digestMinute, now)
  return at > now ? at : findInstantOfLocalTime(day.add({ days: stepDays }), digestMinute, now)
}

/** One that is due comes all the same: the minute job may be late. */
function keepDueDigestTime({ now }: Ctx, nextAt: SQL): SQL<number | null> {
  return sql`iif(${users.digestNextAt} <= ${now}, ${users.digestNextAt}, ${nextAt})`
}

const selectTimeZone = prepareMemberRow({ timeZone: users.timeZone })

/** Items that waited for a digest that is switched off are sent right away. */
export async function setDigest(ctx: Ctx<Member>, { digest }: DigestInput): Promise<DigestInput> {
  const { userId } = ctx.actor
  const { person } = await read(ctx, { person: selectTimeZone(ctx.actor) })
  const nextAt = computeNextDigestAt(digest, person?.timeZone ?? 'UTC', ctx.now)
  const pendingAt = sql`(select ${ctx.now} from ${digestItems}
    where ${digestItems.userId} = ${userId} and ${digestItems.toldAt} is null limit 1)`
  await write(ctx, [
    update(
      users,
      { digest, digestNextAt: keepDueDigestTime(ctx, sql`coalesce(${nextAt}, ${pendingAt})`) },
      { where: sql`${users.id} = ${userId}` },
    ),
  ])
  return { digest }
}

export function rescheduleNotificationsForTimeZone(ctx: Ctx<Member>, timeZone: string) {
  const { now, actor } = ctx
  const next = (digest: DigestFrequency) => sql`${computeNextDigestAt(digest, timeZone, now)}`
  const nextAt = sql`case ${users.digest} when 'daily' then ${next('daily')} else ${next('weekly')} end`
  return inOrder([
    update(
      users,
      { digestNextAt: keepDueDigestTime(ctx, nextAt) },
      { where: sql`${users.id} = ${actor.userId} and ${users.digest} <> 'off'` },
    ),
    rescheduleQuietDeliveries(ctx),
    keepEvenings(
      [timeZone],
      now,
      sql`exists (select 1 from ${ownReminders}
        where ${ownReminders.userId} = ${actor.userId} and ${ownReminders.mark} = 'evening')`,
    ),
  ])
}
