import { getLocale } from '#messages/runtime'
import type { ReactNode } from 'react'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { TimeForm } from '#site/lib/time/time-text.ts'
import type { Column } from './AdminTable.tsx'
import { RowActions, type RowAction } from './RowActions.tsx'

/** Columns of a table, made once beside the component that shows it. */
export function createColumnBuilders<Row>() {
  function cell(
    id: string,
    header: Column<Row>['header'],
    cellOf: Column<Row>['cell'],
  ): Column<Row> {
    return { id, header, cell: cellOf }
  }

  /** Controls at the end of a row. */
  function last(controlsOf: (row: Row) => ReactNode) {
    const header = () => <span className="visually-hidden">{m.admin_actions()}</span>
    return cell('acts', header, controlsOf)
  }

  return {
    cell,

    /** A number of something, as the reader writes numbers. */
    count: (id: string, header: () => string, countOf: (row: Row) => number) =>
      cell(id, header, (row) => (
        <span className="figures">{formatCount(countOf(row), getLocale())}</span>
      )),

    /** An instant in the reader's zone. */
    time: (id: string, header: () => string, timeOf: (row: Row) => string, as: TimeForm = 'when') =>
      cell(id, header, (row) => <LocalTime at={timeOf(row)} as={as} />),

    /** What can be done to a row, at its end. */
    acts: (actsOf: (row: Row) => RowAction[]) => last((row) => <RowActions acts={actsOf(row)} />),
    last,
  }
}
