import { expect, test } from 'vitest'
import { isDecodablePath, collapseSlashes } from './plain-path.ts'

test('control characters and broken escapes name nothing', () => {
  for (const path of ['/events/%00', '/a%0Ab', '/a%7F', '/a%C2%85', '/a%E0%A4%A', '/a%']) {
    expect([path, isDecodablePath(path)]).toEqual([path, false])
  }
})

test('any other letters may', () => {
  for (const path of ['/', '/events/%C3%A9t%C3%A9', '/%F0%9F%8E%89', '/a%25', "/a'b%22"]) {
    expect([path, isDecodablePath(path)]).toEqual([path, true])
  }
})

test.each([
  ['/fr//events', '/fr/events'],
  ['//fr///events//', '/fr/events/'],
  ['//evil.example/x', '/evil.example/x'],
  ['/fr/events', '/fr/events'],
])('%s without empty parts is %s', (path, plain) => {
  expect(collapseSlashes(path)).toBe(plain)
})
