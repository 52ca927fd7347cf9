import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#messages/runtime'
import { gameDescription } from './category-text.ts'
import { gameName } from './game-name.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

test.each([
  ['fr', 'Special Events', 'Événements spéciaux'],
  ['es', 'Travel & Outdoors', 'Viajes y aire libre'],
  ['fr', 'Just Chatting', 'Discussions'],
  ['en', 'Just Chatting', 'Just Chatting'],
  ['es', 'Elden Ring', 'Elden Ring'],
  ['fr', 'constructor', 'constructor'],
] as const)('in %s the category %s is called %s', (locale, name, shown) => {
  overwriteGetLocale(() => locale)
  expect(gameName({ name })).toBe(shown)
})

test.each([
  ['fr', 'Special Events', '', 'Spectacles, cérémonies et émissions exceptionnelles.'],
  ['es', 'Special Events', '', 'Galas, ceremonias y emisiones únicas.'],
  ['es', 'Special Events', 'Noches de gala.', 'Noches de gala.'],
  ['fr', 'Elden Ring', '', ''],
  ['fr', 'constructor', '', ''],
] as const)('in %s %s with the description “%s” says “%s”', (locale, name, description, shown) => {
  overwriteGetLocale(() => locale)
  expect(gameDescription({ name, description })).toBe(shown)
})

test('a language other than the page’s can be asked for', () => {
  expect(gameName({ name: 'Music' }, 'fr')).toBe('Musique')
  expect(gameName({ name: 'Music' })).toBe('Music')
})
