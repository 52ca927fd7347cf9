import { withQuery } from '#site/lib/paths.ts'
import type { ListQuery } from './admin-list.store.ts'

/** Keeps the address in step with a list, so that it can be reloaded and shared. */
export function showQuery(query: ListQuery): void {
  history.replaceState(history.state, '', withQuery(location.pathname, query))
}
