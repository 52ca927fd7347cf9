import { sql, type SQL } from 'drizzle-orm'
import {
  findMark,
  findMarkName,
  reminderMarks,
  type ReminderCode,
} from '#worker/contracts/reminder-marks.ts'
import type { Ctx, System } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { u } from '#worker/db/aliases.ts'
import { validJsonOrNull } from '#worker/db/conditions.ts'
import { events, hypes } from '#worker/db/schema/events.ts'
import {
  notificationBroadcasts,
  reminderEvenings,
  reminderFanouts,
  type deliveries,
} from '#worker/db/schema/notifications.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { buildSetSql, excluded, insert } from '#worker/db/writes.ts'
import { alias } from '#worker/db/write-sql.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import {
  insertNotificationDeliveries,
  notifyRecipientPage,
  fanOutPageSize,
} from '#worker/outbox/notify.ts'
import { isMarkChosen } from '#worker/features/notifications/preferences/chosen-marks.ts'

type FanOutRemindersMessage = Extract<
  QueueMessage,
  { type: 'fan_out_reminders' | 'fan_out_own_reminders' }
>

const earlyEnds = sql.raw(
  Object.values(reminderMarks)
    .map(({ code, untilMs }) => `when ${code} then ${untilMs}`)
    .join(' '),
)

/** A reminder ends with its window, which may be before its deadline. */
export function deliveryDeadline({
  deadlineAt,
  kind,
  payload,
}: typeof deliveries): SQL<number | null> {
  return sql`(${deadlineAt} - iif(${kind} = 'reminder',
    coalesce(case ${validJsonOrNull(payload)} ->> 'hours' ${earlyEnds} end, 0), 0))`
}

/** A moved event is reminded of anew. */
export function reminderKey({
  eventId,
  hours,
  startAt,
}: Pick<FanOutRemindersMessage, 'eventId' | 'hours' | 'startAt'>): string {
  return `reminder:${eventId}:${hours}:${startAt}`
}

type ReminderPage = Pick<FanOutRemindersMessage, 'eventId' | 'startAt' | 'after'> & {
  /** Names it among the fan-outs of the event. */
  hours: number
  mark: string
  key: string
  payload: string
  hypedUntil: number
  now: number
  takesMail: 0 | 1
  /** The mark depends on the member's zone. */
  isByZone: 0 | 1
}

function isEventStillPlanned({ eventId, startAt }: Params<ReminderPage>): SQL {
  return sql`exists (select 1 from ${events} where ${events.id} = ${eventId}
    and ${events.startAt} = ${startAt} and ${events.status} = 'approved'
    and ${events.cancelledAt} is null and ${events.timeCertainty} = 'exact')`
}

type RecipientRule = (page: Params<ReminderPage>) => SQL

function selectReminderRecipients(page: Params<ReminderPage>, isRecipient: RecipientRule): SQL {
  return sql`select ${hypes.userId} as user_id from ${hypes}
    where ${hypes.eventId} = ${page.eventId} and ${hypes.userId} > ${page.after}
      and ${hypes.createdAt} <= ${page.hypedUntil} and ${isEventStillPlanned(page)}
      and ${isRecipient(page)}
    order by ${hypes.userId} limit ${fanOutPageSize}`
}

const z = alias(reminderEvenings, 'z')

/** Chose the mark before it passed and has it at this instant. */
function isChooser({ mark, hypedUntil, startAt, isByZone }: Params<ReminderPage>): SQL {
  return sql`${isMarkChosen({ ...hypes, mark, until: hypedUntil })}
    and (${isByZone} = 0 or exists (select 1 from ${u} join ${z} on ${z.timeZone} = ${u.timeZone}
      where ${u.id} = ${hypes.userId} and ${z.at} = ${hypedUntil}
        and ${z.dayFrom} <= ${startAt} and ${z.dayTo} > ${startAt}))`
}

/** The mark, unless the event was approved or moved since then. */
function promisedAt({ eventId, hypedUntil: mark }: Params<ReminderPage>): SQL<number> {
  const moves = notificationBroadcasts
  return sql<number>`max(${mark},
    coalesce((select ${events.approvedAt} from ${events} where ${events.id} = ${eventId}), 0),
    coalesce((select max(${moves.createdAt}) from ${moves}
      where ${moves.eventId} = ${eventId} and ${moves.kind} = 'event_changed'), 0))`
}

const writeReminders = (isRecipient: RecipientRule) =>
  prepare((page: Params<ReminderPage>) =>
    insertNotificationDeliveries(page, {
      kind: 'reminder',
      key: page.key,
      users: selectReminderRecipients(page, isRecipient),
      only: sql`(c.value <> 'email' or ${page.takesMail} = 1)`,
      eventId: page.eventId,
      payload: page.payload,
      dueAt: promisedAt(page),
      deadlineAt: page.startAt,
    }),
  )

const saveProgress = (isRecipient: RecipientRule) =>
  prepare((page: Params<ReminderPage>) => {
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
        from: sql`(${selectReminderRecipients(page, isRecipient)})`,
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

const everybody: RecipientRule = () => sql`true`
const ofFixedMarks = { write: writeReminders(everybody), saveProgress: saveProgress(everybody) }
const ofOwnMarks = { write: writeReminders(isChooser), saveProgress: saveProgress(isChooser) }

export function fanOutHours(hours: ReminderCode, at: number): number {
  return findMark(hours).fromMs === null ? at : hours
}

/**
 * May be repeated, reordered or resumed: the outbox takes each person, reminder and channel once.
 * While the event is off the agenda nothing is written, not even that it was done.
 */
export async function fanOutReminders(
  ctx: Ctx<System>,
  message: FanOutRemindersMessage,
): Promise<void> {
  const { now } = ctx
  const { eventId, startAt, hours, after } = message
  const { fromMs, untilMs, needsPush } = findMark(hours)
  if (now >= startAt - untilMs) return
  const isOwn = message.type === 'fan_out_own_reminders'
  const at = isOwn ? message.markAt : startAt - (fromMs ?? 0)
  const page = {
    ...{ eventId, startAt, after, now },
    hours: fanOutHours(hours, at),
    mark: findMarkName(hours),
    key: reminderKey(message),
    payload: JSON.stringify({ hours }),
    hypedUntil: at,
    takesMail: needsPush ? 0 : 1,
    isByZone: fromMs === null ? 1 : 0,
  } as const
  const pages = isOwn ? ofOwnMarks : ofFixedMarks
  const last = await notifyRecipientPage(ctx, {
    queued: pages.write(page),
    progress: pages.saveProgress(page),
  })
  if (last) await ctx.send([{ ...message, after: last }])
}
