import { expect, test } from 'vitest'
import { localeOfPath } from './locale-of-path.ts'

test.each([
  ['/', 'en'],
  ['/events/a', 'en'],
  ['/es', 'es'],
  ['/fr/events/a', 'fr'],
  ['/french', 'en'],
])('%s is in %s', (path, locale) => expect(localeOfPath(path)).toBe(locale))
