import { expect, test } from 'vitest'
import { fullDateText } from './calendar-labels.ts'

test('a day is written out, the first of a month as French does', () => {
  expect(fullDateText('2026-12-01', { tag: 'fr-FR', now: 0 })).toBe('Mardi 1er décembre 2026')
  expect(fullDateText('2026-12-11', { tag: 'fr-FR', now: 0 })).toBe('Vendredi 11 décembre 2026')
  expect(fullDateText('2026-12-01', { tag: 'en-US', now: 0 })).toBe('Tuesday, December 1, 2026')
  expect(fullDateText('2026-12-01', { tag: 'en-GB', now: 0 })).toMatch(
    /^Tuesday,? 1 December 2026$/,
  )
  const chosen = { tag: 'en-US', dateFormat: 'dmy', now: 0 }
  expect(fullDateText('2026-12-01', chosen)).toBe('Tuesday, 1 December 2026')
})
