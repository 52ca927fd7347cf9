import { afterEach, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { storageOf } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

function refuse(): never {
  throw new Error('refused')
}

const closed = {
  get localStorage() {
    return refuse()
  },
}
const full = { localStorage: { ...createFakeStorage(), setItem: refuse } }

test('what the browser keeps is there for the next page', () => {
  vi.stubGlobal('window', { localStorage: createFakeStorage() })
  storageOf('localStorage').setItem('theme', 'dark')
  expect(storageOf('localStorage').getItem('theme')).toBe('dark')
  storageOf('localStorage').removeItem('theme')
  expect(storageOf('localStorage').getItem('theme')).toBeNull()
})

test.each([
  ['closed', closed],
  ['full', full],
])('a storage that is %s keeps for this page alone', (_, browser) => {
  vi.stubGlobal('window', browser)
  const storage = storageOf('localStorage')
  expect(storage.getItem('theme')).toBeNull()
  storage.setItem('theme', 'dark')
  expect(storage.getItem('theme')).toBe('dark')
  expect(storageOf('localStorage').getItem('theme')).toBeNull()
  storage.removeItem('theme')
  expect(storage.getItem('theme')).toBeNull()
})
