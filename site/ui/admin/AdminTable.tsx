import { useTable, type ColumnDef, type RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { m } from '#site/lib/messages.ts'
import { tableFeatureSet } from './columns.tsx'

export type Columns<Row extends RowData> = ColumnDef<typeof tableFeatureSet, Row>[]

type Sorting = {
  /** The column sorted by, with a minus for descending. */
  sort: string
  /** Those that the server can sort by. */
  sortable: readonly string[]
  onSort: (sort: string) => void
}

type Props<Row extends RowData> = {
  /** What it lists, for those who do not see it. */
  caption: string
  columns: Columns<Row>
  rows: Row[]
  isLoading?: boolean
  sorting?: Sorting
  /** Shown instead of a table without rows. */
  empty: ReactNode
}

/** A table that becomes a list of cards on small screens; the server sorts it. */
export function AdminTable<Row extends RowData & { id: number }>(props: Props<Row>) {
  const { caption, columns, rows, isLoading = false, sorting, empty } = props
  const table = useTable({
    features: tableFeatureSet,
    columns,
    data: rows,
    getRowId: (row) => String(row.id),
  })
  if (rows.length === 0 && !isLoading) return <div className="empty">{empty}</div>
  return (
    <div className="admin-table" aria-busy={isLoading}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col" {...sortProps(header.id, sorting)}>
                  <SortButton id={header.id} sorting={sorting}>
                    <table.FlexRender header={header} />
                  </SortButton>
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id} data-label={labelOf(cell.column.columnDef.header)}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Written before each cell where the header is not seen; acts need none. */
function labelOf(header: unknown): string | undefined {
  const label: unknown = typeof header === 'function' ? header() : header
  return typeof label === 'string' && label !== '' ? label : undefined
}

function directionOf(id: string, { sort }: Sorting): 'ascending' | 'descending' | undefined {
  if (sort === id) return 'ascending'
  return sort === `-${id}` ? 'descending' : undefined
}

function sortProps(id: string, sorting: Sorting | undefined) {
  const direction = sorting && directionOf(id, sorting)
  return direction ? { 'aria-sort': direction } : {}
}

type SortButtonProps = { id: string; sorting: Sorting | undefined; children: ReactNode }

function SortButton({ id, sorting, children }: SortButtonProps) {
  if (!sorting?.sortable.includes(id)) return children
  const direction = directionOf(id, sorting)
  return (
    <button
      type="button"
      className="admin-sort"
      title={m.admin_sort_by_this()}
      onClick={() => sorting.onSort(direction === 'ascending' ? `-${id}` : id)}
    >
      {children}
      <span aria-hidden="true">{direction ? (direction === 'ascending' ? '↑' : '↓') : '↕'}</span>
    </button>
  )
}
