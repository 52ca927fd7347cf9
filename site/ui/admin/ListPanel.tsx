import { Suspense, type ReactNode } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import type { ListQuery, AdminListState } from './admin-list.store.ts'
import { AdminTable, type Column } from './AdminTable.tsx'
import { TryAgain } from '#site/ui/Failure.tsx'
import { ListFoot } from './ListFoot.tsx'
import { SearchField } from './SearchField.tsx'

type PanelQuery<Sort extends string> = ListQuery & { q: string; sort: Sort }
type QueryChange<Sort extends string> = {
  q?: string
  sort?: Sort
  page?: number
  per_page?: number
}

type TableProps<Row, Sort extends string> = {
  list: AdminListState<Row, ListQuery & { sort?: Sort }>
  load: (change?: { sort?: Sort; page?: number; per_page?: number }) => Promise<void>
  caption: string
  columns: readonly Column<Row>[]
  sorts?: readonly Sort[]
  /** Said before why the list is not there. */
  failed?: string | undefined
  empty: ReactNode
  children?: ReactNode
}

export function ListTable<Row extends { id: number }, Sort extends string>(
  props: TableProps<Row, Sort>,
) {
  const { list, load, caption, columns, sorts, failed, empty, children } = props
  const { query, items, isLoading, failure } = list
  const sorting = sorts && {
    sort: query.sort,
    sortable: sorts,
    onSort(wanted: string) {
      const sort = sorts.find((one) => one === wanted)
      if (sort) void load({ sort })
    },
  }
  return (
    <>
      <TryAgain
        text={failure && [failed, failure].filter(Boolean).join(' ')}
        onRetry={() => void load()}
      />
      {children}
      {!failure && <AdminTable {...{ caption, columns, isLoading, sorting, empty }} rows={items} />}
      <ListFoot list={list} onQuery={(change) => void load(change)} />
    </>
  )
}

type EmptyListProps<Query> = {
  query: Query
  /** The filters that leave out nothing. */
  unfiltered: Partial<Query>
  none: string
  noneFound: string
  showAll: string
  onShowAll: () => void
}

export function EmptyList<Query extends object>(props: EmptyListProps<Query>) {
  const { query, unfiltered, none, noneFound, showAll, onShowAll } = props
  const names = Object.keys(unfiltered) as (keyof Query)[]
  if (names.every((name) => query[name] === unfiltered[name])) return <p>{none}</p>
  return (
    <>
      <p>{noneFound}</p>
      <Button label={showAll} onClick={onShowAll} />
    </>
  )
}

type CreateAction = { label: string } & ({ onStart: () => void } | { href: string })

function CreateButton({ start }: { start: CreateAction }) {
  if ('onStart' in start)
    return <Button label={start.label} look="primary" onClick={start.onStart} />
  return (
    <a className="button button-primary" href={start.href}>
      {start.label}
    </a>
  )
}

type Props<Row, Sort extends string> = {
  list: AdminListState<Row, PanelQuery<Sort>>
  load: (change?: QueryChange<Sort>) => Promise<void>
  caption: string
  columns: readonly Column<Row>[]
  sorts: readonly Sort[]
  search: string
  filters?: ReactNode
  start: CreateAction
  failed?: string
  empty: ReactNode
  children?: ReactNode
}

export function ListPanel<Row extends { id: number }, Sort extends string>(
  props: Props<Row, Sort>,
) {
  const { list, load, caption, columns, sorts, search, filters, start, failed, empty } = props
  const { query } = list
  return (
    <fieldset className="admin" disabled={!useIsHydrated()}>
      <div className="admin-toolbar">
        <SearchField label={search} value={query.q} onSearch={(q) => void load({ q })} />
        {filters}
        <CreateButton start={start} />
      </div>
      <ListTable {...{ list, load, caption, columns, sorts, failed }} empty={<p>{empty}</p>} />
      <Suspense>{props.children}</Suspense>
    </fieldset>
  )
}
