import { useState } from 'react'
import { type Api, api } from '#site/lib/api.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { createAdminListStore, type ListQuery, writeListQueryToUrl } from './admin-list.store.ts'

export type InitialList<Row, Query> = { list: AdminPage<Row>; query: Query }
export type EditableListDependencies<Query> = {
  api: Pick<Api, 'get' | 'post' | 'put' | 'delete'>
  onQuery: (query: Query) => void
}

type Dependencies<Row, Query> = Pick<EditableListDependencies<Query>, 'onQuery'> & {
  fetchPage: (query: Query) => Promise<{ items: Row[]; total: number }>
}

/**
 * A list of what the panel keeps. Each change is the call that makes it, whose answer the list then
 * shows; refusals are the caller's to show.
 */
export function createEditableListStore<Row extends { id: number }, Query extends ListQuery>(
  dependencies: Dependencies<Row, Query>,
  first: InitialList<Row, Query>,
) {
  const list = createAdminListStore<Row, Query>(dependencies, first)
  const { $list, load, find, add, replace, remove: drop } = list

  async function addFrom(call: Promise<Row>): Promise<void> {
    add(await call)
  }

  async function replaceFrom(call: Promise<Row>): Promise<void> {
    replace(await call)
  }

  async function removeAfter(id: number, call: Promise<void>): Promise<void> {
    await call
    drop(id)
  }

  /** One row goes, the other has what it had. */
  async function mergeFrom(id: number, call: Promise<Row>): Promise<void> {
    const survivor = await call
    drop(id)
    replace(survivor)
  }

  return { $list, load, find, addFrom, replaceFrom, removeAfter, mergeFrom }
}

/** The store of a panel, made once from the page's own first list. */
export function useEditableList<Row, Query extends ListQuery, Store>(
  create: (dependencies: EditableListDependencies<Query>, first: InitialList<Row, Query>) => Store,
  first: InitialList<Row, Query>,
): Store {
  const [store] = useState(() => create({ api, onQuery: writeListQueryToUrl }, first))
  return store
}
