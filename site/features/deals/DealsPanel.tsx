import { useStore } from '@nanostores/react'
import { lazy, useMemo, useState } from 'react'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { DeleteDialog } from '#site/ui/admin/DeleteDialog.tsx'
import { ListPanel } from '#site/ui/admin/ListPanel.tsx'
import { deleteAction, editAction } from '#site/ui/admin/RowActions.tsx'
import { usePanelStore } from '#site/ui/admin/use-panel-store.ts'
import { rejectServerImport } from '#site/lib/rendering/shared-on-client.ts'
import { toLabeledChoices } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import {
  dealSorts,
  type DealStatus,
  type DealsQuery,
  type DealView,
} from '#worker/features/deals/contract.ts'
import { createDealsStore, type DealsStore } from './deals.store.ts'
import { dealStatusNames, dealPlacementNames } from './deal-form.ts'

const DealDialog = lazy(() =>
  import.meta.env.SSR
    ? rejectServerImport()
    : import('./DealDialog.tsx').then((module) => ({ default: module.DealDialog })),
)

type OpenedDialog = { act: 'create' } | { act: 'edit' | 'delete'; deal: DealView }

const badges: Record<DealStatus, string> = {
  upcoming: '',
  running: 'badge-success',
  ended: 'quiet',
}

function createColumns(open: (opened: OpenedDialog) => void) {
  const column = createColumnBuilders<DealView>()
  return [
    column.cell('title', m.admin_deals_title, (deal) => (
      <div>
        <a href={deal.link} rel="sponsored nofollow noopener noreferrer" target="_blank">
          {deal.title}
        </a>
        <p className="quiet">{deal.partner}</p>
      </div>
    )),
    column.cell('placement', m.admin_deals_placement, (row) => dealPlacementNames[row.placement]()),
    column.cell('status', m.admin_status, (row) => (
      <span className={`badge ${badges[row.status]}`}>{dealStatusNames[row.status]()}</span>
    )),
    column.time('start', m.admin_deals_start, ({ start }) => start),
    column.time('end', m.admin_deals_end, ({ end }) => end),
    column.count('clicks', m.admin_deals_clicks, ({ clicks }) => clicks),
    column.acts((deal) => [
      editAction(deal.title, () => open({ act: 'edit', deal })),
      deleteAction(deal.title, () => open({ act: 'delete', deal })),
    ]),
  ]
}

type Props = { list: AdminPage<DealView>; query: DealsQuery }

export function DealsPanel(first: Props) {
  const store = usePanelStore(createDealsStore, first)
  const list = useStore(store.$list)
  const [opened, setOpened] = useState<OpenedDialog>()
  const columns = useMemo(() => createColumns(setOpened), [])
  const { q, status } = list.query
  const isWhole = q === '' && status === 'all'
  return (
    <ListPanel
      {...{ list, columns }}
      load={store.load}
      caption={m.admin_tab_deals()}
      sorts={dealSorts}
      search={m.admin_deals_search()}
      filters={
        <LabeledSelect
          label={m.admin_status()}
          value={status}
          options={toLabeledChoices(dealStatusNames)}
          onChange={(value) => void store.load({ status: value })}
        />
      }
      start={{ label: m.admin_deals_create(), onStart: () => setOpened({ act: 'create' }) }}
      empty={isWhole ? m.admin_deals_none() : m.admin_deals_none_found()}
    >
      {opened && <OpenedDialog {...{ store, opened }} onClose={() => setOpened(undefined)} />}
    </ListPanel>
  )
}

type OpenedDialogProps = {
  store: DealsStore
  opened: OpenedDialog
  onClose: () => void
}

function OpenedDialog({ store, opened, onClose }: OpenedDialogProps) {
  if (opened.act === 'delete') {
    const { id, title, clicks } = opened.deal
    return (
      <DeleteDialog
        name={title}
        text={m.admin_deals_delete_text({ count: clicks })}
        onDelete={() => store.remove(id)}
        onClose={onClose}
      />
    )
  }
  const deal = opened.act === 'edit' ? opened.deal : undefined
  return <DealDialog {...{ store, deal, onClose }} />
}
