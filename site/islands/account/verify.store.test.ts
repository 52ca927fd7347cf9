import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { createVerification } from './verify.store.ts'

function start(token: string, ...answers: (number | 'ok')[]) {
  const post = vi.fn(async () => {
    const answer = answers.shift()
    if (answer !== 'ok') throw new ApiError({ status: answer ?? 0, msg: '' })
  })
  return { post, ...createVerification({ post: post as never }, token) }
}

test('a good token verifies, and only once', async () => {
  const { post, verify, $state } = start('abc', 'ok')
  await Promise.all([verify(), verify()])
  await verify()
  expect($state.get()).toBe('verified')
  expect(post).toHaveBeenCalledExactlyOnceWith('auth/verify_email', { token: 'abc' })
})

test('a refused token is invalid or expired', async () => {
  const { verify, $state } = start('abc', 422)
  await verify()
  expect($state.get()).toBe('expired')
})

test('a server that does not answer can be asked again', async () => {
  const { verify, $state } = start('abc', 0, 503, 429, 'ok')
  for (const state of ['failed', 'failed', 'failed', 'verified']) {
    await verify()
    expect($state.get()).toBe(state)
  }
})

test('without a token nothing is asked', async () => {
  const { post, verify, $state } = start('')
  await verify()
  expect($state.get()).toBe('missing')
  expect(post).not.toHaveBeenCalled()
})
