import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import {
  dateText,
  formatDayDistance,
  formatDistance,
  localDay,
  shortDateText,
  timeText,
  zoneName,
} from './time-text.ts'
import { toWallClock } from './wall-clock.ts'

const hour = 3_600_000
const day = 24 * hour
const tags = ['en-US', 'en-GB', 'en-AU', 'en-CA', 'es-ES', 'es-MX', 'es-AR', 'fr-FR', 'fr-CH']
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]
const { TZ } = process.env
afterAll(() => {
  process.env['TZ'] = TZ
})

/** The year's instants at which a zone changes its clocks, with those around them. */
function changesOf(timeZone: string, year: number): number[] {
  const clock = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const offset = (at: number) =>
    clock.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  const [first, last] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
  const changes: number[] = []
  for (let at = first; at < last; at += 15 * day) {
    let [low, high] = [at, at + 15 * day]
    if (offset(low) === offset(high)) continue
    while (high - low > 60_000) {
      const middle = (low + high) / 2
      if (offset(middle) === offset(low)) low = middle
      else high = middle
    }
    changes.push(high)
  }
  return changes.flatMap((at) => [-hour, -1000, 1000, hour].map((by) => at + by))
}

function runtimeText(at: number, timeZone: string): string {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const
  return new Intl.DateTimeFormat('sv', options).format(at)
}

function wallText(at: number, timeZone: string | undefined): string {
  return new Date(toWallClock(at, { timeZone })).toISOString().slice(0, 19).replace('T', ' ')
}

describe('the clocks of every zone', { timeout: 30_000 }, () => {
  test('show what the runtime says, as a chosen zone and as the device’s own', () => {
    for (const zone of zones) {
      process.env['TZ'] = zone
      for (const at of [Date.UTC(2026, 5, 1), ...changesOf(zone, 2026), ...changesOf(zone, 2027)]) {
        const expected = runtimeText(at, zone)
        const second = Math.floor(at / 1000) * 1000
        expect(wallText(second, zone), zone).toBe(expected)
        expect(wallText(second, undefined), zone).toBe(expected)
      }
    }
  })
})

const instants = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) })
const readers = fc.record({ tag: fc.constantFrom(...tags), timeZone: fc.constantFrom(...zones) })

test('a start is written as the runtime writes its date and clock', () => {
  fc.assert(
    fc.property(instants, instants, readers, (at, now, { tag, timeZone }) => {
      const reader = { tag, timeZone, now }
      const days = Date.parse(localDay(at, reader)) - Date.parse(localDay(now, reader))
      const date = new Intl.DateTimeFormat(tag, {
        timeZone,
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        ...(Math.abs(days) <= 300 * day ? {} : { year: 'numeric' }),
      }).format(at)
      const clock = new Intl.DateTimeFormat(tag, { timeZone, hour: 'numeric', minute: '2-digit' })
        .format(at)
        .replace(/^\d:\d\d$/, '0$&')
      const first = tag.startsWith('fr') ? date.replace(/(^|\s)1 (?=\p{L})/u, '$11er ') : date
      expect(timeText('when', at, reader)).toBe(`${first}, ${clock}`)
    }),
    { numRuns: 500 },
  )
})

test('an end beyond the coming hours has its day of the month beside its weekday', () => {
  const away = fc.integer({ min: 18 * 60, max: 144 * 60 - 1 })
  fc.assert(
    fc.property(instants, away, readers, (now, minutes, { tag, timeZone }) => {
      const at = now + minutes * 60_000
      const date = Number(localDay(at, { timeZone }).slice(8))
      const weekday = timeText('weekday', at, { tag, timeZone, now }).slice(0, 3)
      const figure = tag.startsWith('fr') && date === 1 ? '1er' : String(date)
      for (const form of ['ending', 'until'] as const) {
        const [day = '', ...rest] = timeText(form, at, { tag, timeZone, now }).split(/\s/).reverse()
        expect(day).toBe(figure)
        expect(rest[0]?.slice(0, 3)).toBe(weekday)
      }
    }),
    { numRuns: 500 },
  )
})

