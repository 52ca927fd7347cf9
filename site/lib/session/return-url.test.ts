import { afterEach, expect, test, vi } from 'vitest'
import {
  addNextParameter,
  addProposeParameter,
  safeNextPath,
  takeProposeParameter,
} from '#site/lib/session/return-url.ts'

test.each([
  ['/profile', '/profile'],
  ['/es/events/gala?propose=1#when', '/es/events/gala?propose=1#when'],
  ['/', '/'],
  ['/a/../b', '/b'],
])('login may go to %s', (next, path) => {
  expect(safeNextPath(next)).toBe(path)
})

test.each([
  undefined,
  null,
  '',
  'profile',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
])('login never goes to %j [ASVS 3.7.2]', (next) => {
  expect(safeNextPath(next)).toBeUndefined()
})

test('a link to sign-up carries where to go next', () => {
  expect(addNextParameter('/signup', '/a?b=1')).toBe('/signup?next=%2Fa%3Fb%3D1')
  expect(addNextParameter('/signup', undefined)).toBe('/signup')
})

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['propose=new', { sharedText: '' }],
  ['propose=42', { id: 42 }],
  ['propose=https%3A%2F%2Fyoutu.be%2Fa', { sharedText: 'https://youtu.be/a' }],
  [
    'propose=Tonight&propose=https%3A%2F%2Fyoutu.be%2Fa',
    { sharedText: 'Tonight https://youtu.be/a' },
  ],
  ['propose=', undefined],
  ['q=gala', undefined],
])('what %s asks to open is taken once', (query, proposal) => {
  const location = new URL(`https://site.example/events?${query}`)
  vi.stubGlobal('location', location)
  const replaceState = (_: unknown, __: string, url: URL) => (location.search = url.search)
  vi.stubGlobal('history', { state: null, replaceState })
  expect(takeProposeParameter()).toEqual(proposal)
  expect(takeProposeParameter()).toBeUndefined()
})

test('signing in elsewhere leads back to the link that was shared', () => {
  const here = { href: 'https://site.example/events?q=gala' }
  expect(addProposeParameter(here)).toBe('/events?q=gala&propose=new')
  const next = addProposeParameter(here, 'https://youtu.be/a')
  expect(next).toBe('/events?q=gala&propose=https%3A%2F%2Fyoutu.be%2Fa')
})
