import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { DeleteDialog } from '#site/ui/admin/DeleteDialog.tsx'
import { ListPanel } from '#site/ui/admin/ListPanel.tsx'
import { deleteAction, type RowAction } from '#site/ui/admin/RowActions.tsx'
import { usePanelStore } from '#site/ui/admin/use-panel-store.ts'
import { nativeLanguageName } from '#site/lib/format.ts'
import { toLabeledChoices } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import {
  campaignSorts,
  type CampaignsQuery,
  type CampaignSummary,
} from '#worker/features/notifications/campaigns/contract.ts'
import { createCampaignsStore } from './campaigns.store.ts'
import {
  campaignPurposeNames,
  campaignStatusNames,
  campaignStatusBadgeClasses,
} from './campaign-labels.ts'

function CampaignName({ campaign }: { campaign: CampaignSummary }) {
  const { id, name, languages, purpose } = campaign
  return (
    <span className="admin-title">
      <a href={paths.campaignEditor(getLocale(), id)}>{name}</a>
      {purpose && <span className="badge">{campaignPurposeNames[purpose]()}</span>}
      <span className="quiet">{languages.map(nativeLanguageName).join(', ')}</span>
    </span>
  )
}

function listCampaignActions(
  { id, name, status }: CampaignSummary,
  onDelete: () => void,
): RowAction[] {
  const href = paths.campaignEditor(getLocale(), id)
  if (status !== 'draft') {
    return [{ label: m.campaign_see(), fullLabel: m.campaign_see_one({ name }), href }]
  }
  return [
    { label: m.admin_edit(), fullLabel: m.admin_edit_one({ name }), href },
    deleteAction(name, onDelete),
  ]
}

function createColumns(onDelete: (campaign: CampaignSummary) => void) {
  const column = createColumnBuilders<CampaignSummary>()
  return [
    column.cell('name', m.campaign_name, (row) => <CampaignName campaign={row} />),
    column.cell('status', m.admin_status, (row) => (
      <span className={`badge ${campaignStatusBadgeClasses[row.status]}`}>
        {campaignStatusNames[row.status]()}
      </span>
    )),
    column.count('recipients', m.campaign_recipients, ({ counts }) => counts.recipients),
    column.count('sent', m.campaign_count_sent, ({ counts }) => counts.sent),
    column.count('failed', m.campaign_count_failed, ({ counts }) => counts.failed),
    column.count(
      'unsubscribed',
      m.campaign_count_unsubscribed,
      ({ counts }) => counts.unsubscribed,
    ),
    column.time('modified', m.campaigns_modified, ({ modified_at }) => modified_at),
    column.acts((campaign) => listCampaignActions(campaign, () => onDelete(campaign))),
  ]
}

type Props = { list: AdminPage<CampaignSummary>; query: CampaignsQuery }

export function CampaignsPanel(first: Props) {
  const store = usePanelStore(createCampaignsStore, first)
  const list = useStore(store.$list)
  const [deleting, setDeleting] = useState<CampaignSummary>()
  const columns = useMemo(() => createColumns(setDeleting), [])
  const { q, status } = list.query
  const isWhole = q === '' && status === 'all'
  return (
    <ListPanel
      {...{ list, columns }}
      load={store.load}
      caption={m.admin_tab_campaigns()}
      sorts={campaignSorts}
      search={m.campaigns_search()}
      filters={
        <LabeledSelect
          label={m.admin_status()}
          value={status}
          options={toLabeledChoices(campaignStatusNames)}
          onChange={(value) => void store.load({ status: value })}
        />
      }
      start={{ label: m.campaigns_new(), href: paths.campaignEditor(getLocale()) }}
      failed={m.campaigns_failed()}
      empty={isWhole ? m.campaigns_none() : m.campaigns_none_found()}
    >
      {deleting && (
        <DeleteDialog
          name={deleting.name}
          text={m.campaign_delete_text()}
          onDelete={() => store.remove(deleting.id)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </ListPanel>
  )
}
