import { atom } from 'nanostores'
import type { Api } from '#site/lib/api.ts'
import { failureText } from '#site/lib/failure-text.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'

export type ListQuery = { page: number; per_page: number } & Record<
  string,
  string | number | undefined
>

export type AdminListState<Row, Query extends ListQuery> = {
  items: Row[]
  total: number
  query: Query
  isLoading: boolean
  failure: string
}

export type ListDependencies<Query> = {
  api: Pick<Api, 'get' | 'post' | 'put' | 'delete'>
  /** Keeps the address in step with the list. */
  onQuery: (query: Query) => void
}
export type InitialList<Row, Query> = { list: AdminPage<Row>; query: Query }

type Dependencies<Row, Query> = Pick<ListDependencies<Query>, 'onQuery'> & {
  fetchPage: (query: Query) => Promise<{ items: Row[]; total: number }>
}

/** Refusals are the caller's to show. */
export function createAdminListStore<Row extends { id: number }, Query extends ListQuery>(
  { fetchPage, onQuery }: Dependencies<Row, Query>,
  first: InitialList<Row, Query>,
) {
  const { items, total } = first.list
  const $list = atom<AdminListState<Row, Query>>({
    items,
    total,
    query: first.query,
    isLoading: false,
    failure: '',
  })
  let lastLoad = 0

  function patch(change: Partial<AdminListState<Row, Query>>): void {
    $list.set({ ...$list.get(), ...change })
  }

  /** Any change but of the page leads back to the first page. */
  async function load(change: Partial<Query> = {}): Promise<void> {
    const turn = ++lastLoad
    const isOtherList = Object.keys(change).some((name) => name !== 'page')
    const query = { ...$list.get().query, ...(isOtherList ? { page: 1 } : {}), ...change }
    patch({ query, isLoading: true, failure: '' })
    onQuery(query)
    try {
      const list = await fetchPage(query)
      if (turn === lastLoad) patch({ items: list.items, total: list.total, isLoading: false })
    } catch (error) {
      if (turn === lastLoad) patch({ items: [], isLoading: false, failure: failureText(error) })
    }
  }

  function find(id: number | undefined): Row | undefined {
    return $list.get().items.find((item) => item.id === id)
  }

  function replace(row: Row): void {
    patch({ items: $list.get().items.map((item) => (item.id === row.id ? row : item)) })
  }

  function add(row: Row): void {
    patch({ items: [row, ...$list.get().items], total: $list.get().total + 1 })
  }

  function remove(id: number): void {
    if (!find(id)) return
    patch({
      items: $list.get().items.filter((item) => item.id !== id),
      total: $list.get().total - 1,
    })
  }

  async function removeAfter(id: number, call: Promise<void>): Promise<void> {
    await call
    remove(id)
  }

  async function mergeFrom(id: number, call: Promise<Row>): Promise<void> {
    const survivor = await call
    remove(id)
    replace(survivor)
  }

  const addFrom = async (call: Promise<Row>) => add(await call)
  const replaceFrom = async (call: Promise<Row>) => replace(await call)
  const calls = { addFrom, replaceFrom, removeAfter, mergeFrom }
  return { $list, load, find, replace, add, remove, ...calls }
}
