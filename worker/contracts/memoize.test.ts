import { expect, test, vi } from 'vitest'
import { memoize } from './memoize.ts'

test('computes once for each text', () => {
  const compute = vi.fn((text: string) => text.length)
  const lengthOf = memoize(compute, 10)
  expect([lengthOf('one'), lengthOf('three'), lengthOf('one')]).toEqual([3, 5, 3])
  expect(compute).toHaveBeenCalledTimes(2)
})

test('remembers no more than it may', () => {
  const compute = vi.fn((text: string) => text)
  const same = memoize(compute, 2)
  for (const text of ['a', 'b', 'c', 'c', 'a']) expect(same(text)).toBe(text)
  expect(compute.mock.calls.flat()).toEqual(['a', 'b', 'c', 'a'])
})
