import { describe, expect, test, vi } from 'vitest'
import { ApiError, type Api } from '#site/lib/api.ts'
import type { IdentitiesView } from '#worker/features/identities/contract.ts'
import { createSignIn, isLastWayIn } from './sign-in.store.ts'

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
  available: ['google', 'twitch'],
}
const left: IdentitiesView = { ...both, items: linked('google') }

function start() {
  const api = {
    get: vi.fn(async (_path: string): Promise<unknown> => left),
    delete: vi.fn(async (): Promise<unknown> => left),
  }
  const told = { saySuccess: vi.fn(), sayError: vi.fn() }
  const leaveFor = vi.fn()
  const store = createSignIn({ api: api as unknown as Api, first: both, leaveFor, ...told })
  return { store, api, leaveFor, ...told }
}

test('connecting leads to the provider, which leads back', async () => {
  const { store, api, leaveFor } = start()
  api.get.mockResolvedValueOnce({ authorize_url: 'https://provider.example/ask' })
  await store.connect({ provider: 'twitch', intent: 'link', next: '/profile#sign-in' })
  expect(api.get).toHaveBeenCalledExactlyOnceWith(
    'auth/twitch/authorize?intent=link&next=%2Fprofile%23sign-in',
  )
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://provider.example/ask')
})

test('where that fails the person stays and reads which it was', async () => {
  const { store, api, leaveFor, sayError } = start()
  api.get.mockRejectedValueOnce(new ApiError({ status: 0, msg: '' }))
  await store.connect({ provider: 'google', intent: 'youtube', next: '/profile#streamer' })
  expect(leaveFor).not.toHaveBeenCalled()
  expect(sayError).toHaveBeenCalledWith('Google could not be connected')
})

describe('disconnecting', () => {
  test('takes the provider off the list', async () => {
    const { store, api, saySuccess } = start()
    await store.disconnect('twitch')
    expect(api.delete).toHaveBeenCalledExactlyOnceWith('users/me/identities/twitch')
    expect(store.$identities.get()).toEqual(left)
    expect(saySuccess).toHaveBeenCalledWith('Twitch is disconnected')
  })

  test('when refused says why and shows how things stand', async () => {
    const { store, api, sayError } = start()
    api.delete.mockRejectedValueOnce(new ApiError({ status: 409, msg: 'The last way in' }))
    await store.disconnect('twitch')
    expect(sayError).toHaveBeenCalledExactlyOnceWith('The last way in')
    expect(api.get).toHaveBeenCalledExactlyOnceWith('users/me/identities')
    expect(store.$identities.get()).toEqual(left)
  })

  test('says so too when how things stand cannot be read', async () => {
    const { store, api, sayError } = start()
    const offline = new ApiError({ status: 0, msg: '' })
    api.delete.mockRejectedValueOnce(offline)
    api.get.mockRejectedValueOnce(offline)
    await store.disconnect('twitch')
    expect(sayError.mock.calls.flat()).toEqual([
      'Twitch could not be disconnected',
      'Your linked accounts could not be loaded',
    ])
    expect(store.$identities.get()).toEqual(both)
  })
})

describe('the last way in', () => {
  test('is a provider that stands alone', () => {
    expect(isLastWayIn({ ...both, items: linked('twitch') }, 'twitch')).toBe(true)
    expect(isLastWayIn(both, 'twitch')).toBe(false)
  })

  test('is none where there is a password', () => {
    expect(isLastWayIn({ ...both, items: linked('twitch'), has_password: true }, 'twitch')).toBe(
      false,
    )
  })

  test('is not shared with a YouTube channel, which opens no door', () => {
    expect(isLastWayIn({ ...both, items: linked('google', 'youtube') }, 'google')).toBe(true)
  })
})
