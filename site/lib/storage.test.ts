import { afterEach, expect, test, vi } from 'vitest'
import { storageOf } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

function refuse(): never {
  throw new Error('refused')
}

/** A browser's storage as far as it is used here. */
function openStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const closed = {
  get localStorage() {
    return refuse()
  },
}
const full = { localStorage: { ...openStorage(), setItem: refuse } }

test('what the browser keeps is there for the next page', () => {
  vi.stubGlobal('window', { localStorage: openStorage() })
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
