import { sql } from 'drizzle-orm'
import { hourMs } from '#worker/contracts/durations.ts'
import type { Ctx } from '#worker/context.ts'
import { toInstant } from '#worker/contracts/time.ts'
import type { Results } from '#worker/db/client.ts'
import { columnListSql, instantSql, type RowOf } from '#worker/db/row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { deliveryCounts, jobRuns } from '#worker/db/schema/operations.ts'
import { alias } from '#worker/db/write-sql.ts'
import { prepare, queryRows, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { DeliveryChannel } from '#worker/features/notifications/kinds.ts'
import { isFailedDelivery } from './failed-delivery-rows.ts'
import { firstLatenessDay, selectLateness, toLatenessViews } from './lateness/lateness.ts'
import { selectIncidents } from './incidents/incidents.ts'
import { isJobLate } from './alerts/alert-rules.ts'
import { selectMailPause } from '#worker/features/notifications/delivery/providers.ts'
import {
  JobName,
  mostCountedFailures,
  type DeliveryChannelView,
  type DeliveryStateCounts,
  type JobView,
  type OperationsQuery,
  type OperationsView,
} from './contract.ts'

/** One that began longer ago than any run may last was cut off. */
const longestRunMs = 15 * 60_000

const countColumns = {
  state: sql<keyof DeliveryStateCounts>`${deliveryCounts.state}`,
  hour: deliveryCounts.hour,
  channel: deliveryCounts.channel,
  count: deliveryCounts.count,
}
type DeliveryCountRow = RowOf<typeof countColumns>

const waitingColumns = {
  due_at: instantSql(deliveries.nextAt),
  channel: deliveries.channel,
  kind: deliveries.kind,
  attempts: deliveries.attempts,
}

const jobColumns = {
  job: jobRuns.job,
  started_at: instantSql(jobRuns.startedAt),
  state: jobRuns.state,
  worked_at: instantSql(jobRuns.workedAt),
  duration_ms: jobRuns.durationMs,
  error: jobRuns.error,
}
type JobRow = RowOf<typeof jobColumns>

/** The first hour of those asked for; the last is the one that is not over. */
function computeFirstHour({ now }: Ctx, { hours }: OperationsQuery): number {
  return Math.floor(now / hourMs) - hours + 1
}

const selectCounts = prepare(({ from }: Params<{ from: number }>) =>
  queryRows(
    countColumns,
    sql`select ${columnListSql(countColumns)} from ${deliveryCounts}
        where ${deliveryCounts.state} in ('due', 'failed')
      union all
      select ${columnListSql(countColumns)} from ${deliveryCounts}
        where ${deliveryCounts.state} in ('sent', 'late', 'dead', 'unknown')
          and ${deliveryCounts.hour} >= ${from}`,
  ),
)

const failure = alias(deliveries, 'failure')
const failureColumns = {
  reason: failure.reason,
  dead: sql<number>`sum(${failure.status} = 'dead')`,
  unknown: sql<number>`sum(${failure.status} = 'unknown')`,
}

const selectFailures = prepare(({ from }: Params<{ from: number }>) =>
  select(
    failureColumns,
    sql`from (select ${deliveries.reason}, ${deliveries.status} from ${deliveries}
        where ${isFailedDelivery({})} and ${deliveries.nextAt} >= ${from}
        order by ${deliveries.nextAt} desc limit ${mostCountedFailures}) as failure
      group by ${failure.reason}`,
  ),
)

const selectOldestWaiting = prepare(({ now }: Params<{ now: number }>) =>
  selectFirst(
    waitingColumns,
    sql`from ${deliveries} where ${deliveries.status} = 'pending' and ${deliveries.nextAt} <= ${now}
        order by ${deliveries.nextAt} limit 1`,
  ),
)

const selectJobs = prepare(() => select(jobColumns, sql`from ${jobRuns}`))

/** The first administrator is as old as the site. */
const selectFirstMember = prepare(() =>
  selectFirst({ createdAt: users.createdAt }, sql`from ${users} order by ${users.id} limit 1`),
)

/** Waiting deliveries are counted whenever they are due; ended ones, within the period. */
export function selectOperationsSummary(ctx: Ctx, period: OperationsQuery) {
  return {
    counts: selectCounts({ from: computeFirstHour(ctx, period) }),
    oldest: selectOldestWaiting({ now: ctx.now }),
    jobs: selectJobs(),
    firstMember: selectFirstMember(),
    pause: selectMailPause(),
    lateness: selectLateness({ since: firstLatenessDay(ctx.now) }),
    incidents: selectIncidents({ now: ctx.now }),
    failures: selectFailures({ from: computeFirstHour(ctx, period) * hourMs }),
  }
}

export function toOperationsView(
  ctx: Ctx,
  period: OperationsQuery,
  {
    counts,
    oldest,
    jobs,
    firstMember,
    pause,
    lateness,
    incidents,
    failures,
  }: Results<ReturnType<typeof selectOperationsSummary>>,
): OperationsView {
  const from = computeFirstHour(ctx, period)
  return {
    at: toInstant(ctx.now),
    hours: period.hours,
    channels: DeliveryChannel.options.map((channel) =>
      toChannelView(
        channel,
        counts.filter((row) => row.channel === channel),
        from,
      ),
    ),
    mail_pause: pause
      ? {
          since: toInstant(pause.since ?? ctx.now),
          next_probe: pause.probeAt === null ? null : toInstant(pause.probeAt),
        }
      : null,
    oldest_waiting: oldest ?? null,
    jobs: JobName.options.map((job) =>
      toJobView(
        ctx,
        job,
        jobs.find((row) => row.job === job),
        firstMember?.createdAt ?? ctx.now,
      ),
    ),
    lateness: toLatenessViews(lateness),
    incidents,
    failures: failures.toSorted((a, b) => b.dead + b.unknown - (a.dead + a.unknown)),
  }
}

function sumDeliveryCounts(counts: readonly DeliveryCountRow[]): DeliveryStateCounts {
  const sum: DeliveryStateCounts = { due: 0, sent: 0, late: 0, failed: 0, dead: 0, unknown: 0 }
  for (const { state, count } of counts) sum[state] += count
  return sum
}

function toChannelView(
  channel: DeliveryChannel,
  counts: DeliveryCountRow[],
  from: number,
): DeliveryChannelView {
  const hours = [...new Set(counts.map(({ hour }) => hour))]
    .filter((hour) => hour >= from)
    .toSorted((a, b) => a - b)
  return {
    channel,
    totals: sumDeliveryCounts(counts),
    by_hour: hours.map((hour) => ({
      at: toInstant(hour * hourMs),
      ...sumDeliveryCounts(counts.filter((row) => row.hour === hour)),
    })),
  }
}

const neverRun = {
  state: 'never',
  error: null,
  started_at: null,
  worked_at: null,
  duration_ms: null,
} as const

function toJobView(
  { now }: Ctx,
  job: JobName,
  row: JobRow | undefined,
  installedAt: number,
): JobView {
  if (!row) return { job, ...neverRun, is_late: isJobLate({ job, startedAt: installedAt }, now) }
  const { worked_at: workedAt, duration_ms: durationMs } = row
  // The next run may have begun since, and found nothing to do.
  const isCutOff =
    workedAt !== null && durationMs === null && Date.parse(workedAt) < now - longestRunMs
  const is_late = isJobLate({ job, startedAt: Date.parse(row.started_at) }, now)
  return { ...row, job, state: isCutOff ? 'interrupted' : row.state, is_late }
}
