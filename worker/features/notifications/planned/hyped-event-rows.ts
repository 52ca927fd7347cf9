import { sql, type SQL } from 'drizzle-orm'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { e } from '#worker/db/aliases.ts'
import { validJsonOrNull } from '#worker/db/conditions.ts'
import { booleanSql, type RowOf } from '#worker/db/row.ts'
import { hypes } from '#worker/db/schema/events.ts'
import { deliveries, reminderFanouts } from '#worker/db/schema/notifications.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { first, prepare, preparePerShape, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { eventColumns, eventJoins, isApproved } from '#worker/features/events/event-rows.ts'
import { PlannedNotificationKind } from '#worker/features/notifications/kinds.ts'
import { isStillDeliverable } from '#worker/features/notifications/rules/kind-rules.ts'
import type { ReminderHours } from '#worker/contracts/durations.ts'

const h = alias(hypes, 'h')
const f = alias(reminderFanouts, 'f')

export const hypedColumns = {
  ...eventColumns,
  hypedAt: h.createdAt,
  /** A JSON array of the hours of the reminders that were written for this person. */
  written: sql<string>`(select json_group_array(${f.hours}) from ${f}
    where ${f.eventId} = ${e.id} and ${f.startAt} = ${e.startAt}
      and (${f.doneAt} is not null or ${f.afterUserId} >= ${h.userId}))`,
}
export type HypedEventDbRow = RowOf<typeof hypedColumns>

export const deliveryColumns = (now: SQL) => ({
  eventId: deliveries.eventId,
  key: deliveries.key,
  kind: sql<PlannedNotificationKind>`${deliveries.kind}`,
  hours: sql<ReminderHours | null>`${validJsonOrNull(deliveries.payload)} ->> 'hours'`,
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

type HypedSelection = 'upcoming' | 'past' | 'one'
type HypedEventsPageQuery = {
  userId: UserId
  now: number
  startAt: number
  id: EventId | number
  limit: number
}

function selectionConditionSql(
  extent: HypedSelection,
  { now, startAt, id, limit }: Params<HypedEventsPageQuery>,
): SQL {
  switch (extent) {
    case 'one':
      return sql`${h.eventId} = ${id}`
    case 'upcoming':
      return sql`${e.endAt} > ${now} and (${e.startAt}, ${e.id}) > (${startAt}, ${id})
        order by ${e.startAt} asc, ${e.id} asc limit ${limit}`
    case 'past':
      return sql`${e.endAt} <= ${now} and (${e.startAt}, ${e.id}) < (${startAt}, ${id})
        order by ${e.startAt} desc, ${e.id} desc limit ${limit}`
  }
}

function hypedEventsJoinSql(
  extent: HypedSelection,
  part: Params<HypedEventsPageQuery>,
  joins = sql``,
): SQL {
  return sql`${h} cross join ${e} on ${e.id} = ${h.eventId} ${joins}
    where ${h.userId} = ${part.userId} and ${isApproved} and ${selectionConditionSql(extent, part)}`
}

const selectEvents = preparePerShape((extent: HypedSelection, part: Params<HypedEventsPageQuery>) =>
  select(hypedColumns, sql`from ${hypedEventsJoinSql(extent, part, eventJoins)}`),
)

const selectDeliveries = preparePerShape(
  (extent: HypedSelection, part: Params<HypedEventsPageQuery>) =>
    select(
      deliveryColumns(part.now),
      sql`from (select ${e.id} as picked from ${hypedEventsJoinSql(extent, part)}) cross join ${deliveries}
        on ${deliveries.eventId} = picked and ${deliveries.userId} = ${part.userId}
      where ${deliveries.kind} in ${PlannedNotificationKind.options}
      order by ${deliveries.id}`,
    ),
)

export const selectRecipient = prepare(({ userId }: Params<{ userId: UserId }>) =>
  first(
    select(
      {
        isWebhookGone: booleanSql(sql`${users.discordDisabledAt} is not null`),
        quietFrom: users.quietFrom,
        quietTo: users.quietTo,
        timeZone: users.timeZone,
      },
      sql`from ${users} where ${users.id} = ${userId}`,
    ),
  ),
)

export function selectHypedEventsWithDeliveries(
  extent: HypedSelection,
  part: HypedEventsPageQuery,
) {
  return {
    hyped: selectEvents(extent)(part),
    deliveries: selectDeliveries(extent)(part),
    recipient: selectRecipient(part),
  }
}
