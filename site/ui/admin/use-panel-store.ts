import { useState } from 'react'
import type { Toaster } from '#site/lib/action-runner.store.ts'
import { api } from '#site/lib/api.ts'
import { withQuery } from '#site/lib/paths.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import type { ListDependencies, ListQuery } from './admin-list.store.ts'

export type PanelDependencies<Query> = ListDependencies<Query> & Toaster

/** With the query in its address, a list can be reloaded and shared. */
export function writeListQueryToUrl(query: ListQuery): void {
  history.replaceState(history.state, '', withQuery(location.pathname, query))
}

export function usePanelStore<First, Query extends ListQuery, Store>(
  create: (dependencies: PanelDependencies<Query>, first: First) => Store,
  first: First,
): Store {
  const [store] = useState(() =>
    create({ api, onQuery: writeListQueryToUrl, showSuccess, showError }, first),
  )
  return store
}
