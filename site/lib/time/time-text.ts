/**
 * How instants read: for the server in the neutral form (UTC), for the script that rewrites them
 * before the first paint in the reader's. Small, as that script is in every page.
 */
export type TimeContext = {
  /** A language tag; the reader's own regional one when it is of the page's language. */
  tag: string
  timeZone: string
  /** The machine's own, whose days `Date` knows: no format has to be made and asked for them. */
  systemZone?: string
  /** The chosen order of day, month and year; undefined writes dates as the language does. */
  dateFormat?: string | undefined
  /** `h12` or `h23`; undefined writes hours as the language does. */
  hourCycle?: string | undefined
  now: number
}

const minute = 60_000
const day = 1440 * minute
/** What a date may name, by a letter each: `wdm` is `Tue, 1 Dec`. */
const parts: Record<string, Intl.DateTimeFormatOptions> = {
  w: { weekday: 'short' },
  W: { weekday: 'long' },
  d: { day: 'numeric' },
  m: { month: 'short' },
  M: { month: 'long' },
  y: { year: 'numeric' },
  t: { hour: 'numeric', minute: '2-digit' },
  i: { dateStyle: 'short' },
}
const formats = new Map<string, Intl.DateTimeFormat>()
const distances = new Map<string, Intl.RelativeTimeFormat>()

function write(at: number, reader: TimeContext, letters: string, tag = reader.tag) {
  const { timeZone, hourCycle } = reader
  const key = `${tag} ${timeZone} ${hourCycle} ${letters}`
  let format = formats.get(key)
  if (!format) {
    const options = Object.assign({ timeZone, hourCycle }, ...[...letters].map((one) => parts[one]))
    format = new Intl.DateTimeFormat(tag, options)
    formats.set(key, format)
  }
  return withOrdinal(format.format(at), tag)
}

/** French has an ordinal for the first of a month only, which the language data leave out. */
export function withOrdinal(date: string, tag: string): string {
  return tag.startsWith('fr') ? date.replace(/(^|\s)1 (?=\p{L})/u, '$11er ') : date
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `America/Mexico City` */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ')
}

/** `2026-11-20` in the reader's zone. */
export function localDay(at: number, reader: TimeContext): string {
  if (reader.timeZone !== reader.systemZone) return write(at, reader, 'i', 'sv')
  const date = new Date(at)
  const figures = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return figures.map((figure) => String(figure).padStart(2, '0')).join('-')
}

function clock(at: number, reader: TimeContext): string {
  // `09:00`, so that hours stand below one another; `9:00 PM` stays.
  return write(at, reader, 't').replace(/^\d:\d\d$/, '0$&')
}

/** In the chosen order of day, month and year; undefined without one. */
function numericDate(at: number, reader: TimeContext): string | undefined {
  const order = { dmy: '$3/$2/$1', mdy: '$2/$3/$1', ymd: '$1-$2-$3' }[reader.dateFormat ?? '']
  return order && localDay(at, reader).replace(/(\d+)-(\d+)-(\d+)/, order)
}

function dayAndClock(at: number, reader: TimeContext, letters: string): string {
  const isDated = letters.includes('d')
  const date = isDated ? numericDate(at, reader) : undefined
  if (date) return `${write(at, reader, letters.charAt(0))} ${date} ${clock(at, reader)}`
  return `${write(at, reader, letters)}${isDated ? ', ' : ' '}${clock(at, reader)}`
}

/** Nothing within this year. */
function year(at: number, reader: TimeContext): string {
  return localDay(at, reader).slice(0, 4) === localDay(reader.now, reader).slice(0, 4) ? '' : 'y'
}

function relative(
  value: number,
  unit: 'day' | 'hour' | 'minute',
  tag: string,
  options: Intl.RelativeTimeFormatOptions,
): string {
  const key = tag + unit
  const format = distances.get(key) ?? new Intl.RelativeTimeFormat(tag, options)
  distances.set(key, format)
  return format.format(value, unit)
}

