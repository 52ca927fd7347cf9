import { Suspense, type ReactNode } from 'react'
import type { RowData } from '@tanstack/react-table'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import type { ListQuery, ListView } from './admin-list.store.ts'
import { AdminTable, type Columns } from './AdminTable.tsx'
import { TryAgain } from '#site/ui/Failure.tsx'
import { ListFoot } from './ListFoot.tsx'
import { SearchField } from './SearchField.tsx'

type Query<Sort extends string> = ListQuery & { q: string; sort: Sort }
type Change<Sort extends string> = { q?: string; sort?: Sort; page?: number; per_page?: number }

type Props<Row extends RowData, Sort extends string> = {
  list: ListView<Row, Query<Sort>>
  load: (change?: Change<Sort>) => Promise<void>
  /** What it lists, for those who do not see it. */
  caption: string
  columns: Columns<Row>
  sorts: readonly Sort[]
  /** What is searched for. */
  search: string
  filters?: ReactNode
  /** What begins something new. */
  start: ReactNode
  /** Said before why the list is not there. */
  failed?: string
  empty: ReactNode
  /** The dialog that is open; its code may come only then. */
  children?: ReactNode
}

/** A searched, filtered and sorted list of the panel, with its dialogs. */
export function ListPanel<Row extends RowData & { id: number }, Sort extends string>(
  props: Props<Row, Sort>,
) {
  const { list, load, caption, columns, sorts, search, filters, start, failed, empty } = props
  const { query, items, isLoading, failure } = list
  return (
    <fieldset className="admin" disabled={!useIsHydrated()}>
      <div className="admin-toolbar">
        <SearchField label={search} value={query.q} onSearch={(q) => void load({ q })} />
        {filters}
        {start}
      </div>
      <TryAgain
        text={failure && [failed, failure].filter(Boolean).join(' ')}
        onRetry={() => void load()}
      />
      {!failure && (
        <AdminTable
          caption={caption}
          columns={columns}
          rows={items}
          isLoading={isLoading}
          sorting={{
            sort: query.sort,
            sortable: sorts,
            onSort(wanted) {
              const sort = sorts.find((one) => one === wanted)
              if (sort) void load({ sort })
            },
          }}
          empty={<p>{empty}</p>}
        />
      )}
      <ListFoot list={list} onQuery={(change) => void load(change)} />
      <Suspense>{props.children}</Suspense>
    </fieldset>
  )
}

type StartProps = { onStart: () => void; children: ReactNode }

export function CreateButton({ onStart, children }: StartProps) {
  return (
    <button type="button" className="button button-primary" onClick={onStart}>
      {children}
    </button>
  )
}
