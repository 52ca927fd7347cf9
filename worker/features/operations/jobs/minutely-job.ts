import { sql, type SQL } from 'drizzle-orm'
import type { Ctx, System } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { events } from '#worker/db/schema/events.ts'
import { retryPurges, selectPendingPurges } from '#worker/features/operations/cache/purge.ts'
import { selectDueLiveJobs, toLiveMessage, type DueLiveJob } from '#worker/features/live/due.ts'
import { settleAbandonedDeliveries } from '#worker/features/notifications/delivery/claim.ts'
import {
  isNotificationDue,
  notificationsDue,
  queueDueNotifications,
  type NotificationDue,
} from '#worker/features/notifications/fan-out/due.ts'
import { approveDue } from '#worker/features/moderation/proposals/due-approvals.ts'
import { findDueWork, type RunOutcome } from './job-runs.ts'

type Due =
  | { kind: 'approval'; id: EventId; startAt: 0; after: 0 }
  | { kind: 'stale_tags'; id: 0; startAt: 0; after: 0 }
  | NotificationDue
  | DueLiveJob

const dueColumns = ['kind', 'id', 'startAt', 'after'] as const

/** Everything that is due, in one query. */
function dueQuery(ctx: Ctx): SQL {
  const { now } = ctx
  return sql`select 'approval' as kind, ${events.id} as id, 0 as startAt, 0 as after from ${events}
      where ${events.approveAt} is not null and ${events.approveAt} <= ${now}
    union all ${notificationsDue(ctx)}
    union all ${selectPendingPurges}
    ${selectDueLiveJobs(ctx)}`
}

/**
 * Overlapping and late runs do no harm; with nothing due it is one query. Each part runs on its own:
 * one that fails does not hold back the others.
 */
export async function runMinutelyJob(ctx: Ctx<System>): Promise<RunOutcome> {
  const due = await findDueWork<Due>(ctx, 'minute', { due: dueQuery(ctx), columns: dueColumns })
  if (due.length === 0) return 'idle'
  const approvals = due.flatMap((one) => (one.kind === 'approval' ? [one.id] : []))
  const outcomes = await Promise.allSettled([
    ...queueDueNotifications(ctx, due.filter(isNotificationDue)),
    ctx.send(due.flatMap(({ kind }) => toLiveMessage(kind))),
    approvals.length > 0 ? approveDue(ctx, approvals) : undefined,
    due.some(({ kind }) => kind === 'abandoned') ? settleAbandonedDeliveries(ctx) : undefined,
    due.some(({ kind }) => kind === 'stale_tags') ? retryPurges(ctx) : undefined,
  ])
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return 'done'
}