/** `in 3 h`, within a day of now; nothing beyond. */
export function formatDistance(at: number, reader: TimeContext): string | undefined {
  const minutes = Math.round((at - reader.now) / minute)
  const size = Math.abs(minutes)
  if (size >= 1440) return undefined
  const style = reader.tag.startsWith('en') ? 'narrow' : 'short'
  return size < 60
    ? relative(minutes, 'minute', reader.tag, { style })
    : relative(Math.round(minutes / 60), 'hour', reader.tag, { style })
}

/** The four figures of a countdown: days, hours, minutes, seconds. */
export function countdownParts(at: number, now: number): [number, number, number, number] {
  const seconds = Math.max(0, Math.floor((at - now) / 1000))
  const whole = (unit: number) => Math.floor(seconds / unit)
  return [whole(86_400), whole(3600) % 24, whole(60) % 60, seconds % 60]
}

function daysTo(isoDay: string, reader: TimeContext): number {
  return Math.round((Date.parse(isoDay) - Date.parse(localDay(reader.now, reader))) / day)
}

/** `in 12 days`, for an event without an hour. */
export function formatDayDistance(isoDay: string, reader: TimeContext): string {
  return capitalize(relative(daysTo(isoDay, reader), 'day', reader.tag, { numeric: 'auto' }))
}

/** Of a calendar day such as `2026-11-20`: Today, Tomorrow or the day of the week. */
export function dayName(isoDay: string, reader: TimeContext): string {
  if (Math.abs(daysTo(isoDay, reader)) < 2) return formatDayDistance(isoDay, reader)
  const neutral = { ...reader, timeZone: 'UTC' }
  return capitalize(write(Date.parse(isoDay), neutral, 'W'))
}

export function dateText(isoDay: string, reader: TimeContext): string {
  const at = Date.parse(isoDay)
  const neutral = { ...reader, timeZone: 'UTC' }
  return numericDate(at, neutral) ?? write(at, neutral, `dM${year(at, neutral)}`)
}

/** The same in short, beside instants in the form `date`. */
export function shortDateText(isoDay: string, reader: TimeContext): string {
  return forms.date(Date.parse(isoDay), { ...reader, timeZone: 'UTC' })
}

function nearEnd(at: number, reader: TimeContext, from: number): string | undefined {
  if (localDay(at, reader) === localDay(from, reader)) return clock(at, reader)
  if (at - from >= 6 * day) return undefined
  return dayAndClock(at, reader, 'w')
}

const forms = {
  time: clock,
  number: (at: number, reader: TimeContext) => localDay(at, reader).slice(8).replace(/^0/, ''),
  /** What goes with the big figure: `Tuesday · December 2026`, as no comma stands there in French. */
  day: (at: number, reader: TimeContext) =>
    capitalize(`${write(at, reader, 'W')} · ${write(at, reader, 'My')}`),
  date: (at: number, reader: TimeContext): string =>
    numericDate(at, reader) ?? write(at, reader, `dm${year(at, reader)}`),
  when: (at: number, reader: TimeContext) => dayAndClock(at, reader, `wdm${year(at, reader)}`),
  /** What comes every week: `Tuesday 20:30`, and without an hour `Tuesday`. */
  weekly: (at: number, reader: TimeContext) => dayAndClock(at, reader, 'W'),
  weekday: (at: number, reader: TimeContext) => write(at, reader, 'W'),
  full: (at: number, reader: TimeContext) =>
    `${dayAndClock(at, reader, 'WdMy')} (${zoneName(reader.timeZone)})`,
  /** An end: the clock alone on the day it began, with the weekday within six days, else the date. */
  end: (at: number, reader: TimeContext, from: number) =>
    nearEnd(at, reader, from) ?? dayAndClock(at, reader, 'wdm'),
  /** The same where there is less room: a far end is its date only. */
  until: (at: number, reader: TimeContext, from: number) =>
    nearEnd(at, reader, from) ?? forms.date(at, reader),
}
export type TimeForm = keyof typeof forms

export function timeText(
  form: TimeForm,
  at: number,
  reader: TimeContext,
  from = reader.now,
): string {
  return forms[form](at, reader, from)
}
