import { createColumnHelper, tableFeatures, type RowData } from '@tanstack/react-table'
import { getLocale } from '#messages/runtime'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { RowActs, type RowAct } from './RowActs.tsx'

export const features = tableFeatures({})

/** Columns of a table, made once beside the component that shows it. */
export function columnsOf<Row extends RowData>() {
  const helper = createColumnHelper<typeof features, Row>()
  return {
    ...helper,

    /** A number of something, as the reader writes numbers. */
    count: (id: string, header: () => string, countOf: (row: Row) => number) =>
      helper.display({
        id,
        header,
        cell: ({ row }) => (
          <span className="figures">{formatCount(countOf(row.original), getLocale())}</span>
        ),
      }),

    /** What can be done to a row, at its end. */
    acts: (actsOf: (row: Row) => RowAct[]) =>
      helper.display({
        id: 'acts',
        header: () => <span className="visually-hidden">{m.admin_acts()}</span>,
        cell: ({ row }) => <RowActs acts={actsOf(row.original)} />,
      }),
  }
}
