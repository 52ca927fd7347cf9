import {
  createAdminListStore,
  type InitialList,
  type ListDependencies,
} from '#site/ui/admin/admin-list.store.ts'
import type {
  CampaignsQuery,
  CampaignSummary,
} from '#worker/features/notifications/campaigns/contract.ts'

export function createCampaignsStore(
  { api, onQuery }: ListDependencies<CampaignsQuery>,
  first: InitialList<CampaignSummary, CampaignsQuery>,
) {
  const { $list, load, removeAfter } = createAdminListStore(
    { fetchPage: (query) => api.get('admin/campaigns', { query }), onQuery },
    first,
  )
  const remove = (id: number) =>
    removeAfter(id, api.delete('admin/campaigns/:id', { params: { id } }))
  return { $list, load, remove }
}
