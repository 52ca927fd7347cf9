import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { AdminTable, columnsOf } from '#site/islands/admin/AdminTable.tsx'
import { Choice } from '#site/islands/admin/Choice.tsx'
import { ListFailure } from '#site/islands/admin/ListFailure.tsx'
import { ListFoot } from '#site/islands/admin/ListFoot.tsx'
import { SearchField } from '#site/islands/admin/SearchField.tsx'
import { createCatalogue, type Catalogue } from '#site/islands/catalogue/catalogue.store.ts'
import { DeleteDialog } from '#site/islands/catalogue/DeleteDialog.tsx'
import { RowActs } from '#site/islands/admin/RowActs.tsx'
import { LocalTime } from '#site/islands/forms/LocalTime.tsx'
import { saySuccess } from '#site/islands/forms/say.ts'
import { useIsHydrated } from '#site/islands/forms/use-checked-form.ts'
import { api } from '#site/lib/api.ts'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { withQuery } from '#site/lib/paths.ts'
import type { AdminPage } from '#worker/contract.ts'
import {
  dealSorts,
  DealStatus,
  type DealsQuery,
  type DealView,
} from '#worker/features/deals/contract.ts'
import { DealDialog } from './DealDialog.tsx'
import { dealStatusNames, placementNames } from './deal-words.ts'

type Opened = { act: 'create' } | { act: 'edit' | 'delete'; deal: DealView }

const badges: Record<DealStatus, string> = {
  upcoming: '',
  running: 'badge-success',
  ended: 'quiet',
}

function columnsFor(open: (opened: Opened) => void) {
  const column = columnsOf<DealView>()
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
    column.display({
      id: 'start',
      header: () => m.admin_deals_start(),
      cell: ({ row }) => <LocalTime at={row.original.start} as="full" />,
    }),
    column.display({
      id: 'end',
      header: () => m.admin_deals_end(),
      cell: ({ row }) => <LocalTime at={row.original.end} as="full" />,
    }),
    column.display({
      id: 'clicks',
      header: () => m.admin_deals_clicks(),
      cell: ({ row }) => (
        <span className="figures">{formatCount(row.original.clicks, getLocale())}</span>
      ),
    }),
    column.display({
      id: 'acts',
      header: () => <span className="visually-hidden">{m.admin_acts()}</span>,
      cell: ({ row: { original: deal } }) => (
        <RowActs
          acts={[
            {
              label: m.admin_edit(),
              fullLabel: m.admin_edit_one({ name: deal.title }),
              onAct: () => open({ act: 'edit', deal }),
            },
            {
              label: m.admin_delete(),
              fullLabel: m.admin_delete_one({ name: deal.title }),
              isDanger: true,
              onAct: () => open({ act: 'delete', deal }),
            },
          ]}
        />
      ),
    }),
  ])
}

type Props = { list: AdminPage<DealView>; query: DealsQuery }

export function DealsPanel(first: Props) {
  const [store] = useState(() =>
    createCatalogue<DealView, DealsQuery>(
      {
        api,
        path: 'admin/deals',
        onQuery: (query) =>
          history.replaceState(history.state, '', withQuery(location.pathname, query)),
      },
      first,
    ),
  )
  const list = useStore(store.$list)
  const [opened, setOpened] = useState<Opened>()
  const columns = useMemo(() => columnsFor(setOpened), [])
  const { query, items, isLoading, failure } = list
  const isWhole = query.q === '' && query.status === 'all'
  return (
    <fieldset className="admin" disabled={!useIsHydrated()}>
      <div className="admin-toolbar">
        <SearchField
          label={m.admin_deals_search()}
          value={query.q}
          onSearch={(q) => void store.load({ q })}
        />
        <Choice
          label={m.admin_status()}
          value={query.status}
          options={[
            { value: 'all' as const, label: m.admin_deals_all() },
            ...DealStatus.options.map((value) => ({ value, label: dealStatusNames[value]() })),
          ]}
          onChange={(status) => void store.load({ status })}
        />
        <button
          type="button"
          className="button button-primary"
          onClick={() => setOpened({ act: 'create' })}
        >
          {m.admin_deals_create()}
        </button>
      </div>
      <ListFailure text={failure} onRetry={() => void store.load()} />
      {!failure && (
        <AdminTable
          caption={m.admin_tab_deals()}
          columns={columns}
          rows={items}
          isLoading={isLoading}
          sorting={{
            sort: query.sort,
            sortable: dealSorts,
            onSort: (sort) => void store.load({ sort: dealSorts.find((one) => one === sort) }),
          }}
          empty={<p>{isWhole ? m.admin_deals_none() : m.admin_deals_none_found()}</p>}
        />
      )}
      <ListFoot list={list} onQuery={(change) => void store.load(change)} />
      {opened && <Opened {...{ store, opened }} onClose={() => setOpened(undefined)} />}
    </fieldset>
  )
}

type OpenedProps = {
  store: Catalogue<DealView, DealsQuery>
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
          saySuccess(m.admin_deleted({ name: title }))
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
        saySuccess(m.admin_saved({ name: input.title }))
      }}
      onClose={onClose}
    />
  )
}
