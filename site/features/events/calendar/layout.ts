import { dayMs } from '#worker/contracts/durations.ts'
import { localDay, type TimeContext } from '#site/lib/time/time-text.ts'

/** The first and last calendar day of an entry. */
export type DaySpan = { firstDay: string; lastDay: string }
export type TimeRange = { startAt: number; endAt: number }
export type KeyedDaySpan = DaySpan & { key: string; startAt: number }

/**
 * The days of an event with an hour, in the reader's zone: what lasts a day at most stays on the day
 * it starts, as a night does, and midnight belongs to the day before.
 */
export function daySpanOf({ startAt, endAt }: TimeRange, reader: TimeContext): DaySpan {
  const firstDay = localDay(startAt, reader)
  const lastDay = endAt - startAt <= dayMs ? firstDay : localDay(endAt - 1, reader)
  return { firstDay, lastDay }
}

/** Over several days: a thin line above the events of single days. */
export function isLong({ firstDay, lastDay }: DaySpan): boolean {
  return firstDay !== lastDay
}

/** For each moment that runs at the same time as another, the first such other. */
export function findOverlaps<Key>(moments: readonly (TimeRange & { key: Key })[]): Map<Key, Key> {
  const found = new Map<Key, Key>()
  for (const one of moments) {
    const other = moments.find(
      ({ key, startAt, endAt }) => key !== one.key && startAt < one.endAt && endAt > one.startAt,
    )
    if (other) found.set(one.key, other.key)
  }
  return found
}
