import { sql } from 'drizzle-orm'
import { writeInOrder, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import type { QuietHoursView } from '#worker/features/notifications/contract.ts'

/** `22:00` */
export function toTimeOfDay(minutes: number | null): string | null {
  if (minutes === null) return null
  const parts = [Math.floor(minutes / 60), minutes % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

function toMinutesOfDay(timeOfDay: string | null): number | null {
  if (timeOfDay === null) return null
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number)
  return hours * 60 + minutes
}

const wakeDeferred = prepare(({ userId, now }: Params<{ userId: UserId; now: number }>) =>
  update(
    deliveries,
    { nextAt: now },
    {
      where: sql`${deliveries.userId} = ${userId} and ${equals(deliveries.status, 'pending')}
        and ${deliveries.reason} = 'quiet_hours'`,
    },
  ),
)

export function rescheduleQuietDeliveries({ now, actor }: Ctx<Member>): Statement {
  return wakeDeferred({ userId: actor.userId, now })
}

export async function setQuietHours(
  ctx: Ctx<Member>,
  { from, to }: QuietHoursView,
): Promise<QuietHoursView> {
  await writeInOrder(ctx, [
    update(
      users,
      { quietFrom: toMinutesOfDay(from), quietTo: toMinutesOfDay(to) },
      { where: sql`${users.id} = ${ctx.actor.userId}` },
    ),
    rescheduleQuietDeliveries(ctx),
  ])
  return { from, to }
}
