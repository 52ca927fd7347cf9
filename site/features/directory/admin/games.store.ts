import {
  createAdminListStore,
  type InitialList,
  type ListDependencies,
} from '#site/ui/admin/admin-list.store.ts'
import type { ApiRequestBody } from '#site/lib/api-calls.ts'
import type { AdminGame, AdminGamesQuery } from '#worker/features/directory/games/contract.ts'

export function createGamesStore(
  { api, onQuery }: ListDependencies<AdminGamesQuery>,
  initialList: InitialList<AdminGame, AdminGamesQuery>,
) {
  const { $list, load, ...list } = createAdminListStore(
    { fetchPage: (query) => api.get('admin/games', { query }), onQuery },
    initialList,
  )
  return {
    $list,
    load,
    create: (body: ApiRequestBody<'post', 'admin/games'>) =>
      list.addFrom(api.post('admin/games', { body })),
    change: (id: number, body: ApiRequestBody<'put', 'admin/games/:id'>) =>
      list.replaceFrom(api.put('admin/games/:id', { params: { id }, body })),
    showPicture: (id: number, is_shown: boolean) =>
      list.replaceFrom(
        api.put('admin/games/:id/platform_picture', { params: { id }, body: { is_shown } }),
      ),
    remove: (id: number) => list.removeAfter(id, api.delete('admin/games/:id', { params: { id } })),
    merge: (id: number, into: number) =>
      list.mergeFrom(id, api.post('admin/games/:id/merge', { params: { id }, body: { into } })),
  }
}
export type GamesStore = ReturnType<typeof createGamesStore>
