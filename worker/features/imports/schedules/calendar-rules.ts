import { dayMs } from '#worker/contracts/durations.ts'
import type ICAL from 'ical.js'

const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const weekday = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/
const mostDates = 2000
const longestDays = 400
const earliestYear = 1600

/** Parts that may narrow a rule, and the longest interval, by frequency. */
const frequencies: Partial<Record<string, { parts: string[]; interval: number }>> = {
  DAILY: { parts: ['BYDAY'], interval: 400 },
  WEEKLY: { parts: ['BYDAY'], interval: 60 },
  MONTHLY: { parts: ['BYMONTH', 'BYMONTHDAY', 'BYDAY', 'BYSETPOS'], interval: 36 },
  YEARLY: { parts: ['BYMONTH', 'BYMONTHDAY', 'BYDAY'], interval: 10 },
}

type RecurrenceRule = {
  freq: string
  interval: number
  months: number[]
  days: number[]
  weekdays: { nth: number }[]
  positions: number[]
}

export function toUtcMidnight({ year, month, day }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day)
}

function toNumbers(values: (string | number)[] | undefined): number[] {
  return (values ?? []).map(Number)
}

/** Undefined for a rule that is not walked. */
function toRecurrenceRule(recur: ICAL.Recur, start: ICAL.Time): RecurrenceRule | undefined {
  const { freq, interval } = recur
  const parts = recur.parts as Partial<Record<string, (string | number)[]>>
  const allowed = frequencies[freq]
  if (!allowed || !Number.isInteger(interval)) return undefined
  if (interval < 1 || interval > allowed.interval) return undefined
  if (Object.keys(parts).some((name) => !allowed.parts.includes(name))) return undefined
  const named = (parts.BYDAY ?? []).map((text) => weekday.exec(String(text)))
  if (named.some((found) => !found)) return undefined
  const weekdays = named.map((found) => ({ nth: Number(found?.[1] ?? 0) }))
  const days = toNumbers(parts.BYMONTHDAY)
  const isByDay = days.length > 0 || weekdays.length > 0
  return {
    freq,
    interval,
    months: listRuleMonths(freq, interval, {
      start,
      isByDay,
      by: parts.BYMONTH && toNumbers(parts.BYMONTH),
    }),
    days: isByDay ? days : [start.day],
    weekdays,
    positions: toNumbers(parts.BYSETPOS),
  }
}

type MonthSelection = { start: ICAL.Time; isByDay: boolean; by: number[] | undefined }

function listRuleMonths(
  freq: string,
  interval: number,
  { start, isByDay, by }: MonthSelection,
): number[] {
  if (freq === 'YEARLY' && !by && !isByDay) return [start.month]
  const all = longestMonths.map((_, index) => index + 1)
  const stepped =
    freq === 'MONTHLY' ? all.map((_, step) => ((start.month - 1 + step * interval) % 12) + 1) : all
  return all.filter((month) => stepped.includes(month) && (!by || by.includes(month)))
}

function isDayInMonth(month: number, day: number, february: number): boolean {
  const longest = month === 2 ? february : (longestMonths[month - 1] ?? 0)
  return day !== 0 && Math.abs(day) <= longest
}

function hasPossibleDay({ freq, interval, months, days }: RecurrenceRule): boolean {
  if (days.length === 0) return months.length > 0
  const has = (february: number) =>
    months.some((month) => days.some((day) => isDayInMonth(month, day, february)))
  // Some steps never meet a leap year.
  return has(28) || (has(29) && (interval === 1 || (freq === 'MONTHLY' && interval === 12)))
}

/** A given day of a given month may be a given weekday in 40 years only. */
function canDayBeWeekday({ freq, interval, months, days, weekdays }: RecurrenceRule): boolean {
  if (weekdays.length === 0 || days.length === 0) return true
  const isFrequent = freq === 'MONTHLY' ? months.length === 12 : days.length >= 7
  return isFrequent && interval === 1 && !hasNthWeekday(weekdays)
}

function hasNthWeekday(weekdays: RecurrenceRule['weekdays']): boolean {
  return weekdays.some(({ nth }) => nth !== 0)
}

function hasWeekdayInMonth(rule: RecurrenceRule): boolean {
  const { freq, months, days, weekdays, positions } = rule
  const isNth = hasNthWeekday(weekdays)
  if (!canDayBeWeekday(rule) || (isNth && freq === 'YEARLY' && months.length === 12)) return false
  const most = months.some((month) => month !== 2) ? 5 : 4
  if (weekdays.some(({ nth }) => Math.abs(nth) > most)) return false
  if (positions.length === 0) return true
  if (isNth || days.length > 0) return false
  return positions.every((at) => at !== 0 && Math.abs(at) <= weekdays.length * 4)
}

