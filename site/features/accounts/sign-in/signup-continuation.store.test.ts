import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { expect, test, vi } from 'vitest'
import { createSignupContinuationStore } from './signup-continuation.store.ts'

function start(outcome: () => Promise<unknown>, token?: string) {
  const post = vi.fn(outcome)
  const settle = vi.fn(async () => undefined)
  const store = createSignupContinuationStore({
    api: fakeApi({ post }),
    readToken: () => token,
    settle,
  })
  return { ...store, post, settle }
}

test('a browser whose address is verified is signed in', async () => {
  const { check, post, settle } = start(async () => ({ outcome: 'signed_in' }))
  expect(await check()).toBe('signed_in')
  expect(post).toHaveBeenCalledExactlyOnceWith('auth/signup/continue')
  expect(settle).toHaveBeenCalledOnce()
})

test.each(['waiting', 'unknown'])('%s signs nobody in', async (outcome) => {
  const { check, settle } = start(async () => ({ outcome }))
  expect(await check()).toBe(outcome)
  expect(settle).not.toHaveBeenCalled()
})

test('a tab beside one that was signed in goes on without asking', async () => {
  const { check, post, settle } = start(async () => ({ outcome: 'unknown' }), 'token')
  expect(await check()).toBe('signed_in')
  expect(post).not.toHaveBeenCalled()
  expect(settle).toHaveBeenCalledOnce()
})

test('asks once at a time, and waits on where no answer comes', async () => {
  const { check, post } = start(() => Promise.reject(new Error('offline')))
  expect(await Promise.all([check(), check()])).toEqual(['waiting', 'waiting'])
  expect(post).toHaveBeenCalledOnce()
})
