import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { MyStreamerView } from '#worker/features/directory/streamers/my-contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createMyStreamerStore } from './my-streamer.store.ts'

const nora: MyStreamerView = {
  streamer: {
    id: 7,
    display_name: 'Nora',
    streamer_name: 'Nora',
    url_name: null,
    language: 'fr',
    banner_path: null,
    bio: null,
    links: [],
    is_listed: true,
  },
  items: [],
}
const unsaid = { banner_path: null, bio: '', links: [] }
const withChannel: MyStreamerView = {
  ...nora,
  items: [
    {
      id: 3,
      platform: 'youtube',
      name: 'nora',
      url: 'https://youtube.com/@nora',
      is_verified: false,
      platform_picture: 'none',
    },
  ],
}

function start(first: MyStreamerView = nora) {
  const api = {
    get: vi.fn(async (): Promise<unknown> => nora),
    post: vi.fn(async (): Promise<unknown> => withChannel),
    put: vi.fn(async (): Promise<unknown> => withChannel),
    patch: vi.fn(async (): Promise<unknown> => nora),
    delete: vi.fn(async (): Promise<unknown> => nora),
  }
  const callbacks = { showSuccess: vi.fn(), showError: vi.fn() }
  const store = createMyStreamerStore({ api: fakeApi(api), first, ...callbacks })
  return { store, api, ...callbacks }
}

test('a profile is made, with the channels that were connected before', async () => {
  const { store, api } = start({ streamer: null, items: [] })
  await store.create({ display_name: 'Nora', language: null, ...unsaid })
  expect(api.post).toHaveBeenCalledExactlyOnceWith('users/me/streamer', {
    display_name: 'Nora',
    language: null,
    ...unsaid,
  })
  expect(store.$mine.get()).toEqual(withChannel)
})

describe('editing', () => {
  test('sends the bio and the links that changed', async () => {
    const { store, api } = start()
    const links = ['https://x.com/nora']
    await store.save({ ...unsaid, display_name: 'Nora', language: 'fr', bio: 'Runs.', links })
    expect(api.patch).toHaveBeenCalledExactlyOnceWith('users/me/streamer', { bio: 'Runs.', links })
  })

  test('sends only what changed', async () => {
    const { store, api } = start()
    expect(await store.save({ display_name: 'Nora', language: null, ...unsaid })).toBe('saved')
    expect(api.patch).toHaveBeenCalledExactlyOnceWith('users/me/streamer', { language: null })
  })

  test('sends nothing when nothing did', async () => {
    const { store, api } = start()
    expect(await store.save({ display_name: 'Nora ', language: 'fr', ...unsaid })).toBe('unchanged')
    expect(api.patch).not.toHaveBeenCalled()
  })
})

describe('a channel', () => {
  test('of YouTube is added by its handle', async () => {
    const { store, api, showSuccess } = start()
    await store.addAccount({ platform: 'youtube', name: '@nora' })
    expect(api.post).toHaveBeenCalledExactlyOnceWith('users/me/streaming_accounts', {
      platform: 'youtube',
      name: 'nora',
    })
    expect(store.$mine.get().items).toHaveLength(1)
    expect(showSuccess).toHaveBeenCalledWith('nora added')
  })

  test('that belongs to another is left to the form', async () => {
    const { store, api } = start()
    api.post.mockRejectedValueOnce(new ApiError({ status: 409, msg: 'Taken' }))
    await expect(store.addAccount({ platform: 'youtube', name: 'nora' })).rejects.toMatchObject({
      status: 409,
    })
  })

  test('is removed', async () => {
    const { store, api } = start(withChannel)
    await store.remove({ id: 3, name: 'nora' })
    expect(api.delete).toHaveBeenCalledExactlyOnceWith('users/me/streaming_accounts/3')
    expect(store.$mine.get().items).toEqual([])
  })

  test('that could not be removed is read again', async () => {
    const { store, api, showError } = start(withChannel)
    api.delete.mockRejectedValueOnce(new ApiError({ status: 0, msg: '' }))
    api.get.mockRejectedValueOnce(new ApiError({ status: 0, msg: '' }))
    await store.remove({ id: 3, name: 'nora' })
    expect(showError.mock.calls.flat()).toEqual([
      'Couldn’t remove the channel',
      'Couldn’t load your channels',
    ])
    expect(store.$mine.get().items).toHaveLength(1)
  })
})

test('the picture of a channel is removed, and shown again', async () => {
  const { store, api, showSuccess } = start()
  const path = 'users/me/streaming_accounts/3/platform_picture'
  for (const is_shown of [false, true]) {
    await store.showPicture(3, is_shown)
    expect(api.put).toHaveBeenLastCalledWith(path, { is_shown })
  }
  expect(showSuccess).toHaveBeenCalledTimes(2)
  expect(store.$mine.get()).toEqual(withChannel)
})
