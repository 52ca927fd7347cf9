import { sql, type SQL } from 'drizzle-orm'
import type { Ctx, Member } from '#worker/context.ts'
import { e } from '#worker/db/aliases.ts'
import { validJsonOrNull } from '#worker/db/conditions.ts'
import { booleanSql, nullable, type RowOf } from '#worker/db/row.ts'
import { hypes } from '#worker/db/schema/events.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { reminderFanouts } from '#worker/db/schema/reminders.ts'
import { select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { eventColumns, eventJoins } from '#worker/features/events/event-rows.ts'
import { PlannedNotificationKind } from '#worker/features/notifications/kinds.ts'
import { isStillDeliverable } from '#worker/features/notifications/rules/kind-rules.ts'
import { chosenMarksJson } from '#worker/features/notifications/preferences/chosen-marks.ts'
import type { ReminderCode } from '#worker/contracts/reminder-marks.ts'

const h = alias(hypes, 'h')
const f = alias(reminderFanouts, 'f')

const plannedEventColumns = {
  ...eventColumns,
  /** Null for what is followed and not hyped: it has no reminders. */
  hypedAt: nullable(h.createdAt),
  marks: chosenMarksJson({ ...h, eventId: sql`${e.id}` }),
  /** A JSON array of the hours of the reminders that were written for this person. */
  written: sql<string>`(select json_group_array(${f.hours}) from ${f}
    where ${f.eventId} = ${e.id} and ${f.startAt} = ${e.startAt}
      and (${f.doneAt} is not null or ${f.afterUserId} >= ${h.userId}))`,
}
export type PlannedEventRow = RowOf<typeof plannedEventColumns>

const deliveryColumns = (now: SQL) => ({
  eventId: deliveries.eventId,
  key: deliveries.key,
  kind: sql<PlannedNotificationKind>`${deliveries.kind}`,
  hours: sql<ReminderCode | null>`${validJsonOrNull(deliveries.payload)} ->> 'hours'`,
  channel: deliveries.channel,
  status: deliveries.status,
  attempts: deliveries.attempts,
  nextAt: deliveries.nextAt,
  sentAt: deliveries.sentAt,
  createdAt: deliveries.createdAt,
  isWanted: booleanSql(
    sql`iif(${deliveries.status} = 'pending', (${isStillDeliverable(now)}), true)`,
  ),
  reason: deliveries.reason,
})
export type DeliveryRow = RowOf<ReturnType<typeof deliveryColumns>>

/** Events that `picked` yields the `id` of, and what was written to the member about them. */
export function selectPlannedEvents({ actor, now }: Ctx<Member>, picked: SQL) {
  const { userId } = actor
  return {
    events: select(
      plannedEventColumns,
      sql`from (${picked}) picked cross join ${e} on ${e.id} = picked.id
        left join ${h} on ${h.eventId} = ${e.id} and ${h.userId} = ${userId} ${eventJoins}
        order by ${e.startAt}, ${e.id}`,
    ),
    deliveries: select(
      deliveryColumns(sql`${now}`),
      sql`from (${picked}) picked cross join ${deliveries}
        on ${deliveries.eventId} = picked.id and ${deliveries.userId} = ${userId}
      where ${deliveries.kind} in ${PlannedNotificationKind.options}
      order by ${deliveries.id}`,
    ),
  }
}
