import { afterEach, expect, test, vi } from 'vitest'
import { clearUserData } from './clear-user-data.ts'

function storageOf(texts: Record<string, string>) {
  return Object.assign(Object.create({ removeItem }) as { removeItem: typeof removeItem }, texts)
}

function removeItem(this: Record<string, string>, key: string): void {
  delete this[key]
}

afterEach(() => vi.unstubAllGlobals())

test('what a person typed and looked for goes, and what the browser is set to stays', () => {
  const localStorage = storageOf({
    language_to_save: 'es',
    proposal_draft: '{}',
    recent_searches: '["x"]',
    'toggled hype': '[[7,true,8,0]]',
    onboarding_done: '7',
    gamification: '{}',
    rewards: 'off',
    theme: 'dark',
    consent: 'functional',
    language_offer: 'dismissed',
  })
  const sessionStorage = storageOf({
    'proposal_draft 12': '{}',
    'typed /profile email': '{}',
    pending_action: 'hype 3',
    pending_oauth: '{}',
    follow_import: '/profile',
    onboarding_closed: '70',
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
