import { beforeEach, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { accountTakeoverKey } from '#site/lib/storage-keys.ts'
import { ApiError } from '#site/lib/api.ts'
import { extractCodeDigits, createSignInCodeStore } from './sign-in-code.store.ts'

let now = 0
beforeEach(() => {
  now = 1_000_000
})

function start(storage = createFakeStorage()) {
  const post = vi.fn().mockResolvedValue({ request: 'r-1', expires_in: 600 })
  const settle = vi.fn().mockResolvedValue(undefined)
  const store = createSignInCodeStore({
    api: { post } as never,
    storage,
    now: () => now,
    timeZone: () => 'Europe/Madrid',
    settle,
  })
  return { store, post, settle, storage }
}

test('requests a code with the browser’s zone, and another half a minute later', async () => {
  const { store, post } = start()
  await store.send('ana@example.com')
  expect(post).toHaveBeenCalledExactlyOnceWith('auth/code', {
    body: { email: 'ana@example.com', time_zone: 'Europe/Madrid' },
  })
  expect([store.$sent.get()?.email, store.secondsToResend()]).toEqual(['ana@example.com', 30])
  now += 12_500
  expect(store.secondsToResend()).toBe(18)
  now += 17_500
  expect(store.secondsToResend()).toBe(0)
})

test('a refused request waits as long as the server says', async () => {
  const { store, post } = start()
  await store.send('ana@example.com')
  now += 30_000
  post.mockRejectedValueOnce(new ApiError({ status: 429, msg: 'Too many', retryAfter: 1800 }))
  await expect(store.send('ana@example.com')).rejects.toThrow('Too many')
  expect(store.secondsToResend()).toBe(1800)
})

test('signs in with the request that the code belongs to', async () => {
  const { store, post, settle, storage } = start()
  await store.send('ana@example.com')
  await store.enter('123456')
  expect(post).toHaveBeenLastCalledWith('auth/code/verify', {
    body: { request: 'r-1', code: '123456' },
  })
  expect(settle).toHaveBeenCalledOnce()
  const later = start(storage)
  later.store.recall()
  expect(later.store.$sent.get()).toBeUndefined()
})

test('after taking an account over, the next page offers a username', async () => {
  const { store, post, storage } = start()
  await store.send('ana@example.com')
  await store.enter('123456')
  expect(storage.getItem(accountTakeoverKey)).toBeNull()
  post.mockResolvedValueOnce({ is_taken_over: true })
  await store.enter('123456')
  expect(storage.getItem(accountTakeoverKey)).toBe('due')
})

test('a refused code signs nobody in and can be corrected', async () => {
  const { store, post, settle } = start()
  await store.send('ana@example.com')
  post.mockRejectedValueOnce(new Error('wrong'))
  await expect(store.enter('000000')).rejects.toThrow('wrong')
  expect([settle.mock.calls.length, store.$sent.get()?.request]).toEqual([0, 'r-1'])
})

test('a reloaded tab goes on with its code while that works', async () => {
  const { store, storage } = start()
  await store.send('ana@example.com')
  const reloaded = start(storage).store
  reloaded.recall()
  expect(reloaded.$sent.get()).toEqual(store.$sent.get())
  now += 600_000
  const late = start(storage).store
  late.recall()
  expect(late.$sent.get()).toBeUndefined()
})

test('another address begins anew, also in a reloaded tab', async () => {
  const { store, storage } = start()
  await store.send('ana@example.com')
  store.forget()
  expect(store.$sent.get()).toBeUndefined()
  const reloaded = start(storage).store
  reloaded.recall()
  expect(reloaded.$sent.get()).toBeUndefined()
})

test.each([
  ['123456', '123456'],
  [' 123 456\n', '123456'],
  ['123-456', '123456'],
  ['1234567', '123456'],
  ['Your code: 42', '42'],
])('takes %j for %s', (typed, digits) => {
  expect(extractCodeDigits(typed)).toBe(digits)
})
