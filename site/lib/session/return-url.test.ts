import { expect, test } from 'vitest'
import { safeNextPath, addNextParameter } from '#site/lib/session/return-url.ts'

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
