import * as v from 'valibot'
import { expect, test } from 'vitest'
import { CorrectionForm, createIdempotencyKeyProvider } from './correction-form.ts'

test.each([
  ['50', 50],
  [' -10000 ', -10_000],
  ['0', undefined],
  ['10001', undefined],
  ['-10001', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['many', undefined],
])('%j stands for %s points', (points, expected) => {
  const parsed = v.safeParse(CorrectionForm, { points, reason: 'Counted twice' })
  expect(parsed.success ? parsed.output.points : undefined).toBe(expected)
})

test('a correction needs words, not spaces', () => {
  expect(v.is(CorrectionForm, { points: '5', reason: '   ' })).toBe(false)
})

test('what is sent again has its key, what is changed another one', () => {
  let count = 0
  const keyFor = createIdempotencyKeyProvider(() => `key ${(count += 1)}`)
  const input = { points: 5, reason: 'Counted twice' }
  const keys = [input, { ...input }, { ...input, points: 6 }, input].map(keyFor)
  expect(keys).toEqual(['key 1', 'key 1', 'key 2', 'key 3'])
})
