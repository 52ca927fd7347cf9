import { afterEach, expect, test, vi } from 'vitest'
import { readBrowserLanguages } from './time-context.ts'

afterEach(() => vi.unstubAllGlobals())

test('the browser’s languages come in its order, without those that formats refuse', () => {
  vi.stubGlobal('navigator', { languages: ['en-US@posix', 'fr-CA', 'C_UTF', 'es'] })
  expect(readBrowserLanguages()).toEqual(['fr-CA', 'es'])
})
