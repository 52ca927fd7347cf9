import { expect, test } from 'vitest'
import { countTests } from './gate-counts.ts'

test('a gate without tests counts as one', () => {
  expect(countTests(true)).toEqual({ passed: 1, failed: 0 })
  expect(countTests(false)).toEqual({ passed: 0, failed: 1 })
})

test('a gate with tests counts as they are', () => {
  const report = { numPassedTests: 7, numFailedTests: 2 }
  expect(countTests(false, report)).toEqual({ passed: 7, failed: 2 })
})

test('a test that passed at the second try passed', () => {
  const report = { stats: { expected: 3, flaky: 1, unexpected: 1 } }
  expect(countTests(false, report)).toEqual({ passed: 4, failed: 1 })
})

test('a run that broke although its tests passed shows a failure', () => {
  const report = { numPassedTests: 7, numFailedTests: 0 }
  expect(countTests(false, report)).toEqual({ passed: 7, failed: 1 })
})

test('a run without any test shows a failure', () => {
  const report = { stats: { expected: 0, flaky: 0, unexpected: 0 } }
  expect(countTests(true, report)).toEqual({ passed: 0, failed: 1 })
})
