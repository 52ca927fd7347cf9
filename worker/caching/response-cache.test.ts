import { expect, test } from 'vitest'
import { ResponseCache, type CachedResponse } from './response-cache.ts'

function responseOf(size: number): CachedResponse {
  const policy = { maxAge: 60, tags: [] }
  return { bytes: new Uint8Array(size), headers: [], policy, version: 'one', createdAt: 0 }
}

test('keeps within its bytes what was used last', () => {
  const cache = new ResponseCache(200_000)
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) cache.set(key, responseOf(20_000))
  expect(cache.get('a')).toBeDefined()
  cache.set('i', responseOf(20_000))
  cache.set('j', responseOf(20_000))
  expect(cache.get('b')).toBeUndefined()
  expect(cache.get('a')).toBeDefined()
  expect(cache.bytes).toBeLessThanOrEqual(200_000)
})

test('counts a replaced entry once', () => {
  const cache = new ResponseCache(200_000)
  cache.set('a', responseOf(10_000))
  const { bytes } = cache
  cache.set('a', responseOf(10_000))
  expect(cache.bytes).toBe(bytes)
})

test('keeps no response that would displace most others, and no endless address', () => {
  const cache = new ResponseCache(200_000)
  cache.set('large', responseOf(100_000))
  cache.set('x'.repeat(3_000), responseOf(10))
  expect([cache.get('large'), cache.bytes]).toEqual([undefined, 0])
})

test('many small entries stay within the bytes too', () => {
  const cache = new ResponseCache(100_000)
  for (let number = 0; number < 1_000; number += 1) cache.set(`key ${number}`, responseOf(1))
  expect(cache.bytes).toBeLessThanOrEqual(100_000)
  expect(cache.get('key 999')).toBeDefined()
})
