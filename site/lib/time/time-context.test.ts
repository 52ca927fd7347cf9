import { afterEach, expect, test, vi } from 'vitest'
import { browserLanguages } from './time-context.ts'

afterEach(() => vi.unstubAllGlobals())

test('the browser’s languages come in its order, without those that formats refuse', () => {
  vi.stubGlobal('navigator', { languages: ['en-US@posix', 'fr-CA', 'C_UTF', 'es'] })
  expect(browserLanguages()).toEqual(['fr-CA', 'es'])
})
