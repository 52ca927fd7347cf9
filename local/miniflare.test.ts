import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { patchBufferGrowthStep } from './miniflare.ts'

test('the installed Miniflare holds the line that is replaced, once', () => {
  const code = readFileSync(createRequire(import.meta.url).resolve('miniflare'), 'utf8')
  expect(patchBufferGrowthStep(code)).not.toBe(code)
  expect(patchBufferGrowthStep(patchBufferGrowthStep(code))).toBe(patchBufferGrowthStep(code))
})
