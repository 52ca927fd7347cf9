import { useStore } from '@nanostores/react'
import { lazy, useMemo, useState } from 'react'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { DeleteDialog } from '#site/ui/admin/DeleteDialog.tsx'
import { ListPanel, CreateButton } from '#site/ui/admin/ListPanel.tsx'
import { deleteAction, editAction } from '#site/ui/admin/RowActions.tsx'
import { useEditableList } from '#site/ui/admin/editable-list.store.ts'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { rejectServerImport } from '#site/lib/rendering/shared-on-client.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import {
  dealSorts,
  DealStatus,
  type DealsQuery,
  type DealView,
} from '#worker/features/deals/contract.ts'
import { createDealsStore, type DealsStore } from './deals.store.ts'
import { dealStatusNames, placementNames } from './deal-form.ts'

const DealDialog = lazy(() =>
  import.meta.env.SSR
    ? rejectServerImport()
    : import('./DealDialog.tsx').then((module) => ({ default: module.DealDialog })),
)

type Opened = { act: 'create' } | { act: 'edit' | 'delete'; deal: DealView }

const badges: Record<DealStatus, string> = {
  upcoming: '',
  running: 'badge-success',
  ended: 'quiet',
}

function columnsFor(open: (opened: Opened) => void) {
  const column = createColumnBuilders<DealView>()
  return column.columns([
    column.display({
      id: 'title',
      header: () => m.admin_deals_title(),
      cell: ({ row: { original: deal } }) => (
        <div>
          <a href={deal.link} rel="sponsored noopener noreferrer" target="_blank">
            {deal.title}
          </a>
          <p className="quiet">{deal.partner}</p>
        </div>
      ),
    }),
    column.display({
      id: 'placement',
      header: () => m.admin_deals_placement(),
      cell: ({ row }) => placementNames[row.original.placement](),
    }),
    column.display({
      id: 'status',
      header: () => m.admin_status(),
      cell: ({ row: { original } }) => (
        <span className={`badge ${badges[original.status]}`}>
          {dealStatusNames[original.status]()}
        </span>
      ),
    }),
    column.time('start', m.admin_deals_start, ({ start }) => start),
    column.time('end', m.admin_deals_end, ({ end }) => end),
    column.count('clicks', m.admin_deals_clicks, ({ clicks }) => clicks),
    column.acts((deal) => [
      editAction(deal.title, () => open({ act: 'edit', deal })),
      deleteAction(deal.title, () => open({ act: 'delete', deal })),
    ]),
  ])
}

type Props = { list: AdminPage<DealView>; query: DealsQuery }

export function DealsPanel(first: Props) {
  const store = useEditableList(createDealsStore, first)
  const list = useStore(store.$list)
  const [opened, setOpened] = useState<Opened>()
  const columns = useMemo(() => columnsFor(setOpened), [])
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
          options={[
            { value: 'all' as const, label: m.admin_deals_all() },
            ...DealStatus.options.map((value) => ({ value, label: dealStatusNames[value]() })),
          ]}
          onChange={(value) => void store.load({ status: value })}
        />
      }
      start={
        <CreateButton onStart={() => setOpened({ act: 'create' })}>
          {m.admin_deals_create()}
        </CreateButton>
      }
      empty={isWhole ? m.admin_deals_none() : m.admin_deals_none_found()}
    >
      {opened && <Opened {...{ store, opened }} onClose={() => setOpened(undefined)} />}
    </ListPanel>
  )
}

type OpenedProps = {
  store: DealsStore
  opened: Opened
  onClose: () => void
}

function Opened({ store, opened, onClose }: OpenedProps) {
  if (opened.act === 'delete') {
    const { id, title, clicks } = opened.deal
    return (
      <DeleteDialog
        name={title}
        text={m.admin_deals_delete_text({ count: clicks })}
        onDelete={async () => {
          await store.remove(id)
          showSuccess(m.admin_deleted({ name: title }))
        }}
        onClose={onClose}
      />
    )
  }
  const deal = opened.act === 'edit' ? opened.deal : undefined
  return (
    <DealDialog
      deal={deal}
      onSave={async (input) => {
        await (deal ? store.change(deal.id, input) : store.create(input))
        showSuccess(m.admin_saved({ name: input.title }))
      }}
      onClose={onClose}
    />
  )
}
