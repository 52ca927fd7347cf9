import type { ReactNode } from 'react'
import { m } from '#site/lib/messages.ts'

export type Column<Row> = {
  id: string
  header: () => ReactNode
  cell: (row: Row) => ReactNode
}

type TableSorting = {
  /** With a minus for descending. */
  sort: string | undefined
  sortable: readonly string[]
  onSort: (sort: string) => void
}

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: Row[]
  isLoading?: boolean
  sorting?: TableSorting | undefined
  empty: ReactNode
}

export function AdminTable<Row extends { id: number }>(props: Props<Row>) {
  const { caption, columns, rows, isLoading = false, sorting, empty } = props
  if (rows.length === 0 && !isLoading) return <div className="empty">{empty}</div>
  return (
    <div className="admin-table" aria-busy={isLoading}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, header }) => (
              <th key={id} scope="col" {...buildSortProps(id, sorting)}>
                <SortButton id={id} sorting={sorting}>
                  {header()}
                </SortButton>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ id, header, cell }) => (
                <td key={id} data-label={readHeaderText(header())}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Written before each cell where the header is not seen; actions need none. */
function readHeaderText(header: ReactNode): string | undefined {
  return typeof header === 'string' && header !== '' ? header : undefined
}

function findSortDirection(
  id: string,
  { sort }: TableSorting,
): 'ascending' | 'descending' | undefined {
  if (sort === id) return 'ascending'
  return sort === `-${id}` ? 'descending' : undefined
}

function buildSortProps(id: string, sorting: TableSorting | undefined) {
  const direction = sorting && findSortDirection(id, sorting)
  return direction ? { 'aria-sort': direction } : {}
}

type SortButtonProps = { id: string; sorting: TableSorting | undefined; children: ReactNode }

function SortButton({ id, sorting, children }: SortButtonProps) {
  if (!sorting?.sortable.includes(id)) return children
  const direction = findSortDirection(id, sorting)
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
