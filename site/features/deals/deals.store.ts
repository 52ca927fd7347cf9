import {
  createAdminListStore,
  type InitialList,
  type ListDependencies,
} from '#site/ui/admin/admin-list.store.ts'
import type { ApiRequestBody } from '#site/lib/api-calls.ts'
import type { DealsQuery, DealView } from '#worker/features/deals/contract.ts'

export function createDealsStore(
  { api, onQuery }: ListDependencies<DealsQuery>,
  first: InitialList<DealView, DealsQuery>,
) {
  const { $list, load, ...list } = createAdminListStore(
    { fetchPage: (query) => api.get('admin/deals', { query }), onQuery },
    first,
  )
  return {
    $list,
    load,
    create: (body: ApiRequestBody<'post', 'admin/deals'>) =>
      list.addFrom(api.post('admin/deals', { body })),
    change: (id: number, body: ApiRequestBody<'put', 'admin/deals/:id'>) =>
      list.replaceFrom(api.put('admin/deals/:id', { params: { id }, body })),
    remove: (id: number) => list.removeAfter(id, api.delete('admin/deals/:id', { params: { id } })),
  }
}
export type DealsStore = ReturnType<typeof createDealsStore>
