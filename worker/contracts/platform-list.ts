import { platforms } from './platforms.ts'
import { languageTags, type Locale } from '../locale/locales.ts'

export function listPlatforms(locale: Locale, type: 'conjunction' | 'disjunction'): string {
  const names = Object.values(platforms).map(({ name }) => name)
  return new Intl.ListFormat(languageTags[locale], { type }).format(names)
}
