import { dayMs, hourMs } from './durations.ts'

/** Two where they were made as one series (`s:`), three where the same group and name tell it. */
export function minSeriesDates(seriesKey: string): number {
  return seriesKey.startsWith('s:') ? 2 : 3
}

type EventTimes = { start: string; end: string }

export function isMarathon({ start, end }: EventTimes): boolean {
  return Date.parse(end) - Date.parse(start) > dayMs
}

/** Days of 24 hours, the same for every reader; an hour more (clocks change) is no other day. */
export function countMarathonDays(
  { start, end }: EventTimes,
  now: number,
): { day: number; days: number } {
  const length = Date.parse(end) - Date.parse(start)
  const days = Math.max(2, Math.ceil((length - hourMs) / dayMs))
  const day = Math.floor((now - Date.parse(start)) / dayMs) + 1
  return { day: Math.min(Math.max(day, 1), days), days }
}
