import { sql, type SQL } from 'drizzle-orm'
import {
  findMark,
  findMarkName,
  reminderMarks,
  type ReminderCode,
} from '#worker/contracts/reminder-marks.ts'
import { minuteMs } from '#worker/contracts/durations.ts'
import type { Ctx, System } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { u } from '#worker/db/aliases.ts'
import { validJsonOrNull } from '#worker/db/conditions.ts'
import { events, hypes } from '#worker/db/schema/events.ts'
import {
  notificationBroadcasts,
  pushSubscriptions,
  type deliveries,
} from '#worker/db/schema/notifications.ts'
import { reminderEvenings, reminderFanouts, reminderPlans } from '#worker/db/schema/reminders.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { buildSetSql, excluded, insert } from '#worker/db/writes.ts'
import { alias } from '#worker/db/write-sql.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import {
  insertNotificationDeliveries,
  notifyRecipientPage,
  fanOutPageSize,
} from '#worker/outbox/notify.ts'
import { findLongestLeadMs } from './lead.ts'
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
  /** Hypes before it were written by an earlier pass. */
  hypedFrom: number
  /** Where the next pass begins, which ends at the mark. */
  nextFrom: number
  longestLeadMs: number
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

/** `isNew`: became one since the pass before, other than by a hype. */
type RecipientRule = {
  isOne: (page: Params<ReminderPage>) => SQL
  isNew: (page: Params<ReminderPage>) => SQL
}

function selectReminderRecipients(page: Params<ReminderPage>, rule: RecipientRule): SQL {
  return sql`select ${hypes.userId} as user_id from ${hypes}
    where ${hypes.eventId} = ${page.eventId} and ${hypes.userId} > ${page.after}
      and ${hypes.createdAt} <= ${page.hypedUntil} and ${isEventStillPlanned(page)}
      and (${page.hypedFrom} = 0 or ${hypes.createdAt} >= ${page.hypedFrom} or ${rule.isNew(page)})
      and ${rule.isOne(page)}
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

/** Written before its mark, a lane's message leaves so much before it as planned. */
function leavesAt({ eventId, hypedUntil: mark, now, longestLeadMs }: Params<ReminderPage>) {
  const { lane, leadMs } = reminderPlans
  const ofLane = sql`iif(c.value = 'email', 'mail', c.value)`
  const lead = sql`coalesce((select ${leadMs} from ${reminderPlans}
    where ${reminderPlans.eventId} = ${eventId} and ${lane} = ${ofLane}), 0)`
  // People whom nothing else reaches are the first to get their mail.
  const hasMailAlone = sql`(c.value = 'email' and ${u.discordWebhook} is null and not exists
    (select 1 from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${u.id}))`
  return sql<number>`iif(${now} < ${mark}, ${mark} - min(${longestLeadMs}, ${lead}), ${now}) - ${hasMailAlone}`
}

const writeReminders = (rule: RecipientRule) =>
  prepare((page: Params<ReminderPage>) =>
    insertNotificationDeliveries(page, {
      kind: 'reminder',
      key: page.key,
      users: selectReminderRecipients(page, rule),
      only: sql`(c.value <> 'email' or ${page.takesMail} = 1)`,
      eventId: page.eventId,
      payload: page.payload,
      nextAt: leavesAt(page),
      dueAt: promisedAt(page),
      deadlineAt: page.startAt,
    }),
  )

const saveProgress = (rule: RecipientRule) =>
  prepare((page: Params<ReminderPage>) => {
    const { afterUserId, doneAt, hypedFrom } = reminderFanouts
    const isLast = sql`count(*) < ${fanOutPageSize}`
    const isEarly = sql`(${isLast} and ${page.now} < ${page.hypedUntil})`
    return insert(
      reminderFanouts,
      {
        eventId: page.eventId,
        hours: page.hours,
        startAt: page.startAt,
        afterUserId: sql<UserId | 0>`iif(${isEarly}, 0, coalesce(max(user_id), ${page.after}))`,
        touchedAt: page.now,
        hypedFrom: sql<number>`iif(${isEarly}, ${page.nextFrom}, ${page.hypedFrom})`,
        doneAt: sql<number | null>`iif(${isLast} and not ${isEarly}, ${page.now}, null)`,
      },
      {
        from: sql`(${selectReminderRecipients(page, rule)})`,
        where: sql`true having ${isEventStillPlanned(page)}`,
        onConflict: sql`do update set ${buildSetSql(reminderFanouts, {
          touchedAt: excluded(reminderFanouts.touchedAt),
          afterUserId: sql`iif(${excluded(hypedFrom)} > ${hypedFrom}, 0, max(${afterUserId}, ${excluded(afterUserId)}))`,
          hypedFrom: excluded(hypedFrom),
          doneAt: sql`coalesce(${doneAt}, ${excluded(doneAt)})`,
        })} where ${hypedFrom} = ${page.hypedFrom}`,
        returning: { after: afterUserId, doneAt },
      },
    )
  })

const everybody: RecipientRule = { isOne: () => sql`true`, isNew: () => sql`false` }
const choosers: RecipientRule = {
  isOne: isChooser,
  isNew: ({ mark, hypedFrom, hypedUntil }) =>
    isMarkChosen({ ...hypes, mark, since: hypedFrom, until: hypedUntil }),
}
const ofFixedMarks = { write: writeReminders(everybody), saveProgress: saveProgress(everybody) }
const ofOwnMarks = { write: writeReminders(choosers), saveProgress: saveProgress(choosers) }

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
  const { eventId, startAt, hours, after, hypedFrom = 0 } = message
  const { fromMs, untilMs, needsPush } = findMark(hours)
  if (now >= startAt - untilMs) return
  const isOwn = message.type === 'fan_out_own_reminders'
  const at = isOwn ? message.markAt : startAt - (fromMs ?? 0)
  const longestLeadMs = findLongestLeadMs(fromMs ?? 0)
  const page = {
    ...{ eventId, startAt, after, hypedFrom, now },
    hours: fanOutHours(hours, at),
    mark: findMarkName(hours),
    key: reminderKey(message),
    payload: JSON.stringify({ hours }),
    hypedUntil: at,
    // The first pass has all who hyped a minute before the earliest begin.
    nextFrom: at - longestLeadMs - minuteMs,
    longestLeadMs,
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
