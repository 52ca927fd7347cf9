import { expect, test } from 'vitest'
import { fullDateText } from './calendar-labels.ts'

test('a day is written out, the first of a month as French does', () => {
  expect(fullDateText('2026-12-01', { tag: 'fr-FR' })).toBe('Mardi 1er décembre 2026')
  expect(fullDateText('2026-12-11', { tag: 'fr-FR' })).toBe('Vendredi 11 décembre 2026')
  expect(fullDateText('2026-12-01', { tag: 'en-US' })).toBe('Tuesday, December 1, 2026')
  expect(fullDateText('2026-12-01', { tag: 'en-GB' })).toMatch(/^Tuesday,? 1 December 2026$/)
  const chosen = { tag: 'en-US', dateFormat: 'dmy' }
  expect(fullDateText('2026-12-01', chosen)).toBe('Tuesday, 1 December 2026')
})
