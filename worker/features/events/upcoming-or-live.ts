import { sql, type SQL } from 'drizzle-orm'
import { e } from '#worker/db/aliases.ts'
import { literal } from '#worker/db/conditions.ts'
import { dayMs, maxEventDurationMs } from '#worker/contracts/durations.ts'
import { isApproved } from './event-rows.ts'

/**
 * Of an event `e`; such events have an index of their own, `events_long`. The number stands in the
 * text: with a parameter the planner could not know that the index has them all.
 */
export const isLongerThanADay = sql`${e.endAt} - ${e.startAt} > ${literal(dayMs)}`

/** In milliseconds, or what stands for it in a statement that is written before it is known. */
export type InstantOrSql = number | SQL

/** So many milliseconds before. */
export function subtractMs(instant: InstantOrSql, ms: number): InstantOrSql {
  return typeof instant === 'number' ? instant - ms : sql`${instant} - ${literal(ms)}`
}

function isOpen(now: InstantOrSql): SQL {
  return sql`${isApproved} and ${e.cancelledAt} is null and ${e.endAt} > ${now}`
}

/**
 * Of an event `e` of one game or group, whose index it keeps to: approved, not cancelled and not
 * over. Among all events `upcomingOrLiveEvents` reads less.
 */
export function isUpcomingOrLive(now: InstantOrSql): SQL {
  return sql`${isOpen(now)} and ${e.startAt} > ${subtractMs(now, maxEventDurationMs)}`
}

type UpcomingOrLive = {
  /** Beyond `id` and `start_at`. */
  columns?: SQL
  /** Where `e` comes from, and a condition on it that begins with `and`. */
  from?: SQL
  where?: SQL
  /** The latest start first. */
  isDown?: boolean
  limit: SQL | number
}

/**
 * The events that are not over, the soonest first. Those longer than a day are few, so that of all
 * others only one past day is looked at.
 */
export function upcomingOrLiveEvents(
  now: InstantOrSql,
  { columns, from, where, isDown = false, limit }: UpcomingOrLive,
): SQL {
  const direction = sql.raw(isDown ? 'desc' : 'asc')
  const select = sql`select ${e.id} as id, ${e.startAt} as start_at${columns ? sql`, ${columns}` : sql``}`
  const isWanted = sql`${isOpen(now)} ${where ?? sql``}`
  return sql`${select} from ${from ?? sql`${e}`} where ${isWanted} and ${e.startAt} > ${subtractMs(now, dayMs)}
    union all ${select} from ${from ?? sql`${e} indexed by events_long`} where ${isWanted}
      and ${isLongerThanADay} and ${e.startAt} between ${subtractMs(now, maxEventDurationMs - 1)} and ${subtractMs(now, dayMs)}
    order by start_at ${direction}, id ${direction} limit ${limit}`
}
