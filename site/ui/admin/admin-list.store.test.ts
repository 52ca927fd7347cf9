import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { createAdminListStore } from './admin-list.store.ts'

type Row = { id: number; name: string }

function start() {
  const first = {
    list: { items: [row(1), row(2)], page: 1, per_page: 25, total: 2 },
    query: { page: 3, per_page: 25, q: '' },
  }
  const get = vi.fn(async (_query: typeof first.query): Promise<unknown> => first.list)
  const onQuery = vi.fn()
  const list = createAdminListStore<Row, typeof first.query>(
    { fetchPage: get as never, onQuery },
    first,
  )
  const names = () => list.$list.get().items.map(({ name }) => name)
  return { ...list, get, onQuery, names }
}

function row(id: number, name = `Thing ${id}`): Row {
  return { id, name }
}

describe('a list', () => {
  test('starts over at the first page when something else than the page is asked', async () => {
    const { load, get, onQuery } = start()
    await load({ q: 'zevent' })
    expect(get).toHaveBeenLastCalledWith({ page: 1, per_page: 25, q: 'zevent' })
    await load({ page: 2 })
    expect(get).toHaveBeenLastCalledWith({ page: 2, per_page: 25, q: 'zevent' })
    expect(onQuery).toHaveBeenLastCalledWith({ page: 2, per_page: 25, q: 'zevent' })
  })

  test('shows the last thing asked for, whatever answers first', async () => {
    const { load, get, names } = start()
    let answerFirst: (value: unknown) => void = () => undefined
    get.mockImplementationOnce(() => new Promise((resolve) => (answerFirst = resolve)))
    get.mockImplementationOnce(async () => ({ items: [row(9, 'Last')], total: 1 }))
    const early = load({ q: 'a' })
    await load({ q: 'ab' })
    answerFirst({ items: [row(8, 'Early')], total: 1 })
    await early
    expect(names()).toEqual(['Last'])
  })

  test('that cannot be loaded says why, and nothing else', async () => {
    const { load, get, $list } = start()
    get.mockRejectedValueOnce(new ApiError({ status: 503, msg: 'Later' }))
    await load()
    expect($list.get()).toMatchObject({ items: [], failure: 'Later', isLoading: false })
  })

  test('takes changes of its rows in place', () => {
    const { replace, add, remove, names, $list } = start()
    replace(row(2, 'Renamed'))
    add(row(3, 'New'))
    remove(1)
    remove(77)
    expect(names()).toEqual(['New', 'Renamed'])
    expect($list.get().total).toBe(2)
  })
})
