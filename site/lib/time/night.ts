import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import { nightEndHour, quarterMs } from '#worker/contracts/tonight.ts'
import { dateText, dayName, dayRangeText, localDay, type TimeContext } from './time-text.ts'
import { toWallClock, type TimeZoneContext } from './wall-clock.ts'

const nightEndMs = nightEndHour * hourMs

/** The first 05:00 of the reader’s clock after `now`, in Unix milliseconds. */
export function findNightEnd({ now, timeZone }: TimeZoneContext & { now: number }): number {
  const reader = { timeZone }
  const wall = toWallClock(now, reader)
  const end = Math.floor((wall - nightEndMs) / dayMs + 1) * dayMs + nightEndMs
  // The clocks may change on the way.
  const roughly = now + end - wall
  return roughly + end - toWallClock(roughly, reader)
}

/** The day whose evening an instant belongs to. */
export function nightDay(at: number, reader: TimeZoneContext): string {
  return new Date(toWallClock(at, reader) - nightEndMs).toISOString().slice(0, 10)
}

/** Tonight's day and the six after it. */
export function listNightDays(reader: TimeContext): string[] {
  const first = Date.parse(nightDay(reader.now, reader))
  return Array.from({ length: 7 }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  )
}

export type BoardCandidate = {
  start: number
  /** It has a day and no hour. */
  isAllDay: boolean
  /** By which rows are chosen where there are too many, the lowest first. */
  rank: number
}

export type Board<Row> = {
  isTonight: boolean
  /** `2026-11-26` */
  day: string
  /** In order of time. */
  rows: Row[]
  /** Left out where there is less room. */
  last: Row | undefined
}

/** Rows that are on or start tonight, or without any those of the next day that has some. */
export function chooseBoard<Row extends BoardCandidate>(
  candidates: readonly Row[],
  reader: TimeContext,
  limit: number,
): Board<Row> {
  const end = findNightEnd(reader)
  const tonight = candidates.filter(
    ({ start, isAllDay }) => start <= reader.now || (start < end && !isAllDay),
  )
  if (tonight.length > 0) {
    const chosen = tonight.toSorted((a, b) => a.rank - b.rank).slice(0, limit)
    const rows = tonight.filter((row) => chosen.includes(row))
    return { isTonight: true, day: nightDay(reader.now, reader), rows, last: chosen[limit - 1] }
  }
  const [first] = candidates
  const day = nightDay(first?.start ?? end, reader)
  const rows = candidates.filter(({ start }) => nightDay(start, reader) === day).slice(0, limit)
  return { isTonight: false, day, rows, last: rows[limit - 1] }
}

/** After midnight both days: `Nov 28–29`. */
export function boardDayText({ isTonight, day }: Board<unknown>, reader: TimeContext): string {
  const today = localDay(reader.now, reader)
  if (isTonight && day < today) return dayRangeText(day, today, reader)
  return isTonight ? dateText(day, reader) : `${dayName(day, reader)}, ${dateText(day, reader)}`
}

/** `all` events of the night are more than the rows that stand wherever the board does. */
export function hasMoreTonight({ rows, last }: Board<unknown>, all: number): boolean {
  return all > rows.length - (last ? 1 : 0)
}

/** `starts` counts by quarter of an hour, beginning with the one of `from`. */
export function countStartsTonight(
  starts: readonly number[],
  from: number,
  reader: TimeContext,
): number {
  const quarters = Math.ceil(findNightEnd(reader) / quarterMs) - Math.floor(from / quarterMs)
  return starts.slice(0, quarters).reduce((sum, count) => sum + count, 0)
}
