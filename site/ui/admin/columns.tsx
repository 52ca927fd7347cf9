import { getLocale } from '#messages/runtime'
import type { ReactNode } from 'react'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { TimeFormatName } from '#site/lib/time/time-text.ts'
import type { Column } from './AdminTable.tsx'
import { RowActions, type RowAction } from './RowActions.tsx'

/** For columns made once beside the component that shows them. */
export function createColumnBuilders<Row>() {
  function cell(
    id: string,
    header: Column<Row>['header'],
    cellOf: Column<Row>['cell'],
  ): Column<Row> {
    return { id, header, cell: cellOf }
  }

  function last(controlsOf: (row: Row) => ReactNode) {
    const header = () => <span className="visually-hidden">{m.admin_actions()}</span>
    return cell('acts', header, controlsOf)
  }

  return {
    cell,

    count: (id: string, header: () => string, countOf: (row: Row) => number) =>
      cell(id, header, (row) => (
        <span className="figures">{formatCount(countOf(row), getLocale())}</span>
      )),

    time: (
      id: string,
      header: () => string,
      timeOf: (row: Row) => string,
      as: TimeFormatName = 'when',
    ) => cell(id, header, (row) => <LocalTime at={timeOf(row)} as={as} />),

    acts: (actsOf: (row: Row) => RowAction[]) => last((row) => <RowActions acts={actsOf(row)} />),
    last,
  }
}
