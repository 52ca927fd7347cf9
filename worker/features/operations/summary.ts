import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { type DeliveryKind, ServedChannel } from '#worker/features/notifications/kinds.ts'
import {
  JobName,
  type ChannelView,
  type Counts,
  type DeliveryState,
  type JobState,
  type JobView,
  type OperationsQuery,
  type OperationsView,
} from './contract.ts'

const hourMs = 3_600_000
/** One that began longer ago than any run may last was cut off. */
const longestRunMs = 15 * 60_000

type CountRow = { state: DeliveryState; hour: number; channel: ServedChannel; count: number }
type WaitingRow = { dueAt: number; channel: ServedChannel; kind: DeliveryKind; attempts: number }
type JobRow = {
  job: JobName
  startedAt: number
  state: JobState
  workedAt: number | null
  durationMs: number | null
  error: string | null
}

/** The first hour of those asked for; the last is the one that is not over. */
function firstHour({ now }: Ctx, { hours }: OperationsQuery): number {
  return Math.floor(now / hourMs) - hours + 1
}

type Selected = readonly [Statement<CountRow[]>, Statement<WaitingRow[]>, Statement<JobRow[]>]

/** What waits is counted whenever it is due; what ended, in the hours asked for. */
export function selectSummary(ctx: Ctx, query: OperationsQuery): Selected {
  const { db, now } = ctx
  return [
    rows<CountRow>(
      db,
      sql`select state, hour, channel, count from delivery_counts where state in ('due', 'failed')
        union all
        select state, hour, channel, count from delivery_counts
          where state in ('sent', 'dead', 'unknown') and hour >= ${firstHour(ctx, query)}`,
    ),
    rows<WaitingRow>(
      db,
      sql`select next_at as dueAt, channel, kind, attempts from deliveries
        where status = 'pending' and next_at <= ${now} order by next_at limit 1`,
    ),
    rows<JobRow>(
      db,
      sql`select job, started_at as startedAt, state, worked_at as workedAt,
        duration_ms as durationMs, error from job_runs`,
    ),
  ]
}

type Found = readonly [CountRow[], WaitingRow[], JobRow[]]

export function toSummary(
  ctx: Ctx,
  query: OperationsQuery,
  [counts, [oldest], jobs]: Found,
): OperationsView {
  const from = firstHour(ctx, query)
  return {
    at: toInstant(ctx.now),
    hours: query.hours,
    channels: ServedChannel.options.map((channel) =>
      toChannel(
        channel,
        counts.filter((row) => row.channel === channel),
        from,
      ),
    ),
    oldest_waiting: oldest
      ? {
          due_at: toInstant(oldest.dueAt),
          channel: oldest.channel,
          kind: oldest.kind,
          attempts: oldest.attempts,
        }
      : null,
    jobs: JobName.options.map((job) =>
      toJob(
        ctx,
        job,
        jobs.find((row) => row.job === job),
      ),
    ),
  }
}

function sumOf(counts: readonly CountRow[]): Counts {
  const sum: Counts = { due: 0, sent: 0, failed: 0, dead: 0, unknown: 0 }
  for (const { state, count } of counts) sum[state] += count
  return sum
}

function toChannel(channel: ServedChannel, counts: CountRow[], from: number): ChannelView {
  const hours = [...new Set(counts.map(({ hour }) => hour))]
    .filter((hour) => hour >= from)
    .toSorted((a, b) => a - b)
  return {
    channel,
    totals: sumOf(counts),
    by_hour: hours.map((hour) => ({
      at: toInstant(hour * hourMs),
      ...sumOf(counts.filter((row) => row.hour === hour)),
    })),
  }
}

function toJob({ now }: Ctx, job: JobName, row: JobRow | undefined): JobView {
  if (!row) {
    return {
      job,
      started_at: null,
      state: 'never',
      worked_at: null,
      duration_ms: null,
      error: null,
    }
  }
  const { startedAt, workedAt, durationMs, error } = row
  // The next run may have begun since, and found nothing to do.
  const isCutOff = workedAt !== null && durationMs === null && workedAt < now - longestRunMs
  return {
    job,
    started_at: toInstant(startedAt),
    state: isCutOff ? 'interrupted' : row.state,
    worked_at: workedAt === null ? null : toInstant(workedAt),
    duration_ms: durationMs,
    error,
  }
}
