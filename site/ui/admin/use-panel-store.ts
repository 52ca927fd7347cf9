import { useState } from 'react'
import type { Toaster } from '#site/lib/action-runner.store.ts'
import { api } from '#site/lib/api.ts'
import { withQuery } from '#site/lib/paths.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import type { ListDependencies, ListQuery } from './admin-list.store.ts'

/** The arguments that a page gives the store of its panel. */
export type PanelDependencies<Query> = ListDependencies<Query> & Toaster

/** Keeps the address in step with a list, so that it can be reloaded and shared. */
export function writeListQueryToUrl(query: ListQuery): void {
  history.replaceState(history.state, '', withQuery(location.pathname, query))
}

/** The store of a panel, made once from what the page began with. */
export function usePanelStore<First, Query extends ListQuery, Store>(
  create: (dependencies: PanelDependencies<Query>, first: First) => Store,
  first: First,
): Store {
  const onQuery = writeListQueryToUrl
  const [store] = useState(() => create({ api, onQuery, showSuccess, showError }, first))
  return store
}
