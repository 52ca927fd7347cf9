import { useState } from 'react'
import { api } from '#site/lib/api.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type { ListQuery } from './admin-list.store.ts'
import { createEditableList, type EditableList } from './editable-list.store.ts'
import { showQuery } from './show-query.ts'

/** The store of a panel, made once from the page's own first list. */
export function useEditableList<Row extends { id: number }, Query extends ListQuery>(
  path: string,
  first: { list: AdminPage<Row>; query: Query },
): EditableList<Row, Query> {
  const [store] = useState(() =>
    createEditableList<Row, Query>({ api, path, onQuery: showQuery }, first),
  )
  return store
}