/** With nothing of `text` left over: no part twice, none that was not asked for. */
function partsIn(text: string, names: Record<string, string>): string {
  const letters = Object.entries(names).map(([letter, name]) => [name, `<${letter}>`] as const)
  return letters
    .reduce((rest, [name, letter]) => rest.replace(name, letter), text)
    .replace(/^[^<]*|,| de /g, ' ')
    .replace(/[^<>\w]/g, '')
}

test('any choice keeps weekday, named month and clock, and a year beyond 300 days only', () => {
  const choices = fc.record({
    tag: fc.constantFrom('en-US', 'en-GB', 'es-ES', 'es-MX', 'fr-FR', 'fr-CA'),
    timeZone: fc.constantFrom('UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata'),
    dateFormat: fc.constantFrom(undefined, 'dmy', 'mdy', 'ymd'),
    hourCycle: fc.constantFrom(undefined, 'h12', 'h23'),
  })
  const away = fc.integer({ min: -700 * 24 * 60, max: 700 * 24 * 60 })
  fc.assert(
    fc.property(instants, away, choices, (now, minutes, { hourCycle, ...choice }) => {
      const at = now + minutes * 60_000
      const { tag, timeZone, dateFormat } = choice
      const reader = { ...choice, hourCycle, now }
      const isoDay = localDay(at, reader)
      const isFar = Math.abs(Date.parse(isoDay) - Date.parse(localDay(now, reader))) > 300 * day
      const inOwn = (options: Intl.DateTimeFormatOptions, type: string) =>
        new Intl.DateTimeFormat(tag, { timeZone, ...options })
          .formatToParts(at)
          .find((one) => one.type === type)?.value ?? ''
      const cycle = hourCycle ?? (dateFormat ? 'h23' : undefined)
      const clock = new Intl.DateTimeFormat(tag, {
        timeZone,
        hour: 'numeric',
        minute: '2-digit',
        hourCycle: cycle as 'h12' | 'h23' | undefined,
      })
        .format(at)
        .replace(/^\d(?=\D+\d\d$)/, '0$&')
      for (const [written, month, weekday] of [
        [timeText('when', at, reader), 'short', 'short'],
        [timeText('full', at, reader), 'long', 'long'],
        [shortDateText(isoDay, reader), 'short', undefined],
        [dateText(isoDay, reader), 'long', undefined],
      ] as const) {
        const figure = isoDay.slice(8).replace(/^0/, '')
        const year = isoDay.slice(0, 4)
        const rest = written.replace(` (${zoneName(reader)})`, '').replace(clock, '')
        expect(written.includes(clock)).toBe(weekday !== undefined)
        const name = weekday ? inOwn({ weekday, day: 'numeric', month }, 'weekday') : ''
        expect(rest.startsWith(name)).toBe(true)
        const named = inOwn({ day: 'numeric', month }, 'month')
        const order = partsIn(`,${rest.slice(name.length)}`, {
          y: year,
          m: named,
          d: figure,
        })
        const asked = dateFormat ?? (tag === 'en-US' ? 'mdy' : 'dmy')
        const wanted = [...asked].filter((letter) => letter !== 'y' || isFar)
        expect(order.replace('er', '').replace('0<', '<')).toBe(
          wanted.map((letter) => `<${letter}>`).join(''),
        )
      }
    }),
    { numRuns: 500 },
  )
})

test('distances are written as the runtime writes them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -day + 60_000, max: day - 60_000 }),
      fc.integer({ min: -999, max: 999 }),
      fc.constantFrom(...tags),
      (away, days, tag) => {
        const now = Date.UTC(2026, 10, 20, 12)
        const reader = { tag, timeZone: 'UTC', now }
        const style = tag.startsWith('en') ? 'narrow' : 'short'
        const minutes = Math.round(away / 60_000)
        const format = new Intl.RelativeTimeFormat(tag, { style })
        const expected =
          Math.abs(minutes) < 60
            ? format.format(minutes, 'minute')
            : format.format(Math.round(minutes / 60), 'hour')
        // Spanish is shorter here than the runtime.
        const inRow = expected.replace('dentro de', 'en')
        expect(formatDistance(now + away, reader)).toBe(inRow)

        const inDays = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(days, 'day')
        const isoDay = localDay(now + days * day, reader)
        expect(formatDayDistance(isoDay, reader).toLowerCase()).toBe(inDays.toLowerCase())
      },
    ),
    { numRuns: 500 },
  )
})
