import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { pushEndpointKey } from '#site/lib/storage-keys.ts'
import type { PushSubscriptionInput } from '#worker/contracts/push-subscription.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { comparePushSubscription } from './comparison.store.ts'

const path = 'users/me/push_subscriptions'
const keys = { p256dh: 'B', auth: 'A' }

/** A browser that was on by the address `before`, and a server that knows some addresses. */
function visitor({ own, before, server }: { own?: string; before?: string; server: string[] }) {
  const put = vi.fn(
    async (_path: string, { endpoint }: { endpoint: string }): Promise<unknown> => ({
      is_known: server.includes(endpoint),
      public_key: 'key',
    }),
  )
  const post = vi.fn(async (): Promise<unknown> => undefined)
  const subscribe = vi.fn(async (): Promise<PushSubscriptionInput | undefined> => ({
    endpoint: 'new',
    keys,
  }))
  const onStopped = vi.fn()
  const memory = createFakeStorage()
  if (before !== undefined) memory.setItem(pushEndpointKey, before)
  const visit = createFakeStorage()
  const browser = { endpoint: async () => own, subscribe }
  const api = fakeApi({ put, post })
  const come = (session = 'one') =>
    comparePushSubscription({ api, browser, memory, visit, session, onStopped })
  const remembered = () => memory.getItem(pushEndpointKey)
  return { come, put, post, subscribe, onStopped, remembered }
}

test('a browser that the server knows is compared once a visit, and in each session', async () => {
  const { come, put, remembered, onStopped } = visitor({ own: 'a', server: ['a'] })
  await come()
  await come()
  expect(put).toHaveBeenCalledExactlyOnceWith(path, { endpoint: 'a' })
  expect(remembered()).toBe('a')
  await come('two')
  expect([put.mock.calls.length, onStopped.mock.calls]).toEqual([2, []])
})

test('nothing is asked where it never was on', async () => {
  const { come, put } = visitor({ server: [] })
  await come()
  expect(put).not.toHaveBeenCalled()
})

test('the server is asked again where it did not answer', async () => {
  const { come, put } = visitor({ own: 'a', server: ['a'] })
  put.mockRejectedValueOnce(new ApiError({ status: 0, msg: '' }))
  await expect(come()).rejects.toThrow()
  await come()
  expect(put).toHaveBeenCalledTimes(2)
})

test.each([undefined, 'new'])(
  'a subscription that the browser dropped is renewed (it has %s)',
  async (own) => {
    const { come, post, remembered, onStopped } = visitor({
      ...(own !== undefined && { own }),
      before: 'a',
      server: ['a'],
    })
    await come()
    expect(post).toHaveBeenCalledExactlyOnceWith(path, { endpoint: 'new', keys, replaces: 'a' })
    expect([remembered(), onStopped.mock.calls]).toEqual(['new', []])
  },
)

test('one that cannot be renewed is said in place and told the server, once', async () => {
  const { come, put, post, subscribe, remembered, onStopped } = visitor({
    before: 'a',
    server: ['a'],
  })
  subscribe.mockRejectedValueOnce(new Error('needs a click'))
  await come()
  await come()
  expect(put.mock.calls.map(([, body]) => body)).toEqual([
    { endpoint: 'a' },
    { endpoint: 'a', is_lost: true },
  ])
  expect(onStopped).toHaveBeenCalledExactlyOnceWith('key')
  expect([remembered(), post.mock.calls]).toEqual([null, []])
})

test.each([undefined, 'a'])(
  'one that the server ended is said in place, and not started again by itself (it has %s)',
  async (own) => {
    const { come, put, subscribe, onStopped } = visitor({
      ...(own !== undefined && { own }),
      before: 'a',
      server: [],
    })
    await come()
    expect(put).toHaveBeenCalledExactlyOnceWith(path, { endpoint: 'a' })
    expect(subscribe).not.toHaveBeenCalled()
    expect(onStopped).toHaveBeenCalledOnce()
  },
)

test('one that the service worker replaced already is remembered', async () => {
  const { come, remembered, onStopped } = visitor({ own: 'b', before: 'a', server: ['b'] })
  await come()
  expect([remembered(), onStopped.mock.calls]).toEqual(['b', []])
})
