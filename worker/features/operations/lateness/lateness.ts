import { sql, type SQL } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import {
  failedClass,
  latenessBounds,
  onTimeClasses,
  unknownClass,
} from '#worker/contracts/lateness.ts'
import { deliveryLateness } from '#worker/db/schema/operations.ts'
import { literal } from '#worker/db/conditions.ts'
import type { RowOf } from '#worker/db/row.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import type { LatenessView } from '#worker/features/operations/contract.ts'

export const latenessDays = 30

const { channel, counts, day, eventId, kind, mark } = deliveryLateness

/** Rows `counted` of all events: the key is a class of lateness, the value its number. */
export const fromCountedLateness = sql`from ${deliveryLateness}, json_each(${counts}) counted
  where ${eventId} = 0`
const isOnTime = sql`counted.key in (select value from json_each(${JSON.stringify(onTimeClasses)}))`
const isAccepted = sql`counted.key < ${literal(unknownClass)}`
const sumOf = (which: SQL) => sql<number>`coalesce(sum(iif(${which}, counted.value, 0)), 0)`
export const latenessSums = {
  accepted: sumOf(isAccepted),
  onTime: sumOf(isOnTime),
  late: sumOf(sql`${isAccepted} and not ${isOnTime}`),
  unknown: sumOf(sql`counted.key = ${literal(unknownClass)}`),
  failed: sumOf(sql`counted.key = ${literal(failedClass)}`),
}

const columns = {
  channel,
  kind,
  mark,
  class: sql<number>`counted.key`,
  count: sql<number>`sum(counted.value)`,
}
type LatenessRow = RowOf<typeof columns>

/** Sums of all events since the day. */
export const selectLateness = prepare(({ since }: Params<{ since: number }>) =>
  select(
    columns,
    sql`${fromCountedLateness} and ${day} >= ${since}
      group by ${channel}, ${kind}, ${mark}, counted.key having sum(counted.value) > 0`,
  ),
)

export function firstLatenessDay(now: number): number {
  return Math.floor(now / dayMs) - latenessDays + 1
}

/** Upper bound of the class in which the share of those that accepted is reached; null: above all bounds. */
export function percentileOf(counts: readonly number[], share: number): number | null {
  const accepted = counts.slice(0, unknownClass)
  const wanted = share * accepted.reduce((sum, count) => sum + count, 0)
  let reached = 0
  for (const [index, count] of accepted.entries()) {
    reached += count
    if (reached >= wanted && count > 0) return latenessBounds[index] ?? null
  }
  return null
}

function toLatenessView(rows: readonly LatenessRow[]): LatenessView[] {
  const [first] = rows
  if (!first) return []
  const counts = Array.from({ length: failedClass + 1 }, () => 0)
  for (const row of rows) counts[row.class] = row.count
  const accepted = counts.slice(0, unknownClass).reduce((sum, count) => sum + count, 0)
  return [
    {
      channel: first.channel,
      kind: first.kind,
      mark: first.mark,
      accepted,
      on_time: onTimeClasses.reduce((sum, index) => sum + (counts[index] ?? 0), 0),
      unknown: counts[unknownClass] ?? 0,
      failed: counts[failedClass] ?? 0,
      percentiles:
        accepted === 0 ? null : [0.5, 0.9, 0.99].map((share) => percentileOf(counts, share)),
      classes: counts.slice(0, unknownClass),
    },
  ]
}

export function toLatenessViews(rows: readonly LatenessRow[]): LatenessView[] {
  const groups = Map.groupBy(rows, ({ channel, kind, mark }) => `${channel} ${kind} ${mark}`)
  return [...groups.entries()]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([, group]) => toLatenessView(group))
}
