import {
  createEditableList,
  type CatalogueDependencies,
  type CatalogueFirst,
} from '#site/ui/admin/editable-list.store.ts'
import type { Body } from '#site/lib/api-calls.ts'
import type { AdminGame, AdminGamesQuery } from '#worker/features/directory/games/contract.ts'

/** The games of the panel. */
export function createGames(
  { api, onQuery }: CatalogueDependencies<AdminGamesQuery>,
  first: CatalogueFirst<AdminGame, AdminGamesQuery>,
) {
  const { $list, load, ...list } = createEditableList(
    { fetchPage: (query) => api.get('admin/games', { query }), onQuery },
    first,
  )
  return {
    $list,
    load,
    create: (body: Body<'post', 'admin/games'>) => list.addFrom(api.post('admin/games', { body })),
    change: (id: number, body: Body<'put', 'admin/games/:id'>) =>
      list.replaceFrom(api.put('admin/games/:id', { params: { id }, body })),
    remove: (id: number) => list.removeAfter(id, api.delete('admin/games/:id', { params: { id } })),
    merge: (id: number, into: number) =>
      list.mergeFrom(id, api.post('admin/games/:id/merge', { params: { id }, body: { into } })),
  }
}
export type GamesStore = ReturnType<typeof createGames>
