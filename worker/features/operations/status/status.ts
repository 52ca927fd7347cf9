import { sql } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import { dayMs, minuteMs } from '#worker/contracts/durations.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { hasOneOf } from '#worker/db/conditions.ts'
import type { RowOf } from '#worker/db/row.ts'
import { deliveryLateness } from '#worker/db/schema/operations.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { CampaignMailKind } from '#worker/features/notifications/kinds.ts'
import { selectIncidents } from '#worker/features/operations/incidents/incidents.ts'
import {
  fromCountedLateness,
  firstLatenessDay,
  latenessDays,
  latenessSums,
} from '#worker/features/operations/lateness/lateness.ts'
import {
  StatusChannel,
  type StatusOutcomes,
  type StatusPeriod,
  type StatusView,
} from './contract.ts'

/** Fewer would tell of single people. */
const fewestSendings = 20

const { channel, day, kind } = deliveryLateness
const { onTime, late, unknown, failed } = latenessSums
const columns = { channel, day, on_time: onTime, late, unknown, failed }
type DayRow = RowOf<typeof columns>

/** Days without campaigns and announcements, which nobody waits for. */
const selectDays = prepare(({ since }: Params<{ since: number }>) =>
  select(
    columns,
    sql`${fromCountedLateness} and ${day} >= ${since} and not ${hasOneOf(kind, CampaignMailKind.options)}
      group by ${channel}, ${day} order by ${day} desc`,
  ),
)

const names = ['on_time', 'late', 'unknown', 'failed'] as const

function sumOutcomes(all: readonly StatusOutcomes[]): StatusOutcomes {
  const sum = { on_time: 0, late: 0, unknown: 0, failed: 0 }
  for (const one of all) for (const name of names) sum[name] += one[name]
  return sum
}

function countSendings(outcomes: StatusOutcomes): number {
  return names.reduce((sum, name) => sum + outcomes[name], 0)
}

const toDay = (days: number) => new Date(days * dayMs).toISOString().slice(0, 10)
/** The Monday of its week; day 0, of 1970, was a Thursday. */
const mondayOf = (days: number) => days - ((days + 3) % 7)

/** Days with few sendings are one period of their week. */
export function toPeriods(rows: readonly DayRow[]): StatusPeriod[] {
  const groups = Map.groupBy(rows, (row) =>
    countSendings(row) < fewestSendings ? `week ${mondayOf(row.day)}` : `day ${row.day}`,
  )
  return [...groups.values()].map((group) => {
    const days = group.map((row) => row.day)
    const period = { from: toDay(Math.min(...days)), until: toDay(Math.max(...days)) }
    return { ...period, ...sumOutcomes(group) }
  })
}

export async function getStatus(ctx: Ctx): Promise<StatusView> {
  const { days, incidents } = await read(ctx, {
    days: selectDays({ since: firstLatenessDay(ctx.now) }),
    incidents: selectIncidents({ now: ctx.now }),
  })
  return {
    // Steps of minutes, so that what has not changed is known again.
    at: toInstant(ctx.now - (ctx.now % (5 * minuteMs))),
    days: latenessDays,
    incidents,
    channels: StatusChannel.options.map((name) => {
      const rows = days.filter((row) => row.channel === name)
      const total = sumOutcomes(rows)
      const isEnough = countSendings(total) >= fewestSendings
      return {
        channel: name,
        total: isEnough ? total : null,
        periods: isEnough ? toPeriods(rows) : [],
      }
    }),
  }
}
