import { expect, it, test } from 'vitest'
import { paths, readPathLocale } from './paths.ts'

it('leaves English unprefixed', () => {
  expect(paths.home('en')).toBe('/')
  expect(paths.home('fr')).toBe('/fr')
  expect(paths.event('en', 'a-b')).toBe('/events/a-b')
  expect(paths.event('es', 'a-b')).toBe('/es/events/a-b')
})

it('gives a list one address, whatever the order its filters were set in', () => {
  const one = paths.events('en', { range: 'week', platform: 'twitch', language: ['fr', 'en'] })
  const two = paths.events('en', { language: ['en', 'fr'], platform: 'twitch', range: 'week' })
  expect(one).toBe('/events?language=en&language=fr&platform=twitch&range=week')
  expect(two).toBe(one)
})

it('leaves out filters that are not set', () => {
  expect(paths.events('fr', { game: undefined, q: '', future_only: false })).toBe('/fr/events')
})

it('brings a person back after login', () => {
  expect(paths.login('fr', '/fr/events/a?hype=3')).toBe(
    '/fr/login?next=%2Ffr%2Fevents%2Fa%3Fhype%3D3',
  )
})

it('names the page in each language, with English as the default', () => {
  expect(paths.alternates('/en/events')).toMatchObject({
    en: '/events',
    es: '/es/events',
    fr: '/fr/events',
    'x-default': '/events',
  })
  expect(paths.alternates('/fr').en).toBe('/')
  expect(paths.inLocale('es', '/')).toBe('/es')
  expect(paths.inLocale('en', '/events/entree')).toBe('/events/entree')
})

it('never names another host, whatever the path begins with', () => {
  for (const path of ['//evil.example/a', '/en//evil.example/a', '///es///evil.example/a']) {
    for (const locale of ['en', 'es', 'fr'] as const) {
      expect(paths.inLocale(locale, path)).toMatch(/^\/(?!\/)/)
    }
  }
})

test.each([
  ['/', 'en'],
  ['/events/a', 'en'],
  ['/es', 'es'],
  ['/fr/events/a', 'fr'],
  ['/french', 'en'],
])('%s is in %s', (path, locale) => expect(readPathLocale(path)).toBe(locale))
