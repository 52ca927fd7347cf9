import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { CampaignId, DeliveryId, EventId, UserId } from '#worker/contracts/ids.ts'
import { sendIds } from '#worker/features/notifications/outbox/notify.ts'
import { isStillRelevant } from '#worker/features/notifications/rules/kind-rules.ts'
import type { DueDigest, QueueMessage, ReminderHours } from '#worker/queue-messages.ts'
import { inBatches } from '#worker/integrations/http/batches.ts'
import { reminderWindow } from './reminders.ts'

/** A claim or a fan-out that nobody touched for so long was dropped by a crash. */
export const abandonedMs = 5 * 60_000
const deliveriesPerRun = 2000
/** Limits campaign mails per run, so that they do not delay other notifications. */
const campaignMailsPerRun = 500
const digestsPerRun = 2000
const peoplePerMessage = 50

export type NotificationDue =
  | { kind: 'reminder_24' | 'reminder_1'; id: EventId; startAt: number; after: UserId | 0 }
  | { kind: 'broadcasts'; id: EventId; startAt: 0; after: 0 }
  | { kind: 'campaign'; id: CampaignId; startAt: 0; after: 0 }
  | { kind: 'delivery' | 'bulk_delivery' | 'abandoned'; id: DeliveryId; startAt: 0; after: 0 }
  | { kind: 'digest'; id: UserId; startAt: number; after: 0 }

function dueReminders(hours: ReminderHours, now: number): SQL {
  const { fromMs, untilMs } = reminderWindow(hours)
  return sql`select ${`reminder_${hours}`} as kind, e.id as id, e.start_at as startAt,
      coalesce(f.after_user_id, 0) as after
    from events e left join reminder_fanouts f
      on f.event_id = e.id and f.hours = ${hours} and f.start_at = e.start_at
    where e.status = 'approved' and e.start_at > ${now + untilMs} and e.start_at <= ${now + fromMs}
      and e.cancelled_at is null and e.time_certainty = 'exact' and e.hype_count > 0
      and f.done_at is null and coalesce(f.touched_at, 0) < ${now - abandonedMs}`
}

/** Events with broadcasts that nobody has touched since: still true, or too late. */
export function dueBroadcasts(now: number, touchedBefore: number): SQL {
  return sql`select 'broadcasts', event_id, 0, 0 from (select distinct f.event_id
    from notice_fanouts f indexed by notice_fanouts_waiting join events e on e.id = f.event_id
    where f.done_at is null and f.touched_at < ${touchedBefore}
      and (f.deadline_at <= ${now} or ${isStillRelevant(sql`f`, now)}))`
}

function dueCampaigns(touchedBefore: number): SQL {
  return sql`select 'campaign', id, 0, 0 from campaigns indexed by campaigns_waiting
    where status = 'sending' and written_at is null and touched_at < ${touchedBefore}`
}

function dueDeliveries(kind: 'delivery' | 'bulk_delivery', now: number): SQL {
  const isBulk = kind === 'bulk_delivery'
  return sql`select * from (select ${kind}, id, 0, 0 from deliveries indexed by deliveries_due_by_priority
    where status = 'pending' and (kind = 'campaign') = ${Number(isBulk)} and next_at <= ${now}
    order by next_at limit ${isBulk ? campaignMailsPerRun : deliveriesPerRun})`
}

/** Members whose digest is due, by that instant and their ids, behind one of them. */
export function dueDigests(now: number, behind?: DueDigest): SQL {
  const rest = behind ? sql`(digest_next_at, id) > (${behind.dueAt}, ${behind.id})` : sql`true`
  return sql`users indexed by users_digest_due where digest_next_at <= ${now} and ${rest}
    order by digest_next_at, id limit ${digestsPerRun}`
}

/** Every notification that is due, as one part of the minute job's query. */
export function notificationsDue(now: number): SQL {
  const touchedBefore = now - abandonedMs
  return sql`${dueReminders(24, now)}
    union all ${dueReminders(1, now)}
    union all ${dueBroadcasts(now, touchedBefore)}
    union all ${dueCampaigns(touchedBefore)}
    union all ${dueDeliveries('delivery', now)}
    union all ${dueDeliveries('bulk_delivery', now)}
    union all select * from (select 'abandoned', id, 0, 0 from deliveries
      where status = 'claimed' and claimed_at < ${touchedBefore} limit 1)
    union all select * from (select 'digest', id, digest_next_at, 0 from ${dueDigests(now)})`
}

function toFanOut(due: NotificationDue): QueueMessage[] {
  switch (due.kind) {
    case 'campaign':
      return [{ type: 'fan_out_campaign', campaignId: due.id }]
    case 'broadcasts':
      return [{ type: 'fan_out_broadcasts', eventId: due.id }]
    case 'reminder_24':
    case 'reminder_1': {
      const { id: eventId, startAt, after } = due
      const hours = due.kind === 'reminder_24' ? 24 : 1
      return [{ type: 'fan_out_reminders', eventId, hours, startAt, after }]
    }
    default:
      return []
  }
}

/** Queues the digests of people; the last message of a full run queues the next one. */
export async function queueDigests(ctx: Ctx, due: readonly DueDigest[]): Promise<void> {
  const last = due.length === digestsPerRun ? due.at(-1) : undefined
  const messages = inBatches(due, peoplePerMessage).map((people) => {
    const users = people.map(({ id }) => id)
    const isLast = last !== undefined && people.includes(last)
    return { type: 'send_digests' as const, users, ...(isLast ? { behind: last } : {}) }
  })
  if (messages.length > 0) await ctx.send(messages)
}

const kindsDue: Record<NotificationDue['kind'], true> = {
  reminder_24: true,
  reminder_1: true,
  broadcasts: true,
  campaign: true,
  delivery: true,
  bulk_delivery: true,
  abandoned: true,
  digest: true,
}

export function isNotificationDue(due: { kind: string }): due is NotificationDue {
  return due.kind in kindsDue
}

/** Queues whatever is due; each part on its own, so that one that fails does not hold back the others. */
export function queueDue(ctx: Ctx, due: readonly NotificationDue[]): Promise<void>[] {
  const waiting = due.flatMap((one) => (one.kind === 'delivery' ? [one.id] : []))
  const bulk = due.flatMap((one) => (one.kind === 'bulk_delivery' ? [one.id] : []))
  const digests = due.flatMap((one) =>
    one.kind === 'digest' ? [{ dueAt: one.startAt, id: one.id }] : [],
  )
  return [
    ctx.send(due.flatMap(toFanOut)),
    sendIds(ctx, waiting).then(() => sendIds(ctx, bulk, { isBulk: true })),
    queueDigests(ctx, digests),
  ]
}
