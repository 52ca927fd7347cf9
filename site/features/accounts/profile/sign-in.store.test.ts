import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { IdentitiesView } from '#worker/features/accounts/identities/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createSignInStore, isLastSignInMethod } from './sign-in.store.ts'

function linked(...providers: ('google' | 'twitch' | 'youtube')[]): IdentitiesView['items'] {
  return providers.map((provider) => ({
    provider,
    email: null,
    name: 'ana',
    connected_at: '2026-11-01T10:00:00Z',
  }))
}

const both: IdentitiesView = {
  items: linked('google', 'twitch'),
  has_password: false,
  has_passkey: false,
  available: ['google', 'twitch'],
}
const left: IdentitiesView = { ...both, items: linked('google') }

function start() {
  const api = {
    get: vi.fn(async (_path: string): Promise<unknown> => left),
    post: vi.fn(async () => ({})),
    delete: vi.fn(async (): Promise<unknown> => left),
  }
  const callbacks = { showSuccess: vi.fn(), showError: vi.fn() }
  const authorize = vi.fn(async () => undefined)
  const store = createSignInStore({ api: fakeApi(api), first: both, authorize, ...callbacks })
  return { store, api, authorize, ...callbacks }
}

const stale = new ApiError({ status: 403, code: 'sign_in_again', msg: 'Who are you?' })

test('connecting leads to the provider, which leads back', async () => {
  const { store, authorize } = start()
  const pending = { provider: 'twitch', intent: 'link', next: '/profile#sign-in' } as const
  await store.connect(pending)
  expect(authorize).toHaveBeenCalledExactlyOnceWith(pending)
})

test('where that fails the person stays and reads which it was', async () => {
  const { store, authorize, showError } = start()
  authorize.mockRejectedValueOnce(new ApiError({ status: 0, msg: '' }))
  await store.connect({ provider: 'google', intent: 'youtube', next: '/profile#streamer' })
  expect(showError).toHaveBeenCalledWith('Couldn’t connect Google')
})

describe('disconnecting', () => {
  test('takes the provider off the list', async () => {
    const { store, api, showSuccess } = start()
    await store.disconnect('twitch')
    expect(api.delete).toHaveBeenCalledExactlyOnceWith('users/me/identities/twitch')
    expect(store.$identities.get()).toEqual(left)
    expect(showSuccess).toHaveBeenCalledWith('Twitch disconnected')
  })

  test('when refused says why and shows how things stand', async () => {
    const { store, api, showError } = start()
    api.delete.mockRejectedValueOnce(new ApiError({ status: 409, msg: 'The last way in' }))
    await store.disconnect('twitch')
    expect(showError).toHaveBeenCalledExactlyOnceWith('The last way in')
    expect(api.get).toHaveBeenCalledExactlyOnceWith('users/me/identities')
    expect(store.$identities.get()).toEqual(left)
  })

  test('says so too when how things stand cannot be read', async () => {
    const { store, api, showError } = start()
    const offline = new ApiError({ status: 0, msg: '' })
    api.delete.mockRejectedValueOnce(offline)
    api.get.mockRejectedValueOnce(offline)
    await store.disconnect('twitch')
    expect(showError.mock.calls.flat()).toEqual([
      'Couldn’t disconnect Twitch',
      'Couldn’t load your connected accounts',
    ])
    expect(store.$identities.get()).toEqual(both)
  })
})

describe('where the server wants to know first who is there', () => {
  test('the password is asked for, and the act goes on after it', async () => {
    const { store, api, showSuccess, showError } = start()
    api.delete.mockRejectedValueOnce(stale)
    await store.disconnect('twitch')
    expect(store.$waiting.get()).toBeDefined()
    expect(store.$identities.get()).toEqual(both)
    await store.reauthenticateWithPassword('my password')
    expect(api.post).toHaveBeenCalledExactlyOnceWith('auth/confirm', { password: 'my password' })
    await vi.waitFor(() => expect(showSuccess).toHaveBeenCalledWith('Twitch disconnected'))
    expect([api.delete.mock.calls.length, store.$waiting.get()]).toEqual([2, undefined])
    expect(showError).not.toHaveBeenCalled()
  })

  test('a wrong one is the form’s to show, and the act waits on', async () => {
    const { store, api, authorize } = start()
    authorize.mockRejectedValueOnce(stale)
    await store.connect({ provider: 'google', intent: 'youtube', next: '/profile#streamer' })
    const wrong = new ApiError({ status: 422, msg: 'Wrong' })
    api.post.mockRejectedValueOnce(wrong)
    await expect(store.reauthenticateWithPassword('not mine')).rejects.toBe(wrong)
    expect(store.$waiting.get()).toMatchObject({ place: 'streamer' })
    store.giveUp()
    expect(store.$waiting.get()).toBeUndefined()
    expect(authorize).toHaveBeenCalledOnce()
  })

  test('who has no password goes through a provider, and comes back to the place', async () => {
    vi.stubGlobal('location', { pathname: '/fr/profile' })
    const { store, authorize } = start()
    await store.runReauthenticated(() => Promise.reject(stale), { place: 'account' })
    await store.reauthenticateWithProvider('google')
    const pending = { provider: 'google', intent: 'login', next: '/fr/profile#account' }
    expect(authorize).toHaveBeenCalledExactlyOnceWith(pending)
    vi.unstubAllGlobals()
  })

  test('anything else is told as it is', async () => {
    const { store } = start()
    const other = new ApiError({ status: 403, code: 'forbidden', msg: 'No' })
    await expect(
      store.runReauthenticated(() => Promise.reject(other), { place: 'x' }),
    ).rejects.toBe(other)
    expect(store.$waiting.get()).toBeUndefined()
  })
})

describe('the last way in', () => {
  test('is a provider that stands alone', () => {
    expect(isLastSignInMethod({ ...both, items: linked('twitch') }, 'twitch')).toBe(true)
    expect(isLastSignInMethod(both, 'twitch')).toBe(false)
  })

  test('is none where there is a password', () => {
    expect(
      isLastSignInMethod({ ...both, items: linked('twitch'), has_password: true }, 'twitch'),
    ).toBe(false)
  })

  test('is not shared with a YouTube channel, which opens no door', () => {
    expect(isLastSignInMethod({ ...both, items: linked('google', 'youtube') }, 'google')).toBe(true)
  })
})
