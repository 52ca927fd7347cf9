import { expect, test } from 'vitest'
import { timeText } from '#site/lib/time/time-text.ts'
import type { DateFormatId, HourCycle } from '#worker/features/accounts/contract.ts'
import { zoneName } from '#worker/locale/date-formats.ts'
import { languageTags, type Locale } from '#worker/locale/locales.ts'
import { formatDateTime, createPlainTextFormatter } from './formatter.ts'

const timeZone = 'Europe/Paris'
const now = Date.UTC(2026, 10, 20, 12)
const near = Date.UTC(2027, 2, 2, 20, 5)
/** A first of a month, for which French has an ordinal. */
const first = Date.UTC(2026, 11, 1, 20, 5)
const far = Date.UTC(2027, 9, 5, 19, 5)

/** Spaces of any width are one. */
const plain = (text: string) => text.replace(/\s/gu, ' ')

const orders: (DateFormatId | null)[] = [null, 'dmy', 'mdy', 'ymd']
const cycles: (HourCycle | null)[] = [null, 'h12', 'h23']
const cases = (['en', 'es', 'fr'] as Locale[]).flatMap((locale) =>
  orders.flatMap((dateFormat) =>
    cycles.flatMap((hourCycle) =>
      [near, first, far].map((at) => ({ locale, dateFormat, hourCycle, at })),
    ),
  ),
)

/** The time on the event’s page, but for the word before the hour. */
function pageText({ locale, dateFormat, hourCycle, at }: (typeof cases)[number]): string {
  const chosen = { dateFormat: dateFormat ?? undefined, hourCycle: hourCycle ?? undefined }
  return plain(timeText('full', at, { tag: languageTags[locale], timeZone, now, ...chosen }))
}

test.each(cases)('a mail in $locale, $dateFormat, $hourCycle writes $at as pages do', (one) => {
  const { locale, dateFormat, at } = one
  // Each date format that can be chosen has a clock of 24 hours.
  const hourCycle = one.hourCycle ?? (dateFormat ? 'h23' : null)
  const formatter = createPlainTextFormatter(locale, { timeZone, hourCycle, dateFormat }, now)
  const figures = (text: string) =>
    text
      .replace(/ \([^)]*\)$/, '')
      .replace(/ at |, | à /g, ' ')
      .replaceAll(/ [ap]\. ?m\./g, '')
  const time = plain(formatter.time(at, true))
  expect(figures(time)).toBe(figures(pageText(one)))
  expect(time.includes('2027')).toBe(at === far)
  const day = { at, certainty: 'date_only', timeZone, isToCome: true } as const
  expect(time.startsWith(plain(formatDateTime(formatter, day)))).toBe(true)
})

test.each<[Locale, string, string]>([
  ['en', 'Tue 1, 9:05 PM', 'Tue'],
  ['es', 'Mar 1, 21:05', 'Mar'],
  ['fr', 'Mar. 1er à 21:05', 'Mar.'],
])('a title and a ticket in %s begin like a sentence: “%s”', (locale, title, weekday) => {
  const format = { timeZone, hourCycle: null, dateFormat: null }
  const formatter = createPlainTextFormatter(locale, format, now)
  expect(plain(formatter.shortTime(first) ?? '')).toBe(title)
  expect(formatter.ticket({ at: first, certainty: 'exact', timeZone }).weekday).toBe(weekday)
})

test.each<[Locale, DateFormatId | null, string]>([
  ['en', null, 'Tuesday, October 5, 2027'],
  ['en', 'dmy', 'Tuesday, 5 October 2027'],
  ['es', 'ymd', 'martes, 2027 octubre 5'],
  ['fr', 'mdy', 'mardi octobre 5 2027'],
])('the order of a day in %s, %s, is “%s”', (locale, dateFormat, expected) => {
  const formatter = createPlainTextFormatter(locale, { timeZone, hourCycle: null, dateFormat }, now)
  expect(plain(formatter.day(far))).toBe(expected)
})

test.each<[string, Locale, string]>([
  ['Europe/Paris', 'en', 'Paris time'],
  ['America/Argentina/Buenos_Aires', 'en', 'Buenos Aires time'],
  ['America/Mexico_City', 'es', 'hora de Ciudad de México'],
  ['Europe/Amsterdam', 'es', 'hora de Ámsterdam'],
  ['Europe/London', 'fr', 'heure de Londres'],
  ['Europe/Amsterdam', 'fr', 'heure d’Amsterdam'],
  ['UTC', 'en', 'UTC'],
  ['UTC', 'fr', 'heure UTC'],
  ['Etc/GMT+5', 'es', 'hora GMT−5'],
])('%s is called, in %s, “%s”', (zone, locale, expected) => {
  expect(zoneName(zone, locale)).toBe(expected)
})
