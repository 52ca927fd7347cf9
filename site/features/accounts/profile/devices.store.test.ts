import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { SessionId } from '#worker/contracts/ids.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createDevicesStore, type Device } from './devices.store.ts'

function device(id: number, is_current = false): Device {
  const at = '2026-11-01T10:00:00Z'
  return {
    id: id as SessionId,
    browser: 'Firefox',
    system: 'Linux',
    created_at: at,
    last_used_at: at,
    is_current,
  }
}

function start() {
  const api = { delete: vi.fn(async (): Promise<unknown> => undefined) }
  const callbacks = { showSuccess: vi.fn(), showError: vi.fn(), onLeave: vi.fn() }
  const first = { items: [device(1, true), device(2), device(3)] }
  const store = createDevicesStore({ api: fakeApi(api), first, ...callbacks })
  return { store, api, ids: () => store.$devices.get().map(({ id }) => id), ...callbacks }
}

test('another device is signed out and leaves the list', async () => {
  const { store, api, ids, onLeave } = start()
  await store.signOut(device(2))
  expect(api.delete).toHaveBeenCalledExactlyOnceWith('users/me/sessions/2')
  expect(ids()).toEqual([1, 3])
  expect(onLeave).not.toHaveBeenCalled()
})

test('signing out this one leaves the page', async () => {
  const { store, onLeave, showSuccess } = start()
  await store.signOut(device(1, true))
  expect(onLeave).toHaveBeenCalledOnce()
  expect(showSuccess).not.toHaveBeenCalled()
})

test('all others go at once, and this one stays', async () => {
  const { store, api, ids } = start()
  await store.signOutOthers()
  expect(api.delete).toHaveBeenCalledExactlyOnceWith('users/me/sessions')
  expect(ids()).toEqual([1])
})

test('everywhere means here too', async () => {
  const { store, api, onLeave } = start()
  await store.signOutAll()
  expect(api.delete).toHaveBeenCalledExactlyOnceWith('users/me/sessions?all=true')
  expect(onLeave).toHaveBeenCalledOnce()
})

test('a refusal leaves the list as it was', async () => {
  const { store, api, ids, showError } = start()
  api.delete.mockRejectedValueOnce(new ApiError({ status: 0, msg: '' }))
  await store.signOutOthers()
  expect(ids()).toEqual([1, 2, 3])
  expect(showError).toHaveBeenCalledWith('Couldn’t log out that device')
})
