import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { createEditableList } from './editable-list.store.ts'

type Row = { id: number; name: string }

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
  const catalogue = createEditableList<Row, typeof first.query>(
    { api: api as never, path: 'admin/games', onQuery: vi.fn() },
    first,
  )
  const names = () => catalogue.$list.get().items.map(({ name }) => name)
  return { ...catalogue, api, names }
}

describe('the catalogue', () => {
  test('shows what was created first, and what was changed in its place', async () => {
    const { create, change, api, names, $list } = start()
    api.post.mockResolvedValue({ id: 3, name: 'Three' })
    await create({ name: 'Three' })
    api.put.mockResolvedValue({ id: 2, name: 'Second' })
    await change(2, { name: 'Second' })
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

  test('asks for parts below the row', async () => {
    const { change, addPart, removePart, api, names } = start()
    for (const method of [api.put, api.post, api.delete]) {
      method.mockResolvedValue({ id: 1, name: 'One more' })
    }
    await change(1, { is_featured: true }, '/featured')
    await addPart(1, 'accounts', { name: 'one' })
    await removePart(1, 'accounts/7')
    expect(api.put).toHaveBeenCalledWith('admin/games/1/featured', { is_featured: true })
    expect(api.post).toHaveBeenCalledWith('admin/games/1/accounts', { name: 'one' })
    expect(api.delete).toHaveBeenCalledWith('admin/games/1/accounts/7')
    expect(names()).toEqual(['One more', 'Two'])
  })
})
