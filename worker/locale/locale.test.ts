import { expect, test } from 'vitest'
import { acceptLanguageLocaleOrDefault, isLocale, acceptLanguageLocale } from './locale.ts'

test.each([
  ['fr', 'fr'],
  ['FR-ca', 'fr'],
  ['es-419,es;q=0.9', 'es'],
  ['de,fr;q=0.5,es;q=0.7', 'es'],
  ['fr;q=0,es', 'es'],
  ['fr;q=0.1, en;q=0.2', 'en'],
  ['es;q=0.8,fr;q=0.8', 'es'],
  ['de;q=1,nl', undefined],
  ['*', undefined],
  ['', undefined],
  ['fr;q=abc', 'fr'],
  ['fr;q=1.2.3,es', 'fr'],
  ['french', undefined],
  [';;,,;q=,', undefined],
  [null, undefined],
])('of “%s” the language is %s', (header, locale) => {
  expect(acceptLanguageLocale(header)).toBe(locale)
  expect(acceptLanguageLocaleOrDefault(header)).toBe(locale ?? 'en')
})

test('a header of any length is read in no time', () => {
  expect(acceptLanguageLocale(`${'x,'.repeat(100_000)}fr`)).toBeUndefined()
})

test('a prefix of a path is a language only when it is one of ours', () => {
  expect(['en', 'es', 'fr', 'de', 'EN', '', 'constructor'].filter(isLocale)).toEqual([
    'en',
    'es',
    'fr',
  ])
  expect(isLocale(undefined)).toBe(false)
})
