import { languageTags } from '#worker/locale/locales.ts'
import type { Locale } from './locale.ts'

/** `France`, `Francia`: a country in the reader's words. */
export function formatCountry(code: string, locale: Locale): string {
  return new Intl.DisplayNames(languageTags[locale], { type: 'region' }).of(code) ?? code
}

export function formatOperatorAddress(
  { address, country }: { address: string[]; country: string },
  locale: Locale,
): string {
  return [...address, formatCountry(country, locale)].join(', ')
}
