import { Temporal } from 'temporal-polyfill'

export type TimeSpan = { start: number; end: number }
type ZonedTimes = TimeSpan & { timezone: string }

function toWallClock(at: number, zone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime()
}

function toInstantMs(wallClock: Temporal.PlainDateTime, zone: string): number {
  return wallClock.toZonedDateTime(zone).epochMilliseconds
}

/** One date a week at the same local time, also where the clocks change; the first is as given. */
export function repeatWeekly({ start, end, timezone }: ZonedTimes, count: number): TimeSpan[] {
  const inWeeks = (at: number, weeks: number) =>
    weeks === 0 ? at : toInstantMs(toWallClock(at, timezone).add({ weeks }), timezone)
  return Array.from({ length: count }, (_, week) => ({
    start: inWeeks(start, week),
    end: inWeeks(end, week),
  }))
}

/** Moves a date as the wall clock of its first date was moved. */
export function shiftDate(date: TimeSpan, previousTimes: ZonedTimes, after: ZonedTimes): TimeSpan {
  function shift(edge: 'start' | 'end'): number {
    const change = toWallClock(previousTimes[edge], previousTimes.timezone).until(
      toWallClock(after[edge], after.timezone),
    )
    return toInstantMs(toWallClock(date[edge], previousTimes.timezone).add(change), after.timezone)
  }
  return { start: shift('start'), end: shift('end') }
}

/** `dates` are in order. */
export function doDatesOverlap(dates: readonly TimeSpan[]): boolean {
  return dates.some(({ end }, index) => end > (dates[index + 1]?.start ?? Infinity))
}
