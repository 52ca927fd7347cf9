import { createMemo } from './memo.ts'
import { platforms } from './platforms.ts'
import { languageTags, type Locale } from '../locale/locales.ts'

const lists = createMemo<string>(100)

export function listPlatforms(locale: Locale, type: 'conjunction' | 'disjunction'): string {
  return lists(`${locale} ${type}`, () =>
    new Intl.ListFormat(languageTags[locale], { type }).format(
      Object.values(platforms).map(({ name }) => name),
    ),
  )
}
