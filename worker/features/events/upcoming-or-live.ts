import { sql, type SQL } from 'drizzle-orm'
import { e } from '#worker/db/aliases.ts'
import { literal } from '#worker/db/conditions.ts'
import { dayMs, maxEventDurationMs } from '#worker/contracts/durations.ts'
import { isApproved } from './event-rows.ts'

/** A literal: with a parameter the planner could not know that index `events_long` has them all. */
export const isLongerThanADay = sql`${e.endAt} - ${e.startAt} > ${literal(dayMs)}`

/** In milliseconds, or what stands for it in a statement that is written before it is known. */
export type InstantOrSql = number | SQL

export function subtractMs(instant: InstantOrSql, ms: number): InstantOrSql {
  return typeof instant === 'number' ? instant - ms : sql`(${instant} - ${literal(ms)})`
}

export function addMs(instant: InstantOrSql, ms: number): InstantOrSql {
  return subtractMs(instant, -ms)
}

function isNotOver(now: InstantOrSql): SQL {
  return sql`${isApproved} and ${e.cancelledAt} is null and ${e.endAt} > ${now}`
}

/** For events of one game or group, by its index; of all, `upcomingOrLiveEvents` reads less. */
export function isUpcomingOrLive(now: InstantOrSql): SQL {
  return sql`${isNotOver(now)} and ${e.startAt} > ${subtractMs(now, maxEventDurationMs)}`
}

type UpcomingOrLiveOptions = {
  columns?: SQL
  /** Where `e` comes from, and a condition on it that begins with `and`. */
  from?: SQL
  where?: SQL
  isDown?: boolean
  limit: SQL | number
}

/** Events longer than a day are few: for all others only one past day is looked at. */
export function upcomingOrLiveEvents(
  now: InstantOrSql,
  { columns, from, where, isDown = false, limit }: UpcomingOrLiveOptions,
): SQL {
  const direction = sql.raw(isDown ? 'desc' : 'asc')
  const select = sql`select ${e.id} as id, ${e.startAt} as start_at${columns ? sql`, ${columns}` : sql``}`
  const isWanted = sql`${isNotOver(now)} ${where ?? sql``}`
  return sql`${select} from ${from ?? sql`${e}`} where ${isWanted} and ${e.startAt} > ${subtractMs(now, dayMs)}
    union all ${select} from ${from ?? sql`${e} indexed by events_long`} where ${isWanted}
      and ${isLongerThanADay} and ${e.startAt} between ${subtractMs(now, maxEventDurationMs - 1)} and ${subtractMs(now, dayMs)}
    order by start_at ${direction}, id ${direction} limit ${limit}`
}
