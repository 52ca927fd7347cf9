import { afterEach, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { clearUserData, openStorage } from './storage.ts'

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
  openStorage('localStorage').setItem('theme', 'dark')
  expect(openStorage('localStorage').getItem('theme')).toBe('dark')
  openStorage('localStorage').removeItem('theme')
  expect(openStorage('localStorage').getItem('theme')).toBeNull()
})

test.each([
  ['closed', closed],
  ['full', full],
])('a storage that is %s keeps for this page alone', (_, browser) => {
  vi.stubGlobal('window', browser)
  const storage = openStorage('localStorage')
  expect(storage.getItem('theme')).toBeNull()
  storage.setItem('theme', 'dark')
  expect(storage.getItem('theme')).toBe('dark')
  expect(openStorage('localStorage').getItem('theme')).toBeNull()
  storage.removeItem('theme')
  expect(storage.getItem('theme')).toBeNull()
})

function storageWith(texts: Record<string, string>) {
  return Object.assign(Object.create({ removeItem }) as { removeItem: typeof removeItem }, texts)
}

function removeItem(this: Record<string, string>, key: string): void {
  delete this[key]
}

test('what a person typed and looked for goes, and what the browser is set to stays [ASVS 14.3.1]', () => {
  const localStorage = storageWith({
    language_to_save: 'es',
    proposal_draft: '{}',
    recent_searches: '["x"]',
    'toggled hype': '[[7,true,8,0]]',
    onboarding_done: '7',
    onboarding_closed: '70',
    gamification: '{}',
    rewards: 'off',
    theme: 'dark',
    consent: 'functional',
    language_offer: 'dismissed',
  })
  const sessionStorage = storageWith({
    'proposal_draft 12': '{}',
    'typed /profile email': '{}',
    pending_action: 'hype 3',
    pending_oauth: '{}',
    follow_import: '/profile',
    onboarding_confirmation: 'due',
    'reload /': '1',
  })
  vi.stubGlobal('window', { localStorage, sessionStorage })
  clearUserData()
  expect(Object.keys(localStorage)).toEqual(['theme', 'consent', 'language_offer'])
  expect(Object.keys(sessionStorage)).toEqual(['reload /'])
})

test('a browser that keeps nothing is left alone', () => {
  const closed = () => {
    throw new Error('closed')
  }
  const closedWindow = Object.defineProperties({}, { localStorage: { get: closed } })
  vi.stubGlobal('window', closedWindow)
  expect(clearUserData).not.toThrow()
})
