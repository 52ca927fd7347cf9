import { expect, it } from 'vitest'
import { firstWeekday } from './first-weekday.ts'
import { firstWeekdays, locales } from './locales.ts'

it.each(locales)('knows the week of %s, also where the engine does not', (locale) => {
  expect(firstWeekday(locale)).toBe(firstWeekdays[locale])
  expect(firstWeekday(locale, {})).toBe(firstWeekday(locale))
})

it('takes the engine’s word first', () => {
  expect(firstWeekday('en', { getWeekInfo: () => ({ firstDay: 6, weekend: [] }) })).toBe(6)
})
