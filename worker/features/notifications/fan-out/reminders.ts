import { sql, type SQL } from 'drizzle-orm'
import { reminderWindow } from '#worker/contracts/durations.ts'
import type { Ctx, System } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { validJsonOrNull } from '#worker/db/conditions.ts'
import { events, hypes } from '#worker/db/schema/events.ts'
import {
  notificationBroadcasts,
  reminderFanouts,
  type deliveries,
} from '#worker/db/schema/notifications.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { buildSetSql, excluded, insert } from '#worker/db/writes.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import {
  insertNotificationDeliveries,
  notifyRecipientPage,
  fanOutPageSize,
} from '#worker/outbox/notify.ts'

type FanOutRemindersMessage = Extract<QueueMessage, { type: 'fan_out_reminders' }>

/** A 24-hour reminder ends with its window, before its deadline. */
export function deliveryDeadline({
  deadlineAt,
  kind,
  payload,
}: typeof deliveries): SQL<number | null> {
  const { untilMs } = reminderWindow(24)
  return sql`(${deadlineAt} - iif(${kind} = 'reminder' and ${validJsonOrNull(payload)} ->> 'hours' = 24,
    ${untilMs}, 0))`
}

/** A moved event is reminded of anew. */
export function reminderKey({
  eventId,
  hours,
  startAt,
}: Omit<FanOutRemindersMessage, 'type' | 'after'>): string {
  return `reminder:${eventId}:${hours}:${startAt}`
}

type ReminderPage = Omit<FanOutRemindersMessage, 'type'> & {
  key: string
  payload: string
  hypedUntil: number
  now: number
}

function isEventStillPlanned({ eventId, startAt }: Params<ReminderPage>): SQL {
  return sql`exists (select 1 from ${events} where ${events.id} = ${eventId}
    and ${events.startAt} = ${startAt} and ${events.status} = 'approved'
    and ${events.cancelledAt} is null and ${events.timeCertainty} = 'exact')`
}

function selectReminderRecipients(page: Params<ReminderPage>): SQL {
  return sql`select ${hypes.userId} as user_id from ${hypes}
    where ${hypes.eventId} = ${page.eventId} and ${hypes.userId} > ${page.after}
      and ${hypes.createdAt} <= ${page.hypedUntil} and ${isEventStillPlanned(page)}
    order by ${hypes.userId} limit ${fanOutPageSize}`
}

/** The mark, unless the event was approved or moved since then. */
function promisedAt({ eventId, hypedUntil: mark }: Params<ReminderPage>): SQL<number> {
  const moves = notificationBroadcasts
  return sql<number>`max(${mark},
    coalesce((select ${events.approvedAt} from ${events} where ${events.id} = ${eventId}), 0),
    coalesce((select max(${moves.createdAt}) from ${moves}
      where ${moves.eventId} = ${eventId} and ${moves.kind} = 'event_changed'), 0))`
}

const writeReminders = prepare((page: Params<ReminderPage>) =>
  insertNotificationDeliveries(page, {
    kind: 'reminder',
    key: page.key,
    users: selectReminderRecipients(page),
    eventId: page.eventId,
    payload: page.payload,
    dueAt: promisedAt(page),
    deadlineAt: page.startAt,
  }),
)

const saveProgress = prepare((page: Params<ReminderPage>) => {
  const { afterUserId, doneAt } = reminderFanouts
  return insert(
    reminderFanouts,
    {
      eventId: page.eventId,
      hours: page.hours,
      startAt: page.startAt,
      afterUserId: sql<UserId | 0>`coalesce(max(user_id), ${page.after})`,
      touchedAt: page.now,
      doneAt: sql<number | null>`iif(count(*) < ${fanOutPageSize}, ${page.now}, null)`,
    },
    {
      from: sql`(${selectReminderRecipients(page)})`,
      where: sql`true having ${isEventStillPlanned(page)}`,
      onConflict: sql`do update set ${buildSetSql(reminderFanouts, {
        touchedAt: excluded(reminderFanouts.touchedAt),
        afterUserId: sql`max(${afterUserId}, ${excluded(afterUserId)})`,
        doneAt: sql`coalesce(${doneAt}, ${excluded(doneAt)})`,
      })}`,
      returning: { after: afterUserId, doneAt },
    },
  )
})

/**
 * May be repeated, reordered or resumed: the outbox takes each person, reminder and channel once.
 * While the event is off the agenda nothing is written, not even that it was done.
 */
export async function fanOutReminders(
  ctx: Ctx<System>,
  message: FanOutRemindersMessage,
): Promise<void> {
  const { now } = ctx
  const { startAt, hours } = message
  const { fromMs, untilMs } = reminderWindow(hours)
  if (now >= startAt - untilMs) return
  const page = {
    ...message,
    key: reminderKey(message),
    payload: JSON.stringify({ hours }),
    hypedUntil: startAt - fromMs,
    now,
  }
  const last = await notifyRecipientPage(ctx, {
    queued: writeReminders(page),
    progress: saveProgress(page),
  })
  if (last) await ctx.send([{ ...message, after: last }])
}
