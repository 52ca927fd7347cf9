import type {
  DatePatterns,
  LanguagePatterns,
  RegionalPatterns,
} from '#site/lib/time/date-patterns/patterns.ts'
import type { Locale } from '#worker/locale/locales.ts'
import { zoneWords } from '#worker/locale/zone-words.ts'

/** Reads from the runtime's language data how dates are written in a language and its regions. */
const dateParts: Record<string, Intl.DateTimeFormatOptions> = {
  w: { weekday: 'short' },
  W: { weekday: 'long' },
  d: { day: 'numeric' },
  m: { month: 'short' },
  M: { month: 'long' },
  y: { year: 'numeric' },
}
export const dateForms = ['wdm', 'wdmy', 'dM', 'dMy', 'dm', 'dmy', 'My', 'WdM', 'WdMy'] as const
const typeLetters: Record<string, string> = { day: 'd', year: 'y' }
/** A Wednesday, with figures of one digit, in the evening. */
const sample = Date.UTC(2026, 10, 4, 21, 5)

export function toDateOptions(form: string): Intl.DateTimeFormatOptions {
  const options = [...form].map((letter) => dateParts[letter])
  return Object.assign({ timeZone: 'UTC' }, ...options) as Intl.DateTimeFormatOptions
}

export function relativeStyle(tag: string): 'narrow' | 'short' {
  return tag.startsWith('en') ? 'narrow' : 'short'
}

function datePattern(tag: string, form: string): string {
  const lettersOf = (type: string, value: string) =>
    type === 'day' && value.startsWith('0')
      ? 'dd'
      : (typeLetters[type] ?? [...form].find((letter) => type in (dateParts[letter] ?? {})))
  return new Intl.DateTimeFormat(tag, toDateOptions(form))
    .formatToParts(sample)
    .map(({ type, value }) => (type === 'literal' ? value : `{${lettersOf(type, value)}}`))
    .join('')
}

function names(tag: string, options: Intl.DateTimeFormatOptions, instants: number[]): string {
  const format = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options })
  const partType = Object.keys(options).at(-1)
  const name = (at: number) => format.formatToParts(at).find(({ type }) => type === partType)?.value
  return instants.map(name).join(' ')
}

const week = [1, 2, 3, 4, 5, 6, 7].map((day) => Date.UTC(2026, 10, day))
const year = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 4))

function writeClock(tag: string, hourCycle: 'h12' | 'h23', at: number): string {
  const options = { hour: 'numeric', minute: '2-digit', hourCycle, timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(tag, options).format(at)
}

/** With the space before it; nothing in the region whose data know no half of the day. */
function dayPeriod(tag: string, hour: number): string {
  return writeClock(tag, 'h12', Date.UTC(2026, 0, 1, hour)).replace(/^\d+\D+\d\d/, '')
}

/** `in # min(s)`: the figure, and the letter of a plural where there is one. */
function distance(tag: string, unit: 'minute' | 'hour', sign: 1 | -1): string {
  const format = new Intl.RelativeTimeFormat(tag, { style: relativeStyle(tag) })
  const [singular, many] = [1, 2].map((count) =>
    format.format(sign * count, unit).replace(/\d/, '#'),
  )
  if (singular === many) return many ?? ''
  const end = [...(many ?? '')].findIndex((letter, index) => letter !== singular?.[index])
  return `${many?.slice(0, end)}(${many?.[end]})${many?.slice(end + 1)}`
}

function namedDays(tag: string): string {
  const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  return [-2, -1, 0, 1, 2]
    .map((day) => format.format(day, 'day'))
    .filter((name) => !/\d/.test(name))
    .join('|')
}

/** The language data have no words that stand before a time. */
const timeWords: Record<
  Locale,
  Pick<DatePatterns, 'atClock' | 'untilForms'> & Partial<DatePatterns>
> = {
  en: { atClock: 'at #', untilForms: 'until #|until #' },
  es: {
    atClock: 'a la(s) #',
    untilForms: 'hasta la(s) #|hasta el #',
    // Shorter than “dentro de”, which a row has no room for.
    inMinutes: 'en # min',
    inHours: 'en # h',
  },
  fr: { atClock: 'à #', untilForms: 'jusqu’à #|jusqu’au #' },
}

function readPatterns(tag: string): DatePatterns {
  const days = new Intl.RelativeTimeFormat(tag)
  const usual = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions().hourCycle
  return {
    weekdays: names(tag, { weekday: 'long' }, week),
    shortWeekdays: names(tag, { weekday: 'short' }, week),
    months: names(tag, { day: 'numeric', month: 'long' }, year),
    shortMonths: names(tag, { day: 'numeric', month: 'short' }, year),
    ...(Object.fromEntries(dateForms.map((form) => [form, datePattern(tag, form)])) as Record<
      (typeof dateForms)[number],
      string
    >),
    hourCycle: usual === 'h12' ? 'h12' : 'h23',
    minuteSeparator: writeClock(tag, 'h23', sample).replace(/\d/g, ''),
    am: dayPeriod(tag, 9),
    pm: dayPeriod(tag, 21),
    inMinutes: distance(tag, 'minute', 1),
    minutesAgo: distance(tag, 'minute', -1),
    inHours: distance(tag, 'hour', 1),
    hoursAgo: distance(tag, 'hour', -1),
    namedDays: namedDays(tag),
    inDays: days.format(9, 'day').replace('9', '#'),
    daysAgo: days.format(-9, 'day').replace('9', '#'),
    ...timeWords[tag.slice(0, 2) as Locale],
    ...zoneWords[tag.slice(0, 2) as Locale],
  }
}

/** Every region that a browser can name, for the languages of the site. */
export function listRegionTags(language: Locale): string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  const codes = letters.flatMap((firstLetter) => letters.map((second) => firstLetter + second))
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const countries = codes.filter((code) => names.of(code) !== undefined)
  return [...countries, '001', '150', '419'].map((region) => `${language}-${region}`)
}

