import { dayMs } from '#worker/contracts/durations.ts'

/** Days are `2026-11-20`, months `2026-11`; weekdays run from 1 (Monday) to 7 (Sunday). */

function shiftDay(day: string, by: number): Date {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + by)
  return date
}

export function addDays(day: string, by: number): string {
  return shiftDay(day, by).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}

export function monthOfDay(day: string): string {
  return day.slice(0, 7)
}

export function addMonths(month: string, by: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + by)
  return date.toISOString().slice(0, 7)
}

/** The last day of a month that is too short: `2026-02-28` for `2026-01-31`. */
export function toSameDayInMonth(month: string, day: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const wanted = `${month}-${day.slice(8)}`
  return wanted < last ? wanted : last
}

export function pickInitialDay(month: string, today: string): string {
  return monthOfDay(today) === month ? today : `${month}-01`
}

/** 0 for the first day of its week to 6 for the last. */
export function dayOfWeek(day: string, firstWeekday: number): number {
  return (shiftDay(day, 0).getUTCDay() - firstWeekday + 7) % 7
}

export function listDaysFrom(start: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(start, index))
}

export function listWeekDays(day: string, firstWeekday: number): string[] {
  return listDaysFrom(addDays(day, -dayOfWeek(day, firstWeekday)), 7)
}

/** The days of the whole weeks that hold the month: 28, 35 or 42. */
export function listMonthGridDays(month: string, firstWeekday: number): string[] {
  const [start = ''] = listWeekDays(`${month}-01`, firstWeekday)
  const end = `${addMonths(month, 1)}-01`
  return listDaysFrom(start, Math.ceil(daysBetween(start, end) / 7) * 7)
}
