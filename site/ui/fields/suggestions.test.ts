import { expect, test } from 'vitest'
import { splitAtMatch, filterSuggestions, findSuggestionValue } from './suggestions.ts'

const games = [
  { label: 'Celeste', value: '1' },
  { label: 'Elden Ring', value: '2' },
]

test('labels match by substring, whatever the case', () => {
  expect(filterSuggestions(games, ' ELE ')).toEqual([games[0]])
  expect(filterSuggestions(games, '')).toEqual(games)
  expect(filterSuggestions(games, 'zelda')).toEqual([])
})

test('the match is cut out of the label as written', () => {
  expect(splitAtMatch('Elden Ring', 'RING')).toEqual(['Elden ', 'Ring', ''])
  expect(splitAtMatch('Elden Ring', '')).toEqual(['Elden Ring', '', ''])
  expect(splitAtMatch('Elden Ring', 'zelda')).toEqual(['Elden Ring', '', ''])
  expect(splitAtMatch('İİ (GMT+1)', '(gmt+')).toEqual(['İİ ', '(GMT+', '1)'])
})

test('typed text equal to a label stands for its value, other text for itself', () => {
  expect(findSuggestionValue(games, 'elden ring')).toBe('2')
  expect(findSuggestionValue(games, 'Elden')).toBe('Elden')
})
