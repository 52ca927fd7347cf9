import { expect, test } from 'vitest'
import {
  onboardingErrorMessages,
  onboardingStepMessages,
  truncateName,
} from './onboarding-labels.ts'

test.each([
  ['Chess', 'Chess'],
  ['Counter-Strike Game2', 'Counter-Strike Game2'],
  ['Counter-Strike Game 2', 'Counter-Strike Ga...'],
  ['🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮', '🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮...'],
])('%s is shown as %s', (name, shown) => {
  expect(truncateName(name)).toBe(shown)
})

test('errors read as the catalogue has them', () => {
  const texts = Object.entries(onboardingErrorMessages).map(([code, text]) => [
    code,
    text({}, { locale: 'en' }),
  ])
  expect(Object.fromEntries(texts)).toEqual({
    unexpected: 'Unexpected error occurred',
    time_zone: '',
    streamers: 'Failed to load popular streamers',
    games: 'Failed to load popular games',
    skip: 'Failed to skip onboarding',
    complete: 'Failed to complete onboarding',
  })
})

test('the main button of each step is Start, Continue and Finish', () => {
  const buttons = onboardingStepMessages.map(({ button }) => button({}, { locale: 'en' }))
  expect(buttons).toEqual(['Start', 'Continue', 'Finish'])
  expect(onboardingStepMessages[0].button({}, { locale: 'fr' })).toBe('Commencer')
})
