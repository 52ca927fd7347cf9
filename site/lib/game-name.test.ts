import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#messages/runtime'
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

test('a language other than the page’s can be asked for', () => {
  expect(gameName({ name: 'Music' }, 'fr')).toBe('Musique')
  expect(gameName({ name: 'Music' })).toBe('Music')
})
