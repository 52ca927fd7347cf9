import { describe, expect, test, vi } from 'vitest'
import { createMemo, createObjectMemo, createSecondRequestMemo, freezeDeeply } from './memo.ts'

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

describe('a value of an object', () => {
  const frozen = freezeDeeply({ name: 'one', parts: [{ name: 'two' }] })

  test('is made once for each object and key', () => {
    const memo = createObjectMemo<string>()
    const make = vi.fn(() => 'made')
    for (const key of ['a', 'b', 'a']) expect(memo(frozen, key, make)).toBe('made')
    memo(freezeDeeply({ ...frozen }), 'a', make)
    expect(make).toHaveBeenCalledTimes(3)
  })

  test('is computed each time for one that may change', () => {
    const memo = createObjectMemo<string>()
    const subject = { name: 'one' }
    expect(memo(subject, 'a', () => subject.name)).toBe('one')
    subject.name = 'two'
    expect(memo(subject, 'a', () => subject.name)).toBe('two')
  })

  test('comes from one that nothing can change', () => {
    expect(() => Object.assign(frozen, { name: 'two' })).toThrow(TypeError)
    expect(() => Object.assign(frozen.parts[0]!, { name: 'three' })).toThrow(TypeError)
    expect(() => frozen.parts.push({ name: 'four' })).toThrow(TypeError)
  })
})

describe('a value that is cached when it is asked for again', () => {
  test('is made twice', () => {
    const memo = createSecondRequestMemo<string[]>(10)
    const make = vi.fn(() => ['made'])
    const made = ['key', 'key', 'key'].map((key) => memo(key, make))
    expect(make).toHaveBeenCalledTimes(2)
    expect(made.map((one) => Object.isFrozen(one))).toEqual([false, true, true])
    expect(made[2]).toBe(made[1])
  })

  test('is that of its whole key, however alike the beginnings are', () => {
    const memo = createSecondRequestMemo<string>(1_000)
    const beginning = 'x'.repeat(50)
    for (const end of ['a', 'b', 'a', 'b', 'a', 'b']) {
      expect(memo(beginning + end, () => `made of ${end}`)).toBe(`made of ${end}`)
    }
  })

  test('is dropped with too many others', () => {
    const memo = createSecondRequestMemo<string>(2)
    const make = vi.fn((key: string) => key)
    for (const key of ['a', 'a', 'b', 'b', 'c', 'c', 'a', 'c']) {
      expect(memo(key, () => make(key))).toBe(key)
    }
    expect(make.mock.calls.flat()).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'a'])
  })

  test('stays while it is asked for among many others', () => {
    const memo = createSecondRequestMemo<string>(4)
    const make = vi.fn((key: string) => key)
    for (const other of ['b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      for (const key of ['a', other, other]) memo(key, () => make(key))
    }
    const made = make.mock.calls.flat()
    expect(made.filter((key) => key === 'a')).toHaveLength(2)
    memo('b', () => make('b'))
    expect(made.length + 1).toBe(make.mock.calls.length)
  })

  test('takes the place of as many others as its key is long', () => {
    const memo = createSecondRequestMemo<string>(20)
    const make = vi.fn((key: string) => key)
    const long = 'x'.repeat(10)
    for (const key of ['a', 'a', long, long, 'b', 'b', 'a', 'a', 'a']) memo(key, () => make(key))
    expect(make.mock.calls.flat()).toEqual(['a', 'a', long, long, 'b', 'b', 'a', 'a'])
  })

  test('is dropped when it is not asked for among as many others as fit the cache', () => {
    const memo = createSecondRequestMemo<string>(4)
    const make = vi.fn((key: string) => key)
    for (const key of ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd', 'e', 'e', 'a', 'e']) {
      memo(key, () => make(key))
    }
    expect(make.mock.calls.flat().filter((key) => key === 'a')).toHaveLength(3)
    expect(make.mock.calls.flat().filter((key) => key === 'e')).toHaveLength(2)
  })
})
