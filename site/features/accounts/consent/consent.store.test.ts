import { describe, expect, test } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { createConsentStore } from './consent.store.ts'

const now = Date.UTC(2026, 10, 20, 21)

function choiceIn(consent: string | undefined, at = now) {
  const storage = createFakeStorage(consent === undefined ? {} : { consent })
  return createConsentStore({ storage, now: () => at }).$choice.get()
}

describe('cookie consent', () => {
  test('is open until somebody chooses', () => {
    expect(choiceIn(undefined)).toBeUndefined()
  })

  test.each(['necessary', 'functional'] as const)('keeps “%s” with its day', (choice) => {
    const storage = createFakeStorage()
    const consent = createConsentStore({ storage, now: () => now })
    consent.choose(choice)
    expect(consent.$choice.get()).toBe(choice)
    expect(storage.kept['consent']).toBe(`${choice} 2026-11-20`)
    expect(createConsentStore({ storage, now: () => now }).$choice.get()).toBe(choice)
  })

  test('can be changed at any time', () => {
    const storage = createFakeStorage({ consent: 'functional 2026-11-01' })
    const consent = createConsentStore({ storage, now: () => now })
    consent.choose('necessary')
    expect(consent.$choice.get()).toBe('necessary')
    expect(storage.kept['consent']).toBe('necessary 2026-11-20')
  })

  test('holds twelve months and is then asked again', () => {
    expect(choiceIn('functional 2025-11-21')).toBe('functional')
    expect(choiceIn('functional 2025-11-20')).toBeUndefined()
  })

  test.each(['', 'functional', 'everything 2026-11-20', 'functional tomorrow', '{}'])(
    'is open where storage holds “%s”',
    (text) => {
      expect(choiceIn(text)).toBeUndefined()
    },
  )
})