/** The larger areas whose way of writing most of their regions share. */
const areas: Partial<Record<Locale, string>> = { en: '001', es: '419' }

function differencesOf(patterns: DatePatterns, base: DatePatterns): Partial<DatePatterns> {
  const names = Object.keys(base) as (keyof DatePatterns)[]
  const different = names.filter((name) => patterns[name] !== base[name])
  return Object.fromEntries(different.map((name) => [name, patterns[name]]))
}

function groupDifferences(patternsByRegion: [region: string, Partial<DatePatterns>][]) {
  const regionsOf = new Map<string, string[]>()
  for (const [region, differences] of patternsByRegion) {
    for (const difference of Object.entries(differences)) {
      const key = JSON.stringify(difference)
      regionsOf.set(key, [...(regionsOf.get(key) ?? []), region])
    }
  }
  const grouped = Map.groupBy(regionsOf, ([, regions]) => regions.join(' '))
  return [...grouped].map(([regions, differences]): RegionalPatterns => {
    const entries = differences.map(([key]) => JSON.parse(key) as [string, string])
    return [regions, Object.fromEntries(entries)]
  })
}

/** Patterns that all regions share, and those that some write in another way; the last one that names a region wins. */
export function readLanguage(language: Locale): LanguagePatterns {
  const base = readPatterns(language)
  const area = areas[language]
  const ofArea = area ? readPatterns(`${language}-${area}`) : base
  const inArea: string[] = []
  const patternsByRegion = listRegionTags(language).map((tag): [string, Partial<DatePatterns>] => {
    const patterns = readPatterns(tag)
    const [own, beyondArea] = [base, ofArea].map((from) => differencesOf(patterns, from))
    const isInArea = Object.keys(beyondArea ?? {}).length < Object.keys(own ?? {}).length
    if (isInArea) inArea.push(tag.slice(3))
    return [tag.slice(3), (isInArea ? beyondArea : own) ?? {}]
  })
  const shared: RegionalPatterns[] =
    inArea.length > 0 ? [[inArea.join(' '), differencesOf(ofArea, base)]] : []
  return { ...base, regional: [...shared, ...groupDifferences(patternsByRegion)] }
}

export function printLanguage(language: Locale): string {
  return `import type { LanguagePatterns } from './patterns.ts'

/** Printed from the language data of the runtime, and zone-words.ts, by \`node scripts/print-date-patterns.ts\`. */
export const patterns: LanguagePatterns = ${JSON.stringify(readLanguage(language))}
`
}
