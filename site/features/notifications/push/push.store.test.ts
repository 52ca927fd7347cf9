import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { PushSubscriptionId } from '#worker/contracts/ids.ts'
import type { PushDeviceView } from '#worker/features/notifications/push/contract.ts'
import type { PushSubscriptionInput } from '#worker/contracts/push-subscription.ts'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { offerPushOnce, createPushStore } from './push.store.ts'
import type { PushBrowser, PushSupport } from './push-browser.ts'

function device(id: number, fingerprint = `print ${id}`): PushDeviceView {
  const at = '2026-11-01T10:00:00Z'
  const named = {
    browser: 'Firefox',
    system: 'Linux',
    created_at: at,
    last_used_at: at,
    last_shown_at: null,
    is_losing: false,
    is_silent: false,
  }
  return { id: id as PushSubscriptionId, fingerprint, ...named }
}

const subscription: PushSubscriptionInput = {
  endpoint: 'https://fcm.googleapis.com/1',
  keys: { p256dh: 'B', auth: 'A' },
}

function start(own?: string, support: PushSupport = 'ready') {
  const api = {
    post: vi.fn(async (): Promise<unknown> => device(9, 'own')),
    delete: vi.fn(async (): Promise<unknown> => undefined),
  }
  const browser = {
    support: vi.fn(() => support),
    endpoint: vi.fn(async () => undefined),
    fingerprint: vi.fn(async () => own),
    subscribe: vi.fn(async (): Promise<PushSubscriptionInput | undefined> => subscription),
    unsubscribe: vi.fn(async () => undefined),
  } satisfies PushBrowser
  const callbacks = { showSuccess: vi.fn(), showError: vi.fn(), onChange: vi.fn() }
  const first = { public_key: 'key', items: [device(1), device(2)] }
  const store = createPushStore({ api: fakeApi(api), browser, first, ...callbacks })
  return { store, api, browser, ids: () => store.$devices.get().map(({ id }) => id), ...callbacks }
}

test('a browser knows itself on the list', async () => {
  const { store } = start('print 2')
  expect([store.$isOn.get(), store.$support.get()]).toEqual([false, 'unknown'])
  await store.look()
  expect([store.$isOn.get(), store.$support.get()]).toEqual([true, 'ready'])
})

test('turning it on asks the browser, tells the server and lists the device', async () => {
  const { store, api, browser, ids, onChange, showSuccess } = start()
  await store.turnOn()
  expect(browser.subscribe).toHaveBeenCalledExactlyOnceWith('key')
  expect(api.post).toHaveBeenCalledExactlyOnceWith('users/me/push_subscriptions', subscription)
  expect([store.$isOn.get(), ids()]).toEqual([true, [9, 1, 2]])
  expect(onChange).toHaveBeenCalledOnce()
  expect(showSuccess).toHaveBeenCalledWith('Notifications are on for this device')
})

test('who refuses is not listed, and reads what to do where the browser blocks from then on', async () => {
  const { store, api, browser, showError } = start()
  browser.subscribe.mockResolvedValueOnce(undefined)
  browser.support.mockReturnValue('blocked')
  await store.turnOn()
  expect(api.post).not.toHaveBeenCalled()
  expect([store.$isOn.get(), store.$support.get()]).toEqual([false, 'blocked'])
  expect(showError).toHaveBeenCalledWith(
    expect.stringMatching(/^Your browser blocks notifications/),
  )
})

test('turning it off ends it at the server and in the browser', async () => {
  const { store, api, browser, ids } = start('print 1')
  await store.look()
  await store.turnOff()
  expect(api.delete).toHaveBeenCalledExactlyOnceWith('users/me/push_subscriptions/1')
  expect(browser.unsubscribe).toHaveBeenCalledOnce()
  expect([store.$isOn.get(), ids()]).toEqual([false, [2]])
})

test('another device leaves the list, and this browser stays as it is', async () => {
  const { store, browser, ids } = start('print 1')
  await store.look()
  await store.remove(device(2))
  expect(browser.unsubscribe).not.toHaveBeenCalled()
  expect([store.$isOn.get(), ids()]).toEqual([true, [1]])
})

test('a test asks the person whether it appeared', async () => {
  const { store, api, showSuccess, showError } = start()
  await store.test(device(2))
  expect(api.post).toHaveBeenCalledExactlyOnceWith('users/me/push_subscriptions/2/test')
  expect([store.$tested.get(), showSuccess.mock.calls]).toEqual([2, []])
  store.answerTest(device(2), true)
  expect(store.$tested.get()).toBeUndefined()
  expect(showSuccess).toHaveBeenCalledWith('Notifications reach Firefox on Linux')
  store.answerTest(device(2), false)
  expect(showError).toHaveBeenCalledWith(expect.stringMatching(/^Allow notifications/))
})

test('a refusal of the server leaves all as it was', async () => {
  const { store, api, ids, showError, onChange } = start('print 1')
  await store.look()
  api.delete.mockRejectedValueOnce(new ApiError({ status: 0, msg: '' }))
  await store.turnOff()
  expect([store.$isOn.get(), ids()]).toEqual([true, [1, 2]])
  expect(onChange).not.toHaveBeenCalled()
  expect(showError).toHaveBeenCalledWith('Couldn’t change notifications on this device')
})

function offer(changes: { support?: PushSupport; isDecided?: boolean; key?: string | null } = {}) {
  const { support = 'ready', isDecided = false, key = 'key' } = changes
  const ask = vi.fn()
  const readPublicKey = vi.fn(async () => key)
  const memory = createFakeStorage()
  const browser = { support: () => support }
  const again = () =>
    offerPushOnce({ browser, isDecided: () => isDecided, memory, readPublicKey, ask })
  return { again, ask, readPublicKey }
}

test('a push is offered once', async () => {
  const { again, ask } = offer()
  await again()
  await again()
  expect(ask).toHaveBeenCalledOnce()
})

test.each([{ support: 'blocked' }, { support: 'home_screen' }, { isDecided: true }] as const)(
  'and not at all with %j, nor is the server asked',
  async (changes) => {
    const { again, ask, readPublicKey } = offer(changes)
    await again()
    expect([ask.mock.calls, readPublicKey.mock.calls]).toEqual([[], []])
  },
)

test('nor where the server has no keys', async () => {
  const { again, ask } = offer({ key: null })
  await again()
  expect(ask).not.toHaveBeenCalled()
})
