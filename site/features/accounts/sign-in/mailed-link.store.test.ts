import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createMailedLinkStore } from './mailed-link.store.ts'

function start(token: string, ...answers: (number | 'ok')[]) {
  const post = vi.fn(async () => {
    const answer = answers.shift()
    if (answer !== 'ok') throw new ApiError({ status: answer ?? 0, msg: '' })
  })
  return { post, ...createMailedLinkStore(fakeApi({ post }), 'auth/verify_email', token) }
}

test('a good token does its work, and only once', async () => {
  const { post, follow, $state } = start('abc', 'ok')
  await Promise.all([follow(), follow()])
  await follow()
  expect($state.get()).toBe('done')
  expect(post).toHaveBeenCalledExactlyOnceWith('auth/verify_email', { token: 'abc' })
})

test('a refused token is invalid or expired', async () => {
  const { follow, $state } = start('abc', 422)
  await follow()
  expect($state.get()).toBe('expired')
})

test('a deletion that staff asked for says why it is refused', async () => {
  const refusal = new ApiError({ status: 409, code: 'staff_account', msg: '' })
  const api = fakeApi({ post: () => Promise.reject(refusal) })
  const { follow, $state } = createMailedLinkStore(api, 'auth/delete_account', 'abc')
  await follow()
  expect($state.get()).toBe('refused')
})

test('a server that does not answer can be asked again', async () => {
  const { follow, $state } = start('abc', 0, 503, 429, 'ok')
  for (const state of ['failed', 'failed', 'failed', 'done']) {
    await follow()
    expect($state.get()).toBe(state)
  }
})

test('without a token nothing is asked', async () => {
  const { post, follow, $state } = start('')
  await follow()
  expect($state.get()).toBe('missing')
  expect(post).not.toHaveBeenCalled()
})
