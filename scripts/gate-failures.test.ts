import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFailures } from './gate-failures.ts'

const passed = { fullName: 'hype counts once', status: 'passed', failureMessages: [] }

test('a failed test of Vitest is listed with its file and the start of its error', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`)
  const failed = {
    fullName: 'hype is taken back',
    status: 'failed',
    failureMessages: [lines.join('\n')],
  }
  const name = join(process.cwd(), 'tests/integration/hype.test.ts')
  const report = {
    testResults: [
      { name, status: 'failed', message: '', assertionResults: [passed, failed] },
      { name: 'other.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    ],
  }
  expect(listFailures(report)).toEqual([
    {
      title: 'tests/integration/hype.test.ts › hype is taken back',
      error: lines.slice(0, 12).join('\n'),
    },
  ])
})

test('a file of Vitest’s that could not be run is listed with the reason', () => {
  const broken = {
    name: 'hype.test.ts',
    status: 'failed',
    message: 'no module',
    assertionResults: [],
  }
  expect(listFailures({ testResults: [broken] })).toEqual([
    { title: 'hype.test.ts', error: 'no module' },
  ])
})

test('a failed test of Playwright is listed with its path and all its errors, without colours', () => {
  const errors = [{ message: '\u001b[31mfirst\u001b[39m\ndetail' }, { message: 'second' }]
  const spec = (title: string, status: string) => ({
    title,
    tests: [{ status, results: [{ errors: status === 'expected' ? [] : errors }] }],
  })
  const report = {
    suites: [
      {
        title: 'calendar.spec.ts',
        specs: [spec('opens', 'expected'), spec('closes', 'unexpected')],
        suites: [{ title: 'by keyboard', specs: [spec('moves', 'flaky')] }],
      },
    ],
    errors: [{ message: 'the browser is missing' }],
  }
  expect(listFailures(report)).toEqual([
    { title: 'calendar.spec.ts › closes', error: 'first\ndetail\nsecond' },
    {
      title: 'calendar.spec.ts › by keyboard › moves',
      error: 'first\ndetail\nsecond',
      isFlaky: true,
    },
    { title: 'outside of a test', error: 'the browser is missing' },
  ])
})
