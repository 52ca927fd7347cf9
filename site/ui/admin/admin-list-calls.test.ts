import { describe, expect, test, vi } from 'vitest'
import { createGamesStore } from '#site/features/directory/admin/games.store.ts'
import { createStreamersStore } from '#site/features/directory/admin/streamers.store.ts'
import type { ApiRequestBody } from '#site/lib/api-calls.ts'
import { ApiError } from '#site/lib/api.ts'
import type { AdminStreamer } from '#worker/features/directory/streamers/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'

type Row = { id: number; name: string }

const named = (name: string) => ({ name }) as ApiRequestBody<'post', 'admin/games'>

function start() {
  const api = { get: vi.fn(), post: vi.fn(), put: vi.fn(), delete: vi.fn() }
  const first = {
    list: {
      items: [
        { id: 1, name: 'One' },
        { id: 2, name: 'Two' },
      ],
      page: 1,
      per_page: 25,
      total: 2,
    },
    query: { page: 1, per_page: 25 },
  }
  const said = { showSuccess: vi.fn(), showError: vi.fn() }
  const dependencies = { api: fakeApi(api), onQuery: vi.fn(), ...said }
  const games = createGamesStore(dependencies, first as never)
  const streamers = createStreamersStore(dependencies, first as never)
  const namesIn = (list: unknown) => (list as Row[]).map(({ name }) => name)
  const names = () => namesIn(games.$list.get().items)
  const streamerNames = () => namesIn(streamers.$list.get().items)
  return { ...games, streamers, streamerNames, api, names, ...said }
}

describe('the catalogue', () => {
  test('shows what was created first, and what was changed in its place', async () => {
    const { create, change, api, names, $list } = start()
    api.post.mockResolvedValue({ id: 3, name: 'Three' })
    await create(named('Three'))
    api.put.mockResolvedValue({ id: 2, name: 'Second' })
    await change(2, named('Second'))
    expect(api.put).toHaveBeenCalledExactlyOnceWith('admin/games/2', { name: 'Second' })
    expect(names()).toEqual(['Three', 'One', 'Second'])
    expect($list.get().total).toBe(3)
  })

  test('of two that are merged shows the one that stays, as it is now', async () => {
    const { merge, api, names, $list } = start()
    api.post.mockResolvedValue({ id: 2, name: 'Two and one' })
    await merge(1, 2)
    expect(api.post).toHaveBeenCalledExactlyOnceWith('admin/games/1/merge', { into: 2 })
    expect(names()).toEqual(['Two and one'])
    expect($list.get().total).toBe(1)
  })

  test('keeps what the server refuses to delete or merge', async () => {
    const { remove, merge, api, names } = start()
    const refusal = new ApiError({ status: 409, msg: 'In use' })
    api.delete.mockRejectedValue(refusal)
    api.post.mockRejectedValue(refusal)
    await expect(remove(1)).rejects.toBe(refusal)
    await expect(merge(1, 2)).rejects.toBe(refusal)
    expect(names()).toEqual(['One', 'Two'])
  })

  test('says where a featured streamer is shown, and until when', async () => {
    const { streamers, api, showSuccess, showError } = start()
    const luna = { id: 1, display_name: 'Luna' } as AdminStreamer
    api.put.mockResolvedValue({ id: 1, name: 'Luna' })
    await streamers.feature(luna, true)
    await streamers.feature(luna, false)
    expect(showSuccess.mock.calls.flat()).toEqual([
      'Luna now leads the Streamers and Discover pages, until you remove the star',
      'Luna is no longer featured',
    ])
    api.put.mockRejectedValue(new ApiError({ status: 404, msg: 'No such streamer' }))
    await streamers.feature(luna, true)
    expect(showError).toHaveBeenCalledWith('No such streamer')
  })

  test('asks for parts below the row', async () => {
    const { streamers, api, streamerNames } = start()
    for (const method of [api.put, api.post, api.delete]) {
      method.mockResolvedValue({ id: 1, name: 'One more' })
    }
    await streamers.feature({ id: 1, display_name: 'One' } as AdminStreamer, true)
    await streamers.addAccount(1, { platform: 'twitch', name: 'one' })
    await streamers.removeAccount({ id: 1, account_id: 7 })
    expect(api.put).toHaveBeenCalledWith('admin/streamers/1/featured', { is_featured: true })
    expect(api.post).toHaveBeenCalledWith('admin/streamers/1/accounts', {
      platform: 'twitch',
      name: 'one',
    })
    expect(api.delete).toHaveBeenCalledWith('admin/streamers/1/accounts/7')
    expect(streamerNames()).toEqual(['One more', 'Two'])
  })
})
