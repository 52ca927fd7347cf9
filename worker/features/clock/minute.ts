import { sql, type SQL } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import type { CampaignId, DeliveryId, EventId, UserId } from '#worker/contracts/ids.ts'
import { rows } from '#worker/db/client.ts'
import { stalledCampaigns } from '#worker/features/campaigns/fan-out.ts'
import { retryPurges, selectPendingPurges } from '#worker/features/operations/cache/purge.ts'
import { selectDueLiveJobs, toLiveMessage, type DueLiveJob } from '#worker/features/live/due.ts'
import { findDue, type RunOutcome } from '#worker/features/operations/job-runs.ts'
import { approveDue } from '#worker/features/moderation/proposals/due-approvals.ts'
import type { QueueMessage, ReminderHours } from '#worker/queue-messages.ts'
import { askForDigests, digestsDue } from '#worker/features/notifications/digest.ts'
import { noticesWaiting } from '#worker/features/notifications/fan-out.ts'
import { sendIds } from '#worker/features/outbox/outbox.ts'
import { backOffMs } from '#worker/features/notifications/retry.ts'
import { reminderWindow } from '#worker/features/notifications/reminders.ts'

/** A claim or a fan-out that nobody touched for so long was dropped by a crash. */
const abandonedMs = 5 * 60_000
const deliveriesPerRun = 2000
/** Limits campaign mails per run, so that they do not delay other notifications. */
const campaignMailsPerRun = 500

type Due =
  | { kind: 'approval'; id: EventId; startAt: 0; after: 0 }
  | { kind: 'reminder_24' | 'reminder_1'; id: EventId; startAt: number; after: UserId | 0 }
  | { kind: 'notices'; id: EventId; startAt: 0; after: 0 }
  | { kind: 'campaign'; id: CampaignId; startAt: 0; after: 0 }
  | { kind: 'delivery' | 'bulk_delivery' | 'abandoned'; id: DeliveryId; startAt: 0; after: 0 }
  | { kind: 'digest'; id: UserId; startAt: number; after: 0 }
  | { kind: 'stale_tags'; id: 0; startAt: 0; after: 0 }
  | DueLiveJob

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

function dueDeliveries(kind: 'delivery' | 'bulk_delivery', now: number): SQL {
  const isBulk = kind === 'bulk_delivery'
  return sql`select * from (select ${kind}, id, 0, 0 from deliveries indexed by deliveries_due_by_priority
    where status = 'pending' and (kind = 'campaign') = ${Number(isBulk)} and next_at <= ${now}
    order by next_at limit ${isBulk ? campaignMailsPerRun : deliveriesPerRun})`
}

const dueColumns = ['kind', 'id', 'startAt', 'after'] as const

/** All that waits for the clock, in one query. */
function dueQuery(ctx: Ctx): SQL {
  const { now } = ctx
  return sql`select 'approval' as kind, id, 0 as startAt, 0 as after from events
      where approve_at is not null and approve_at <= ${now}
    union all ${dueReminders(24, now)}
    union all ${dueReminders(1, now)}
    union all ${noticesWaiting(now, now - abandonedMs)}
    union all ${stalledCampaigns(now - abandonedMs)}
    union all ${dueDeliveries('delivery', now)}
    union all ${dueDeliveries('bulk_delivery', now)}
    union all select * from (select 'abandoned', id, 0, 0 from deliveries
      where status = 'claimed' and claimed_at < ${now - abandonedMs} limit 1)
    union all ${digestsDue(now)}
    union all ${selectPendingPurges}
    ${selectDueLiveJobs(ctx)}`
}

/**
 * The minute job: approvals come due, reminders and notices are fanned out, waiting and abandoned deliveries
 * are taken up again. Overlapping and late runs do no harm; with nothing due it is one query. Each
 * part runs on its own: one that fails does not hold back the others.
 */
export async function runMinute(ctx: Ctx<System>): Promise<RunOutcome> {
  const due = await findDue<Due>(ctx, 'minute', { due: dueQuery(ctx), columns: dueColumns })
  if (due.length === 0) return 'idle'
  const approvals = due.flatMap((one) => (one.kind === 'approval' ? [one.id] : []))
  const waiting = due.flatMap((one) => (one.kind === 'delivery' ? [one.id] : []))
  const bulk = due.flatMap((one) => (one.kind === 'bulk_delivery' ? [one.id] : []))
  const digests = due.flatMap((one) =>
    one.kind === 'digest' ? [{ dueAt: one.startAt, id: one.id }] : [],
  )
  const outcomes = await Promise.allSettled([
    ctx.send(due.flatMap(toFanOut)),
    ctx.send(due.flatMap(({ kind }) => toLiveMessage(kind))),
    sendIds(ctx, waiting).then(() => sendIds(ctx, bulk, { isBulk: true })),
    askForDigests(ctx, digests),
    approvals.length > 0 ? approveDue(ctx, approvals) : undefined,
    due.some(({ kind }) => kind === 'abandoned') ? settleAbandoned(ctx) : undefined,
    due.some(({ kind }) => kind === 'stale_tags') ? retryPurges(ctx) : undefined,
  ])
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return 'done'
}

function toFanOut(one: Due): QueueMessage[] {
  if (one.kind === 'campaign') return [{ type: 'fan_out_campaign', campaignId: one.id }]
  if (one.kind === 'notices') return [{ type: 'fan_out_notices', eventId: one.id }]
  if (one.kind !== 'reminder_24' && one.kind !== 'reminder_1') return []
  const { id: eventId, startAt, after } = one
  return [
    {
      type: 'fan_out_reminders',
      eventId,
      hours: one.kind === 'reminder_24' ? 24 : 1,
      startAt,
      after,
    },
  ]
}

/**
 * What was claimed and never marked may have left: mail is tried again under its idempotency key,
 * anything else ends as unknown rather than being sent twice.
 */
async function settleAbandoned(ctx: Ctx<System>): Promise<void> {
  const { db, now } = ctx
  await write(ctx, [
    rows(
      db,
      sql`update deliveries set claimed_at = null, claim = null, next_at = ${now},
          status = case when channel <> 'email' then 'unknown'
            when attempts > ${backOffMs.length} then 'dead' else 'pending' end,
          error = 'interrupted while sending'
        where status = 'claimed' and claimed_at < ${now - abandonedMs}`,
    ),
  ])
}
