import { atom } from 'nanostores'
import { failureText } from '#site/lib/failure-text.ts'
import { withQuery } from '#site/lib/paths.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'

/** What a list is asked for; each list adds its own filters. */
export type ListQuery = { page: number; per_page: number } & Record<
  string,
  string | number | undefined
>

export type ListView<Row, Query extends ListQuery> = {
  items: Row[]
  total: number
  query: Query
  isLoading: boolean
  failure: string
}

type Dependencies<Row, Query> = {
  fetchPage: (query: Query) => Promise<{ items: Row[]; total: number }>
  /** What keeps the address in step with the list. */
  onQuery: (query: Query) => void
}

/** A page of something long: searched, sorted, filtered and cut into pages by the server. */
export function createAdminListStore<Row extends { id: number }, Query extends ListQuery>(
  { fetchPage, onQuery }: Dependencies<Row, Query>,
  first: { list: AdminPage<Row>; query: Query },
) {
  const { items, total } = first.list
  const $list = atom<ListView<Row, Query>>({
    items,
    total,
    query: first.query,
    isLoading: false,
    failure: '',
  })
  let lastLoad = 0

  function patch(change: Partial<ListView<Row, Query>>): void {
    $list.set({ ...$list.get(), ...change })
  }

  /** Asks anew; whatever but the page changes leads back to the first. */
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

  return { $list, load, find, replace, add, remove }
}

/** Keeps the address in step with a list, so that it can be reloaded and shared. */
export function writeListQueryToUrl(query: ListQuery): void {
  history.replaceState(history.state, '', withQuery(location.pathname, query))
}
