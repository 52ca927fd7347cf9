import { createColumnHelper, tableFeatures, type RowData } from '@tanstack/react-table'
import { getLocale } from '#messages/runtime'
import type { ReactNode } from 'react'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { TimeForm } from '#site/lib/time/time-text.ts'
import { RowActions, type RowAction } from './RowActions.tsx'

export const tableFeatureSet = tableFeatures({})

/** Columns of a table, made once beside the component that shows it. */
export function createColumnBuilders<Row extends RowData>() {
  const helper = createColumnHelper<typeof tableFeatureSet, Row>()

  /** Controls at the end of a row. */
  function last(controlsOf: (row: Row) => ReactNode) {
    return helper.display({
      id: 'acts',
      header: () => <span className="visually-hidden">{m.admin_actions()}</span>,
      cell: ({ row }) => controlsOf(row.original),
    })
  }

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

    /** An instant in the reader's zone. */
    time: (id: string, header: () => string, timeOf: (row: Row) => string, as: TimeForm = 'when') =>
      helper.display({
        id,
        header,
        cell: ({ row }) => <LocalTime at={timeOf(row.original)} as={as} />,
      }),

    /** What can be done to a row, at its end. */
    acts: (actsOf: (row: Row) => RowAction[]) => last((row) => <RowActions acts={actsOf(row)} />),
    last,
  }
}
