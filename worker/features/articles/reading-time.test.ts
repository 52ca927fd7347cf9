import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { locales } from '#worker/locale/locales.ts'
import { minimumReadingMs } from './reading-time.ts'

test.each([
  [0, 10],
  [500, 10],
  [1400, 20],
  [8400, 120],
])('reading %i letters takes %i seconds at least', (size, seconds) => {
  expect(minimumReadingMs('an-article', size)).toBe(seconds * 1000)
})

test.each(locales)('the guide in %s takes no longer than an article as long as it', (locale) => {
  const text = readFileSync(`site/content/zevent-2025-guide/${locale}.md`, 'utf8')
  const least = minimumReadingMs('zevent-2025-guide', null)
  const asArticle = minimumReadingMs('an-article', text.length)
  expect(least / asArticle).toBeGreaterThan(0.5)
  expect(least / asArticle).toBeLessThanOrEqual(1)
})
