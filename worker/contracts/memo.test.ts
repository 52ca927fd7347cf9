import { expect, test, vi } from 'vitest'
import { createMemo } from './memo.ts'

test('makes it once for each key', () => {
  const make = vi.fn((key: string) => key.length)
  const memo = createMemo<number>(10)
  expect(['one', 'three', 'one'].map((key) => memo(key, () => make(key)))).toEqual([3, 5, 3])
  expect(make).toHaveBeenCalledTimes(2)
})

test('remembers no more than it may', () => {
  const make = vi.fn((key: string) => key)
  const memo = createMemo<string>(2)
  for (const key of ['a', 'b', 'c', 'c', 'a']) expect(memo(key, () => make(key))).toBe(key)
  expect(make.mock.calls.flat()).toEqual(['a', 'b', 'c', 'a'])
})
