import type { Api } from '#site/lib/api.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { createAdminList, type ListQuery } from './admin-list.store.ts'

type Dependencies<Query> = {
  api: Pick<Api, 'get' | 'post' | 'put' | 'delete'>
  /** The call that answers pages of it, as `admin/games`. */
  path: string
  onQuery: (query: Query) => void
}

/** A list of what the panel keeps, and what can be done to one of it; refusals are the caller's to show. */
export function createEditableList<Row extends { id: number }, Query extends ListQuery>(
  { api, path, onQuery }: Dependencies<Query>,
  first: { list: AdminPage<Row>; query: Query },
) {
  const list = createAdminList<Row, Query>({ api, path, onQuery }, first)
  const { $list, load, find, add, replace, remove: drop } = list

  async function create(input: object): Promise<void> {
    add(await api.post<Row>(path, input))
  }

  /** `part` is below the row's own address: its accounts, whether it is featured. */
  async function change(id: number, input: object, part = ''): Promise<void> {
    replace(await api.put<Row>(`${path}/${id}${part}`, input))
  }

  async function addPart(id: number, part: string, input: object): Promise<void> {
    replace(await api.post<Row>(`${path}/${id}/${part}`, input))
  }

  async function removePart(id: number, part: string): Promise<void> {
    replace(await api.delete<Row>(`${path}/${id}/${part}`))
  }

  async function remove(id: number): Promise<void> {
    await api.delete(`${path}/${id}`)
    drop(id)
  }

  /** One row goes, the other has what it had. */
  async function merge(id: number, into: number): Promise<void> {
    const survivor = await api.post<Row>(`${path}/${id}/merge`, { into })
    drop(id)
    replace(survivor)
  }

  return { $list, load, find, create, change, addPart, removePart, remove, merge }
}
export type EditableList<Row extends { id: number }, Query extends ListQuery> = ReturnType<
  typeof createEditableList<Row, Query>
>
