/**
 * How instants read: for the server in the neutral form (UTC), for the script that rewrites them
 * before the first paint in the reader's. Small, as that script is in every page.
 */
export type Reader = {
  /** A language tag; the reader's own regional one when it is of the page's language. */
  tag: string
  timeZone: string
  /** A member's choice; undefined writes dates as the language does. */
  dateFormat?: string | undefined
  now: number
}

const minute = 60_000
const day = 1440 * minute
const formats = new Map<string, Intl.DateTimeFormat>()

function write(at: number, reader: Reader, options: Intl.DateTimeFormatOptions, tag = reader.tag) {
  const key = tag + reader.timeZone + JSON.stringify(options)
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(tag, { ...options, timeZone: reader.timeZone })
    formats.set(key, format)
  }
  return format.format(at)
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `America/Mexico City` */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ')
}

/** `2026-11-20` in the reader's zone. */
export function localDay(at: number, reader: Reader): string {
  return write(at, reader, { dateStyle: 'short' }, 'sv')
}

function clock(at: number, reader: Reader): string {
  const hour = reader.dateFormat ? 'sv' : reader.tag
  // `09:00`, so that hours stand below one another; `9:00 PM` stays.
  return write(at, reader, { hour: 'numeric', minute: '2-digit' }, hour).replace(/^\d:\d\d$/, '0$&')
}

/** In the member's order of day, month and year; undefined without one. */
function numericDate(at: number, reader: Reader): string | undefined {
  const order = { dmy: '$3/$2/$1', mdy: '$2/$3/$1', ymd: '$1-$2-$3' }[reader.dateFormat ?? '']
  return order && localDay(at, reader).replace(/(\d+)-(\d+)-(\d+)/, order)
}

function dayAndClock(at: number, reader: Reader, options: Intl.DateTimeFormatOptions): string {
  const date = numericDate(at, reader)
  if (date) return `${date} ${clock(at, reader)}`
  return `${write(at, reader, options)}${options.day ? ', ' : ' '}${clock(at, reader)}`
}

function year(at: number, reader: Reader): Intl.DateTimeFormatOptions {
  return localDay(at, reader).slice(0, 4) === localDay(reader.now, reader).slice(0, 4)
    ? {}
    : { year: 'numeric' }
}

/** `in 3 h`, within a day of now; nothing beyond. */
export function distance(at: number, reader: Reader): string | undefined {
  const minutes = Math.round((at - reader.now) / minute)
  const size = Math.abs(minutes)
  if (size >= 1440) return undefined
  const style = reader.tag.startsWith('en') ? 'narrow' : 'short'
  const format = new Intl.RelativeTimeFormat(reader.tag, { style })
  return size < 60
    ? format.format(minutes, 'minute')
    : format.format(Math.round(minutes / 60), 'hour')
}

/** The four figures of a countdown: days, hours, minutes, seconds. */
export function countdown(at: number, now: number): [number, number, number, number] {
  const seconds = Math.max(0, Math.floor((at - now) / 1000))
  const whole = (unit: number) => Math.floor(seconds / unit)
  return [whole(86_400), whole(3600) % 24, whole(60) % 60, seconds % 60]
}

function daysTo(isoDay: string, reader: Reader): number {
  return Math.round((Date.parse(isoDay) - Date.parse(localDay(reader.now, reader))) / day)
}

/** `in 12 days`, for an event without an hour. */
export function dayDistance(isoDay: string, reader: Reader): string {
  const format = new Intl.RelativeTimeFormat(reader.tag, { numeric: 'auto' })
  return capital(format.format(daysTo(isoDay, reader), 'day'))
}

/** Of a calendar day such as `2026-11-20`: Today, Tomorrow or the day of the week. */
export function dayName(isoDay: string, reader: Reader): string {
  if (Math.abs(daysTo(isoDay, reader)) < 2) return dayDistance(isoDay, reader)
  const neutral = { ...reader, timeZone: 'UTC' }
  return capital(write(Date.parse(isoDay), neutral, { weekday: 'long' }))
}

export function dayDate(isoDay: string, reader: Reader): string {
  const at = Date.parse(isoDay)
  const neutral = { ...reader, timeZone: 'UTC' }
  return (
    numericDate(at, neutral) ??
    write(at, neutral, { day: 'numeric', month: 'long', ...year(at, neutral) })
  )
}

function nearEnd(at: number, reader: Reader, from: number): string | undefined {
  if (localDay(at, reader) === localDay(from, reader)) return clock(at, reader)
  if (at - from >= 6 * day) return undefined
  return dayAndClock(at, { ...reader, dateFormat: undefined }, { weekday: 'short' })
}

const forms = {
  time: clock,
  number: (at: number, reader: Reader) => localDay(at, reader).slice(8).replace(/^0/, ''),
  /** What goes with the big figure: `Tuesday, December 2026`. */
  day: (at: number, reader: Reader) =>
    capital(
      `${write(at, reader, { weekday: 'long' })}, ${write(at, reader, { month: 'long', year: 'numeric' })}`,
    ),
  date: (at: number, reader: Reader): string =>
    numericDate(at, reader) ??
    write(at, reader, { day: 'numeric', month: 'short', ...year(at, reader) }),
  when: (at: number, reader: Reader) =>
    dayAndClock(at, reader, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...year(at, reader),
    }),
  full: (at: number, reader: Reader) =>
    `${dayAndClock(at, reader, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })} (${zoneName(reader.timeZone)})`,
  /** An end: the clock alone on the day it began, with the weekday within six days, else the date. */
  end: (at: number, reader: Reader, from: number) =>
    nearEnd(at, reader, from) ??
    dayAndClock(at, reader, { weekday: 'short', day: 'numeric', month: 'short' }),
  /** The same where there is less room: a far end is its date only. */
  until: (at: number, reader: Reader, from: number) =>
    nearEnd(at, reader, from) ?? forms.date(at, reader),
}
export type TimeForm = keyof typeof forms

export function timeText(form: TimeForm, at: number, reader: Reader, from = reader.now): string {
  return forms[form](at, reader, from)
}
