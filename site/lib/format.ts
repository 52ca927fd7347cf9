import type { ContentLanguage } from '#worker/contracts/locale.ts'
import { languageTags, type Locale } from '#worker/locale/locales.ts'
import { brand } from './brand.ts'
import { capitalize } from '#worker/locale/date-words.ts'

/** The product's rule: a long title leaves room for the short name only. */
export function pageTitle(title: string): string {
  if (title === brand.name) return brand.name
  return title.length > 40 ? `${title} | ${brand.shortName}` : `${title} | ${brand.name}`
}

/** Between facts in one line; no line that breaks there ends with it. */
export const separator = ' ·\u00a0'

const cachedFormats = new Map<string, unknown>()

/** Formatters cost more to make than to use, and a list uses them for each row. */
function getFormatter<Formatter>(key: string, make: () => Formatter): Formatter {
  const cached = cachedFormats.get(key) as Formatter | undefined
  const formatter = cached ?? make()
  if (cached === undefined) cachedFormats.set(key, formatter)
  return formatter
}

/** 12,345 in full; from 100,000 on as 123K. */
export function formatCount(count: number, locale: Locale): string {
  if (count >= 0 && count < 1000) return String(count)
  const notation = count < 100_000 ? 'standard' : 'compact'
  return getFormatter(
    `count ${locale} ${notation}`,
    () => new Intl.NumberFormat(languageTags[locale], { notation }),
  ).format(count)
}

export function formatSignedCount(change: number, locale: Locale): string {
  const options = { signDisplay: 'exceptZero' } as const
  return getFormatter(
    `change ${locale}`,
    () => new Intl.NumberFormat(languageTags[locale], options),
  ).format(change)
}

export function formatPercentage(percentage: number, locale: Locale): string {
  const options = { style: 'percent', maximumFractionDigits: 1 } as const
  return getFormatter(
    `percentage ${locale}`,
    () => new Intl.NumberFormat(languageTags[locale], options),
  ).format(percentage / 100)
}

export function formatList(names: readonly string[], locale: Locale): string {
  return getFormatter(`list ${locale}`, () => new Intl.ListFormat(languageTags[locale])).format(
    names,
  )
}

/** `Español`: a language in its own words. */
export function nativeLanguageName(language: Locale): string {
  return getFormatter(`own name ${language}`, () => {
    const names = new Intl.DisplayNames(languageTags[language], { type: 'language' })
    return capitalize(names.of(language) ?? language)
  })
}

/** `Spanish`, `espagnol`: a language in the reader's words, as within a sentence. */
export function localizedLanguageName(language: ContentLanguage, locale: Locale): string {
  const names = getFormatter(
    `names in ${locale}`,
    () => new Intl.DisplayNames(languageTags[locale], { type: 'language' }),
  )
  return names.of(language) ?? language
}

function getUnitFormat(locale: Locale, unit: string, unitDisplay: 'short' | 'long') {
  return getFormatter(
    `unit ${locale} ${unit} ${unitDisplay}`,
    () => new Intl.NumberFormat(languageTags[locale], { style: 'unit', unit, unitDisplay }),
  )
}

/** `2 h 30 min`, or `2 h 30` in French; the same marks in the three languages. */
function formatHoursAndMinutes(minutes: number, locale: Locale): string {
  const hours = `${Math.floor(minutes / 60)}\u00a0h`
  const remainingMinutes = minutes % 60
  if (locale === 'fr') return `${hours}\u00a0${String(remainingMinutes).padStart(2, '0')}`
  return `${hours}\u00a0${remainingMinutes}\u00a0min`
}

export function formatDuration(start: string, end: string, locale: Locale): string {
  return formatMinutes(Math.round((Date.parse(end) - Date.parse(start)) / 60_000), locale)
}

/** `45 min`, `4 hours`, `2 h 30 min`, `3 days`; from 12 hours on to the hour. */
export function formatMinutes(exact: number, locale: Locale): string {
  if (exact < 60) return getUnitFormat(locale, 'minute', 'short').format(exact)
  if (exact >= 2160) return getUnitFormat(locale, 'day', 'long').format(Math.ceil(exact / 1440))
  const step = exact >= 720 ? 60 : 1
  const minutes = Math.round(exact / step) * step
  return minutes % 60 === 0
    ? getUnitFormat(locale, 'hour', 'long').format(minutes / 60)
    : formatHoursAndMinutes(minutes, locale)
}

function getDayFormat(locale: Locale): Intl.DateTimeFormat {
  return getFormatter(
    `day ${locale}`,
    () => new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'long', timeZone: 'UTC' }),
  )
}

/** `November 20, 2026`: a day of the calendar, the same wherever one reads it. */
export function formatDay(isoDay: string, locale: Locale): string {
  return getDayFormat(locale).format(Date.parse(isoDay))
}

export function formatDayRange(from: string, to: string, locale: Locale): string {
  return getDayFormat(locale).formatRange(Date.parse(from), Date.parse(to))
}

/** The first sentence or so, for `meta name=description`. */
export function cutExcerpt(text: string, length = 155): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= length) return plain
  return `${plain.slice(0, length + 1).replace(/\s+\S*$/, '')}…`
}

/** `99.2 %`; never `100 %` of what is less. */
export function formatShare(share: number, locale: Locale): string {
  return formatPercentage(Math.floor(share * 1000) / 10, locale)
}