function hasPossibleWeekday(rule: RecurrenceRule): boolean {
  const { freq, interval, weekdays } = rule
  if (freq === 'WEEKLY') return !hasNthWeekday(weekdays)
  if (freq === 'DAILY')
    return !hasNthWeekday(weekdays) && (weekdays.length === 0 || interval % 7 !== 0)
  return hasWeekdayInMonth(rule)
}

/** The library looks for the next time without a bound, also for one that can never be. */
function isWalkableRule(recur: ICAL.Recur, start: ICAL.Time): boolean {
  if (start.year < earliestYear || start.year > 9999) return false
  const rule = toRecurrenceRule(recur, start)
  if (!rule) return false
  const isMonthly = rule.freq === 'MONTHLY' || rule.freq === 'YEARLY'
  return hasPossibleWeekday(rule) && (!isMonthly || hasPossibleDay(rule))
}

function countExplicitDates(component: ICAL.Component): number {
  const lists = ['rdate', 'exdate'].flatMap((name) => component.getAllProperties(name))
  return lists.reduce((sum, { jCal }) => sum + jCal.length - 3, 0)
}

/** The library goes through the months that a duration spans, one by one. */
function isShortEntry(component: ICAL.Component): boolean {
  const duration = component.getFirstPropertyValue('duration') as ICAL.Duration | null
  if (duration && !(Math.abs(duration.toSeconds()) <= longestDays * 86_400)) return false
  const end = component.getFirstPropertyValue('dtend') as ICAL.Time | null
  return (
    !end ||
    Math.abs(toUtcMidnight(end) - toUtcMidnight(getStartTime(component))) <= longestDays * dayMs
  )
}

export function hasBoundedRecurrence(component: ICAL.Component): boolean {
  try {
    const rules = component.getAllProperties('rrule')
    if (rules.length > 1 || countExplicitDates(component) > mostDates || !isShortEntry(component))
      return false
    return rules.every((rule) =>
      isWalkableRule(rule.getFirstValue() as ICAL.Recur, getStartTime(component)),
    )
  } catch {
    return false
  }
}

export function estimateRecurrenceCost(component: ICAL.Component): number {
  const recur = component.getFirstPropertyValue('rrule') as ICAL.Recur | null
  if (!recur || recur.freq === 'DAILY' || recur.freq === 'WEEKLY') return 1
  const parts = recur.parts as Record<string, unknown>
  const isSearched = recur.freq === 'MONTHLY' && (parts.BYMONTH || recur.interval % 12 === 0)
  return (parts.BYDAY ? 20 : 3) * (isSearched ? 6 : 1)
}

/** Likewise for a part of a time zone, which the library walks year by year. */
export function tryLimitTimeZoneRule(component: ICAL.Component): boolean {
  const rule = component.getFirstPropertyValue('rrule') as ICAL.Recur | null
  if (!hasBoundedRecurrence(component)) return false
  if (!rule) return true
  if (rule.freq !== 'YEARLY' || rule.interval !== 1 || rule.count) return false
  if (rule.until) return getStartTime(component).year >= 1900
  const later = skipPastOccurrences(component, getStartTime(component), Date.UTC(1970, 0))
  if (later) component.getFirstProperty('dtstart')?.setValue(later)
  return true
}

function getStartTime(component: ICAL.Component): ICAL.Time {
  return component.getFirstPropertyValue('dtstart') as ICAL.Time
}

/** A whole number of periods later, so that the same times are met; undefined if each counts. */
export function skipPastOccurrences(
  component: ICAL.Component,
  from: ICAL.Time,
  earliest: number,
): ICAL.Time | undefined {
  const rule = component.getFirstPropertyValue('rrule') as ICAL.Recur | null
  if (!rule || rule.count || toUtcMidnight(from) >= earliest) return undefined
  const later = from.clone()
  if (rule.freq === 'DAILY' || rule.freq === 'WEEKLY') {
    const period = 7 * rule.interval
    later.adjust(Math.floor((earliest - toUtcMidnight(from)) / (period * dayMs)) * period, 0, 0, 0)
    return later
  }
  // Each month has a 28th.
  if (from.day > 28) return undefined
  const period = rule.interval * (rule.freq === 'YEARLY' ? 12 : 1)
  const until = new Date(earliest)
  const since = (until.getUTCFullYear() - from.year) * 12 + until.getUTCMonth() - (from.month - 1)
  const month = from.month - 1 + Math.max(0, Math.floor(since / period) - 1) * period
  later.year = from.year + Math.floor(month / 12)
  later.month = (month % 12) + 1
  return later
}
