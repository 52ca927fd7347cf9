import { addFrenchOrdinal, capitalize } from '#worker/locale/date-words.ts'
import { writeZoneName } from '#worker/locale/zone-name.ts'
import { findPatterns } from './date-patterns/date-patterns.ts'
import type { DatePatternName, DatePatterns } from './date-patterns/patterns.ts'
import { toWallClock, resolveTimeZone, type TimeZoneContext } from './wall-clock.ts'

/** Small, as the script that rewrites times before the first paint is in every page. */
export type TimeContext = TimeZoneContext & {
  /** A language tag; the reader's own regional one when it is of the page's language. */
  tag: string
  /** The chosen order of day, month and year, `mdy` for instance; undefined is the language's. */
  dateFormat?: string | undefined
  /** `h12` or `h23`; undefined writes hours as the language does. */
  hourCycle?: string | undefined
  now: number
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type DateForm = DatePatternName | 'w' | 'W' | 'M'

function formatDatePart(letter: string, date: Date, patterns: DatePatterns): string {
  const name = (names: string, index: number) => names.split(' ')[index] ?? ''
  if (letter === 'w') return name(patterns.shortWeekdays, date.getUTCDay())
  if (letter === 'W') return name(patterns.weekdays, date.getUTCDay())
  if (letter === 'm') return name(patterns.shortMonths, date.getUTCMonth())
  if (letter === 'M') return name(patterns.months, date.getUTCMonth())
  if (letter === 'y') return String(date.getUTCFullYear())
  return String(date.getUTCDate()).padStart(letter.length, '0')
}

type DateStyle = Pick<TimeContext, 'tag' | 'dateFormat'>

/** The chosen order with the language's names; its own pattern where that has the same order. */
function buildPattern(form: DateForm, patterns: DatePatterns, order: string | undefined): string {
  if (form === 'w' || form === 'W' || form === 'M') return `{${form}}`
  const pattern = patterns[form]
  if (!order) return pattern
  const parts = pattern.match(/\{[dmy]+\}/gi) ?? []
  const placeOf = (part: string) => order.indexOf(part.charAt(1).toLowerCase())
  const ordered = parts.toSorted((a, b) => placeOf(a) - placeOf(b))
  if (ordered.join() === parts.join()) return pattern
  return (/^\{w\}[^{]*/i.exec(pattern)?.[0] ?? '') + ordered.join(' ')
}

/** `wall` is what the clocks show, as `toWallClock` answers it, or a day at midnight in UTC. */
function formatWallDate(wall: number, { tag, dateFormat }: DateStyle, form: DateForm): string {
  const patterns = findPatterns(tag)
  const date = new Date(wall)
  const pattern = buildPattern(form, patterns, dateFormat)
  const writtenDate = pattern.replace(/\{(\w+)\}/g, (_, letter: string) =>
    formatDatePart(letter, date, patterns),
  )
  return addFrenchOrdinal(writtenDate, tag)
}

/** A calendar day such as `2026-11-20` is the same wherever one reads it. */
export function dayText(isoDay: string, style: DateStyle, form: DateForm): string {
  return formatWallDate(Date.parse(isoDay), style, form)
}

function formatDate(at: number, reader: TimeContext, form: DateForm): string {
  return formatWallDate(toWallClock(at, reader), reader, form)
}

/** Without `Intl`, whose first use would delay the first paint. */
export function zoneName({ tag, ...zone }: Pick<TimeContext, 'tag' | 'timeZone'>): string {
  return writeZoneName(resolveTimeZone(zone), findPatterns(tag))
}

/** `2026-11-20` in the reader's zone. */
export function localDay(at: number, reader: TimeZoneContext): string {
  return new Date(toWallClock(at, reader)).toISOString().slice(0, 10)
}

/** `09:00`, so that hours stand below one another; `9:00 PM` stays. */
function formatClock(at: number, reader: TimeContext): string {
  const { hourCycle, minuteSeparator, am, pm } = findPatterns(reader.tag)
  const date = new Date(toWallClock(at, reader))
  const hours = date.getUTCHours()
  const minutes = String(date.getUTCMinutes()).padStart(2, '0')
  // Each date format that can be chosen has a clock of 24 hours.
  const isHalfDay = (reader.hourCycle ?? (reader.dateFormat ? 'h23' : hourCycle)) === 'h12'
  const figure = isHalfDay ? String(hours % 12 || 12) : String(hours).padStart(2, '0')
  return `${figure}${minuteSeparator}${minutes}${isHalfDay ? (hours < 12 ? am : pm) : ''}`
}

function formatDateAndClock(at: number, reader: TimeContext, form: YearlessDateForm): string {
  return `${formatDateWithYearWhenFar(at, reader, form)}, ${formatClock(at, reader)}`
}

type YearlessDateForm = 'wdm' | 'dM' | 'dm' | 'WdM' | 'M'

/** The form with its year where the day is so far that it would be taken for another. */
function addYearWhenFar(form: YearlessDateForm, wall: number, reader: TimeContext): DateForm {
  return Math.abs(countDaysTo(wall, reader)) > 300 ? `${form}y` : form
}

function formatDateWithYearWhenFar(
  at: number,
  reader: TimeContext,
  form: YearlessDateForm,
): string {
  const wall = toWallClock(at, reader)
  return formatWallDate(wall, reader, addYearWhenFar(form, wall, reader))
}

/** `(s)` of a pattern stands where the figure, or the hour of the clock, is not one. */
function fillPattern(value: number | string, pattern: string): string {
  const isOne = /^0?1(?!\d)/.test(String(value))
  return pattern
    .replace('#', String(value))
    .replace(/\((\w)\)/, (_, plural: string) => (isOne ? '' : plural))
}

/** `in 3 h`, within a day of now; nothing beyond. */
export function formatDistance(at: number, reader: TimeContext): string | undefined {
  const minutes = Math.round((at - reader.now) / minute)
  const size = Math.abs(minutes)
  if (size >= 1440) return undefined
  const { inMinutes, minutesAgo, inHours, hoursAgo } = findPatterns(reader.tag)
  const isPast = at < reader.now
  if (size < 60) return fillPattern(size, isPast ? minutesAgo : inMinutes)
  return fillPattern(Math.abs(Math.round(minutes / 60)), isPast ? hoursAgo : inHours)
}

export function splitCountdown(
  at: number,
  now: number,
): [days: number, hours: number, minutes: number, seconds: number] {
  const seconds = Math.max(0, Math.floor((at - now) / 1000))
  const whole = (unit: number) => Math.floor(seconds / unit)
  return [whole(86_400), whole(3600) % 24, whole(60) % 60, seconds % 60]
}

function countDaysTo(wall: number, reader: TimeContext): number {
  return toDayNumber(wall) - toDayNumber(toWallClock(reader.now, reader))
}

function toDayNumber(wall: number): number {
  return Math.floor(wall / day)
}

/** `1–2 Dec`; one day has its weekday. */
export function dayRangeText(from: string, until: string, style: DateStyle): string {
  if (from === until) return dayText(from, style, 'wdm')
  const last = dayText(until, style, 'dm')
  if (from.slice(0, 7) !== until.slice(0, 7)) return `${dayText(from, style, 'dm')} – ${last}`
  return last.replace(/\d+/, `${Number(from.slice(8))}–$&`)
}

/** `in 12 days`, for an event without an hour. */
export function formatDayDistance(isoDay: string, reader: TimeContext): string {
  const { namedDays, inDays, daysAgo } = findPatterns(reader.tag)
  const days = countDaysTo(Date.parse(isoDay), reader)
  const names = namedDays.split('|')
  const name = names[(names.length - 1) / 2 + days]
  return capitalize(name ?? fillPattern(Math.abs(days), days < 0 ? daysAgo : inDays))
}

/** `Today`, `Tomorrow` or the day of the week. */
export function dayName(isoDay: string, reader: TimeContext): string {
  if (Math.abs(countDaysTo(Date.parse(isoDay), reader)) < 2)
    return formatDayDistance(isoDay, reader)
  return capitalize(dayText(isoDay, reader, 'W'))
}

export function dateText(isoDay: string, reader: TimeContext): string {
  return dayText(isoDay, reader, addYearWhenFar('dM', Date.parse(isoDay), reader))
}

export function shortDateText(isoDay: string, reader: TimeContext): string {
  return dayText(isoDay, reader, addYearWhenFar('dm', Date.parse(isoDay), reader))
}

function formatNearEnd(at: number, reader: TimeContext, from: number): string | undefined {
  const [end, start] = [toWallClock(at, reader), toWallClock(from, reader)]
  if (toDayNumber(end) === toDayNumber(start)) return formatClock(at, reader)
  if (at - from >= 6 * day) return undefined
  return `${formatDate(at, reader, 'w')} ${formatClock(at, reader)}`
}

/** `mar 8`: the weekday alone is the sea in Spanish. */
function formatWeekdayAndDay(at: number, reader: TimeContext): string {
  const date = new Date(toWallClock(at, reader)).getUTCDate()
  return addFrenchOrdinal(`${formatDate(at, reader, 'w')}\u00a0${date}`, reader.tag)
}

/** For less room: the clock of the coming hours, then the weekday, then the month. */
function formatComingEnd(at: number, reader: TimeContext): [text: string, form: 0 | 1] {
  if (at - reader.now < 18 * hour) return [formatClock(at, reader), 0]
  if (at - reader.now < 6 * day) return [formatWeekdayAndDay(at, reader), 1]
  return [formatDateWithYearWhenFar(at, reader, 'dm'), 1]
}

const forms = {
  time: formatClock,
  /** `Tuesday, December 1` */
  'weekday-date': (at: number, reader: TimeContext) =>
    capitalize(formatDateWithYearWhenFar(at, reader, 'WdM')),
  date: (at: number, reader: TimeContext): string => formatDateWithYearWhenFar(at, reader, 'dm'),
  when: (at: number, reader: TimeContext): string => formatDateAndClock(at, reader, 'wdm'),
  /** On a poster: `Fri 27 · 21:00`, with the month in place of the weekday when it is far. */
  ticket: (at: number, reader: TimeContext): string => {
    const isNear = Math.abs(countDaysTo(toWallClock(at, reader), reader)) < 28
    const date = isNear ? formatWeekdayAndDay(at, reader) : forms.date(at, reader)
    return `${date} · ${formatClock(at, reader)}`
  },
  /** For a weekly event: `Tuesday at 20:30`, and without an hour `Tuesday`. */
  weekly: (at: number, reader: TimeContext) =>
    `${formatDate(at, reader, 'W')} ${fillPattern(formatClock(at, reader), findPatterns(reader.tag).atClock)}`,
  weekday: (at: number, reader: TimeContext) => formatDate(at, reader, 'W'),
  full: (at: number, reader: TimeContext) =>
    `${formatDateAndClock(at, reader, 'WdM')} (${zoneName(reader)})`,
  /** The clock alone on the day it began, with the weekday within six days, else the date. */
  end: (at: number, reader: TimeContext, from: number) =>
    formatNearEnd(at, reader, from) ?? forms.when(at, reader),
  ending: (at: number, reader: TimeContext): string => formatComingEnd(at, reader)[0],
  /** `until 22:00` */
  until(at: number, reader: TimeContext): string {
    const [text, form] = formatComingEnd(at, reader)
    return fillPattern(text, findPatterns(reader.tag).untilForms.split('|')[form] ?? '')
  },
}
export type TimeFormatName = keyof typeof forms

export function timeText(
  form: TimeFormatName,
  at: number,
  reader: TimeContext,
  from = reader.now,
): string {
  return forms[form](at, reader, from)
}
