import { expect, test } from 'vitest'
import { truncateName, errorText, stepLabels } from './onboarding-labels.ts'

test.each([
  ['Chess', 'Chess'],
  ['Counter-Strike Game2', 'Counter-Strike Game2'],
  ['Counter-Strike Game 2', 'Counter-Strike Ga...'],
  ['🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮', '🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮...'],
])('%s is shown as %s', (name, shown) => {
  expect(truncateName(name)).toBe(shown)
})

test('errors read as the catalogue has them', () => {
  const codes = ['unexpected', 'streamers', 'games', 'skip', 'complete'] as const
  expect(codes.map((code) => errorText(code, 'en'))).toEqual([
    'Unexpected error occurred',
    'Failed to load popular streamers',
    'Failed to load popular games',
    'Failed to skip onboarding',
    'Failed to complete onboarding',
  ])
  expect(errorText(undefined, 'en')).toBe('')
})

test('the main button of each step is Start, Continue and Finish', () => {
  const steps = [0, 1, 2] as const
  expect(steps.map((step) => stepLabels(step, 'en').button)).toEqual([
    'Start',
    'Continue',
    'Finish',
  ])
  expect(stepLabels(0, 'fr').button).toBe('Commencer')
})
