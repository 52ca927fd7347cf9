import { expect, test } from 'vitest'
import { dayWords, findDay } from './day-words.ts'
import { locales } from '#worker/locale/locales.ts'
import { languageTags } from '#worker/locale/locales.ts'
import { splitWords } from './words.ts'

test.each([
  ['tonight', 'en', { day: 'tonight', rest: '' }],
  ['  TODAY ', 'en', { day: 'today', rest: '' }],
  ['zelda saturday', 'en', { day: 6, rest: 'zelda' }],
  ['Saturday, Zelda!', 'en', { day: 6, rest: 'zelda' }],
  ['ce soir', 'fr', { day: 'tonight', rest: '' }],
  ['Aujourd’hui', 'fr', { day: 'today', rest: '' }],
  ["aujourd'hui zelda", 'fr', { day: 'today', rest: 'zelda' }],
  ['speedrun demain', 'fr', { day: 'tomorrow', rest: 'speedrun' }],
  ['saturday', 'fr', { day: 6, rest: '' }],
  ['Esta NOCHE', 'es', { day: 'tonight', rest: '' }],
  ['mañana', 'es', { day: 'tomorrow', rest: '' }],
  ['miercoles', 'es', { day: 3, rest: '' }],
  ['el sábado de Zelda', 'es', { day: 6, rest: 'el de zelda' }],
  // Words of another language, parts of words and half of a phrase are names like any other.
  ['mardi gras', 'en', undefined],
  ['placido domingo', 'fr', undefined],
  ['mondays', 'en', undefined],
  ['noche', 'es', undefined],
  ['toString', 'en', undefined],
  ['', 'en', undefined],
] as const)('“%s” in %s', (text, locale, found) => {
  expect(findDay(text, locale)).toEqual(found)
})

test.each(locales)('every day of the week has its name in %s, as it is written there', (locale) => {
  for (const day of [1, 2, 3, 4, 5, 6, 7] as const) {
    const date = new Date(Date.UTC(2027, 2, day))
    const format = new Intl.DateTimeFormat(languageTags[locale], {
      weekday: 'long',
      timeZone: 'UTC',
    })
    expect(findDay(format.format(date), locale)?.day).toBe(day)
  }
  const folded = Object.keys(dayWords[locale])
  expect(folded.map((word) => splitWords(word).join(' '))).toEqual(folded)
  expect(new Set(Object.values(dayWords[locale])).size).toBe(10)
})
