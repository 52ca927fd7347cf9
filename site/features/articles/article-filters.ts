import type { Query } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { ArticlesQuery } from '#worker/features/articles/contract.ts'
import { contentLanguages } from '#worker/locale/locales.ts'

const choices = ['all', ...contentLanguages] as const
export type ArticleLanguageFilter = (typeof choices)[number]

export function readArticleLanguageFilter(
  parameters: URLSearchParams,
  locale: Locale,
): ArticleLanguageFilter {
  const requestedLanguage = parameters.get('language')
  return (
    choices.find((choice) => choice === requestedLanguage) ??
    choices.find((choice) => choice === locale) ??
    'all'
  )
}

/** Includes articles of no language, which suit everybody. */
export function toMatchingLanguages(choice: ArticleLanguageFilter): ArticlesQuery['language'] {
  return choice === 'all' ? [] : [choice, 'none']
}

/** The page's own language needs no parameter, so that one list has one address. */
export function toArticleLanguageQuery(choice: ArticleLanguageFilter, locale: Locale): Query {
  return choice === locale ? {} : { language: choice }
}
