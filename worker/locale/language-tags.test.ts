import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fullDateText, monthText } from '#site/features/events/calendar/calendar-labels.ts'
import {
  formatCount,
  formatDay,
  formatDayRange,
  formatDuration,
  formatList,
  localizedLanguageName,
} from '#site/lib/format.ts'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import { languageTags } from './locales.ts'
import { createPlainTextFormatter } from '../features/notifications/copy/formatter.ts'

const at = Date.UTC(2027, 0, 12, 21, 5)
const paris = { timeZone: 'Europe/Paris', hourCycle: null, dateFormat: null }
const reader = utcTimeContext('en', Date.UTC(2026, 10, 20))

/** Spaces of any width are one. */
const plain = (text: string) => text.replace(/\s/gu, ' ')

test('each language has one tag', () => {
  expect(languageTags).toMatchObject({ en: 'en-US', es: 'es-ES', fr: 'fr-FR' })
})

describe('English is written as in the United States', () => {
  test.each([
    ['a time on a page', timeText('time', at, reader), '9:05 PM'],
    ['a date on a page', timeText('date', at, reader), 'Jan 12'],
    ['an instant on a page', timeText('when', at, reader), 'Tue, Jan 12, 9:05 PM'],
    ['a full instant', timeText('full', at, reader), 'Tuesday, January 12, 9:05 PM (UTC)'],
    ['the day of an article', formatDay('2026-11-20', 'en'), 'November 20, 2026'],
    [
      'the days of a week',
      formatDayRange('2026-11-16', '2026-11-22', 'en'),
      'November 16 – 22, 2026',
    ],
    ['a month', monthText('2026-11', 'en'), 'November 2026'],
    [
      'a day of the calendar',
      fullDateText('2026-11-20', { tag: languageTags.en }),
      'Friday, November 20, 2026',
    ],
    ['a list', formatList(['Ana', 'Bea', 'Cleo'], 'en'), 'Ana, Bea, and Cleo'],
    ['a count', formatCount(1_250_000, 'en'), '1.3M'],
    ['a length', formatDuration('2027-01-01T00:00Z', '2027-01-01T01:30Z', 'en'), '1 h 30 min'],
    ['a language', localizedLanguageName('es', 'en'), 'Spanish'],
    [
      'an instant in a mail',
      createPlainTextFormatter('en', paris, reader.now).time(at, true),
      'Tuesday, January 12 at 10:05 PM (Paris time)',
    ],
  ])('%s', (_, written, expected) => {
    expect(plain(written)).toBe(expected)
  })
})

/** Formats that programs read, in the language that happens to write them so. */
const forPrograms = /^'(?:en|en-CA|sv)'/
const ofTheTable = /^(?:languageTags\[|tag\b)/
const files = globSync('{site,worker}/**/*.{ts,tsx,astro}', { exclude: ['**/*.test.*'] })
const uses = files.flatMap((file) => {
  const code = readFileSync(file, 'utf8')
  const made = code.matchAll(/new Intl\.(?!Segmenter)\w+\(([^,)]*)/g)
  return [...made].map(([use, tag = '']) => ({ file, use, tag: tag.trim() }))
})

test.each(uses)('$file asks the table for its language: $use', ({ tag, use }) => {
  const isOfBrowser = use === 'new Intl.DateTimeFormat(' && tag === ''
  expect(isOfBrowser || forPrograms.test(tag) || ofTheTable.test(tag)).toBe(true)
})

test('no text is formatted by the machine’s own language', () => {
  const found = files.filter((file) =>
    /\.toLocale(?:Date|Time)?String\(/.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual([])
})
