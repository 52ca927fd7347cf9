import { expect, test } from 'vitest'
import { cutAtMatch, matching, valueOf } from './suggestions.ts'

const games = [
  { label: 'Celeste', value: '1' },
  { label: 'Elden Ring', value: '2' },
]

test('labels match by substring, whatever the case', () => {
  expect(matching(games, ' ELE ')).toEqual([games[0]])
  expect(matching(games, '')).toEqual(games)
  expect(matching(games, 'zelda')).toEqual([])
})

test('the match is cut out of the label as written', () => {
  expect(cutAtMatch('Elden Ring', 'RING')).toEqual(['Elden ', 'Ring', ''])
  expect(cutAtMatch('Elden Ring', '')).toEqual(['Elden Ring', '', ''])
  expect(cutAtMatch('Elden Ring', 'zelda')).toEqual(['Elden Ring', '', ''])
  expect(cutAtMatch('İİ (GMT+1)', '(gmt+')).toEqual(['İİ ', '(GMT+', '1)'])
})

test('typed text equal to a label stands for its value, other text for itself', () => {
  expect(valueOf(games, 'elden ring')).toBe('2')
  expect(valueOf(games, 'Elden')).toBe('Elden')
})
