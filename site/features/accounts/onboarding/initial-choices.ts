import { isTimeZone } from '#worker/contracts/time.ts'
import { acceptedLocales, type AcceptedLocale } from '#worker/locale/locales.ts'
import { DateFormatId, type SettingsView } from '#worker/features/accounts/contract.ts'

/** The choices of the first step. */
export type Choices = {
  locale: AcceptedLocale
  isMarketing: boolean
  timeZone: string
  dateFormat: DateFormatId
  /** By the person, rather than taken from the browser. */
  isFormatTouched: boolean
}

export type BrowserFacts = {
  /** The language in the page's address, if any. */
  addressed: string | undefined
  languages: readonly string[]
  timeZone: string | undefined
}

const defaults: Choices = {
  locale: 'fr',
  isMarketing: true,
  timeZone: 'Europe/Paris',
  dateFormat: 'dmy',
  isFormatTouched: false,
}

function toLocale(tag: string | undefined): AcceptedLocale | undefined {
  return acceptedLocales.find((locale) => locale === tag?.slice(0, 2).toLowerCase())
}

function localeOf(
  settings: SettingsView | undefined,
  { addressed, languages }: BrowserFacts,
): AcceptedLocale {
  const preferred = [addressed, ...languages, settings?.interface_language_code].map(toLocale)
  return preferred.find((locale) => locale !== undefined) ?? defaults.locale
}

function timeZoneOf(settings: SettingsView | undefined, { timeZone }: BrowserFacts): string {
  const isOfBrowser = !settings?.chosen.time_zone && timeZone && isTimeZone(timeZone)
  return (isOfBrowser ? timeZone : settings?.timezone_name) ?? defaults.timeZone
}

const dateFormats: Record<DateFormatId, string> = {
  dmy: '%d/%m/%Y %H:%M',
  mdy: '%m/%d/%Y %H:%M',
  ymd: '%Y-%m-%d %H:%M',
}

function dateFormatOf(
  settings: SettingsView | undefined,
  { languages: [tag] }: BrowserFacts,
): DateFormatId {
  if (settings?.chosen.date_format) return settings.date_format_id
  const parts = tag === undefined ? [] : new Intl.DateTimeFormat(tag).formatToParts()
  const order = parts.map(({ type }) => /^(?:day|month|year)$/.exec(type)?.[0][0] ?? '').join('')
  return DateFormatId.options.find((id) => id === order) ?? defaults.dateFormat
}

/** Initial values: the member's choices, else the browser's settings, else the defaults. */
export function initialChoices(settings: SettingsView | undefined, browser: BrowserFacts): Choices {
  return {
    locale: localeOf(settings, browser),
    isMarketing: settings?.is_marketing ?? defaults.isMarketing,
    timeZone: timeZoneOf(settings, browser),
    dateFormat: dateFormatOf(settings, browser),
    isFormatTouched: false,
  }
}

/** The call's body. */
export function toSettingsInput(choices: Choices) {
  const { locale, isMarketing, timeZone, dateFormat, isFormatTouched } = choices
  return {
    interface_language_code: locale,
    is_marketing: isMarketing,
    timezone_name: timeZone,
    date_format_id: dateFormat,
    date_format: dateFormats[dateFormat],
    ...(!isFormatTouched && { untouched: ['date_format_id' as const] }),
  }
}
