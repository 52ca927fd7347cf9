import {
  createEditableList,
  type CatalogueDependencies,
  type CatalogueFirst,
} from '#site/ui/admin/editable-list.store.ts'
import type {
  CampaignsQuery,
  CampaignSummary,
} from '#worker/features/notifications/campaigns/contract.ts'

/** The campaigns of the panel. */
export function createCampaigns(
  { api, onQuery }: CatalogueDependencies<CampaignsQuery>,
  first: CatalogueFirst<CampaignSummary, CampaignsQuery>,
) {
  const { $list, load, removeAfter } = createEditableList(
    { fetchPage: (query) => api.get('admin/campaigns', { query }), onQuery },
    first,
  )
  const remove = (id: number) =>
    removeAfter(id, api.delete('admin/campaigns/:id', { params: { id } }))
  return { $list, load, remove }
}
