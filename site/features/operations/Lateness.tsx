import { getLocale } from '#messages/runtime'
import { deliveryKindLabels } from '#site/features/notifications/kind-labels.ts'
import { formatCount, formatShare } from '#site/lib/format.ts'
import { deliveryChannelNames } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import { AdminTable } from '#site/ui/admin/AdminTable.tsx'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { onTimeClasses } from '#worker/contracts/lateness.ts'
import type { LatenessView } from '#worker/features/operations/contract.ts'
import { formatLateness, formatUnit } from './lateness-texts.ts'

type LatenessRow = LatenessView & { id: number }

const helper = createColumnBuilders<LatenessRow>()

function percentileColumn(name: string, label: () => string, index: number) {
  return helper.cell(name, label, ({ percentiles }) => (
    <span className="figures">
      {percentiles ? formatLateness(percentiles[index] ?? null) : '–'}
    </span>
  ))
}

const columns = [
  helper.cell('kind', m.lateness_message, (row) => <MessageName row={row} />),
  helper.count('accepted', m.lateness_accepted, ({ accepted }) => accepted),
  helper.cell('on_time', m.lateness_on_time, (row) => <OnTime row={row} />),
  percentileColumn('median', m.lateness_median, 0),
  percentileColumn('p90', () => m.lateness_percentile({ share: formatShare(0.9, getLocale()) }), 1),
  percentileColumn(
    'p99',
    () => m.lateness_percentile({ share: formatShare(0.99, getLocale()) }),
    2,
  ),
  helper.count('unknown', m.operations_state_unknown, ({ unknown }) => unknown),
  helper.count('failed', m.operations_state_dead, ({ failed }) => failed),
]

export function Lateness({ lateness }: { lateness: LatenessView[] }) {
  const rows = lateness.map((row, index) => ({ ...row, id: index }))
  return (
    <section className="stack" aria-labelledby="operations-lateness">
      <h2 id="operations-lateness">{m.lateness_title()}</h2>
      <p className="quiet">{m.lateness_text()}</p>
      <AdminTable
        caption={m.lateness_title()}
        columns={columns}
        rows={rows}
        empty={<p>{m.lateness_none()}</p>}
      />
    </section>
  )
}

function MessageName({ row: { kind, mark, channel } }: { row: LatenessRow }) {
  return (
    <span className="operations-message">
      <b>
        {deliveryKindLabels[kind]()}
        {mark > 0 && ` · ${formatUnit(mark, 'hour')}`}
      </b>
      <span className="quiet">{deliveryChannelNames[channel]()}</span>
    </span>
  )
}

function OnTime({ row }: { row: LatenessRow }) {
  const { accepted, on_time } = row
  if (accepted === 0) return <span className="quiet">–</span>
  return (
    <span className="operations-message">
      <span className="figures" title={formatCount(on_time, getLocale())}>
        {formatShare(on_time / accepted, getLocale())}
      </span>
      <Histogram row={row} />
    </span>
  )
}

/** The columns beside it say the same in words. */
function Histogram({ row: { classes } }: { row: LatenessRow }) {
  const tallest = Math.max(...classes)
  return (
    <svg
      className="operations-histogram"
      viewBox={`0 0 ${classes.length} 20`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {classes.map((count, index) => {
        const height = count === 0 ? 0.5 : Math.max(1.5, (count / tallest) * 20)
        return (
          <rect
            key={index}
            className={onTimeClasses.includes(index) ? 'operations-sent' : 'operations-dead'}
            x={index + 0.1}
            y={20 - height}
            width={0.8}
            height={height}
          />
        )
      })}
    </svg>
  )
}
