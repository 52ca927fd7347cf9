import { sql, type SQL } from 'drizzle-orm'
import type { Ctx, System } from '#worker/context.ts'
import type { QueueMessage, ReminderHours } from '#worker/queue-messages.ts'
import { pageSize, notifyPage } from '#worker/features/notifications/outbox/notify.ts'

const hourMs = 3_600_000

type FanOut = Extract<QueueMessage, { type: 'fan_out_reminders' }>

/**
 * A reminder is due from its offset before the start, until the next offset or the start: one that would come hours
 * late gives way to the nearer one.
 */
export function reminderWindow(hours: ReminderHours): { fromMs: number; untilMs: number } {
  return hours === 24 ? { fromMs: 24 * hourMs, untilMs: hourMs } : { fromMs: hourMs, untilMs: 0 }
}

/** When a delivery `row` may no longer be sent: its deadline, or the end of a reminder's window. */
export function closesAt(row: SQL): SQL {
  const { untilMs } = reminderWindow(24)
  return sql`(${row}.deadline_at - iif(${row}.kind = 'reminder' and ${row}.payload ->> 'hours' = 24,
    ${untilMs}, 0))`
}

/** Names one reminder of one event at one start: a moved event is reminded of anew. */
export function reminderKey({ eventId, hours, startAt }: Omit<FanOut, 'type' | 'after'>): string {
  return `reminder:${eventId}:${hours}:${startAt}`
}

/**
 * Writes one page of an event's reminders to the outbox and asks for the next. May be repeated,
 * reordered or resumed: the outbox takes each person, reminder and channel once. While the event is
 * off the agenda nothing is written, not even that it was done.
 */
export async function fanOutReminders(ctx: Ctx<System>, message: FanOut): Promise<void> {
  const { eventId, hours, startAt, after } = message
  const window = reminderWindow(hours)
  if (ctx.now >= startAt - window.untilMs) return
  const isStanding = sql`exists (select 1 from events where id = ${eventId} and start_at = ${startAt}
    and status = 'approved' and cancelled_at is null and time_certainty = 'exact')`
  const people = sql`select user_id from hypes
    where event_id = ${eventId} and user_id > ${after}
      and created_at <= ${startAt - window.fromMs} and ${isStanding}
    order by user_id limit ${pageSize}`
  const last = await notifyPage(ctx, {
    notification: {
      kind: 'reminder',
      key: reminderKey(message),
      users: people,
      eventId,
      payload: { hours },
      deadlineAt: startAt,
    },
    progress: sql`insert into reminder_fanouts
        (event_id, hours, start_at, after_user_id, touched_at, done_at)
      select ${eventId}, ${hours}, ${startAt}, coalesce(max(user_id), ${after}), ${ctx.now},
        iif(count(*) < ${pageSize}, ${ctx.now}, null) from (${people}) having ${isStanding}
      on conflict do update set touched_at = excluded.touched_at,
        after_user_id = max(after_user_id, excluded.after_user_id),
        done_at = coalesce(done_at, excluded.done_at)
      returning after_user_id as after, done_at as doneAt`,
  })
  if (last) await ctx.send([{ ...message, after: last }])
}
