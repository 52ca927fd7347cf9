import { useState } from 'react'
import { api } from '#site/lib/api.ts'
import type { CatalogueDependencies, CatalogueFirst } from './editable-list.store.ts'
import type { ListQuery } from './admin-list.store.ts'
import { showQuery } from './show-query.ts'

/** The store of a panel, made once from the page's own first list. */
export function useEditableList<Row, Query extends ListQuery, Store>(
  create: (dependencies: CatalogueDependencies<Query>, first: CatalogueFirst<Row, Query>) => Store,
  first: CatalogueFirst<Row, Query>,
): Store {
  const [store] = useState(() => create({ api, onQuery: showQuery }, first))
  return store
}
