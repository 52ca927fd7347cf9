import { isTimeZone } from '#worker/contracts/time.ts'
import { acceptedLocales, type AcceptedLocale } from '#worker/locale/locales.ts'
import { DateFormatId, type SettingsView } from '#worker/features/accounts/contract.ts'

export type OnboardingChoices = {
  interface_language_code: AcceptedLocale
  is_marketing: boolean
  timezone_name: string
  date_format_id: DateFormatId
  /** Made by the browser's settings rather than the person. */
  untouched?: 'date_format_id'[]
}

export type BrowserEnvironment = {
  /** The language in the page's address, if any. */
  addressed: string | undefined
  languages: readonly string[]
  timeZone: string | undefined
}

function findLocale(tags: readonly (string | undefined)[]): AcceptedLocale | undefined {
  const codes = tags.map((tag) => tag?.slice(0, 2).toLowerCase())
  return codes.flatMap((code) => acceptedLocales.filter((locale) => locale === code))[0]
}

function findDateFormat(tag: string | undefined): DateFormatId | undefined {
  const parts = tag === undefined ? [] : new Intl.DateTimeFormat(tag).formatToParts()
  const order = parts.map(({ type }) => /^(?:day|month|year)$/.exec(type)?.[0][0] ?? '').join('')
  return DateFormatId.options.find((id) => id === order)
}

const defaults = {
  interface_language_code: 'fr',
  is_marketing: true,
  timezone_name: 'Europe/Paris',
  date_format_id: 'dmy',
  chosen: { time_zone: false, date_format: false },
} as const

/** The member's choices, else the browser's settings, else the defaults. */
export function deriveInitialChoices(
  settings: SettingsView | undefined,
  { addressed, languages, timeZone }: BrowserEnvironment,
): OnboardingChoices {
  const { chosen, ...currentSettings } = settings ?? defaults
  const browserZone = timeZone && isTimeZone(timeZone) ? timeZone : currentSettings.timezone_name
  const browserFormat = findDateFormat(languages[0]) ?? defaults.date_format_id
  return {
    interface_language_code:
      findLocale([addressed, ...languages]) ?? currentSettings.interface_language_code,
    is_marketing: currentSettings.is_marketing ?? defaults.is_marketing,
    timezone_name: chosen.time_zone ? currentSettings.timezone_name : browserZone,
    date_format_id: chosen.date_format ? currentSettings.date_format_id : browserFormat,
    untouched: ['date_format_id'],
  }
}

const dateFormats: Record<DateFormatId, string> = {
  dmy: '%d/%m/%Y %H:%M',
  mdy: '%m/%d/%Y %H:%M',
  ymd: '%Y-%m-%d %H:%M',
}

export function toSettingsInput(choices: OnboardingChoices) {
  return { ...choices, date_format: dateFormats[choices.date_format_id] }
}
