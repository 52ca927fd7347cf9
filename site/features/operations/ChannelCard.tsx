import { getLocale } from '#messages/runtime'
import { deliveryChannelNames } from '#site/lib/labels.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import {
  DeliveryState,
  type DeliveryChannelView,
  type OperationsView,
} from '#worker/features/operations/contract.ts'
import { toStackedBars } from './bars.ts'
import { deliveryStateNames } from './operations-labels.ts'

type Props = { summary: OperationsView; view: DeliveryChannelView }

export function ChannelCard({ summary, view }: Props) {
  const channel = deliveryChannelNames[view.channel]()
  return (
    <section className="channel-card" aria-label={channel}>
      <h3>{channel}</h3>
      <DeliveryTotals view={view} />
      {view.by_hour.length === 0 ? (
        <p className="operations-chart quiet">{m.operations_chart_empty()}</p>
      ) : (
        <>
          <Chart summary={summary} view={view} label={m.operations_chart({ channel })} />
          <details>
            <summary>{m.operations_by_hour({ channel })}</summary>
            <HoursTable view={view} caption={m.operations_by_hour({ channel })} />
          </details>
        </>
      )}
    </section>
  )
}

function DeliveryTotals({ view: { totals } }: { view: DeliveryChannelView }) {
  return (
    <dl className="operations-totals">
      {DeliveryState.options.map((state) => (
        <div key={state} className={`operations-${state}`}>
          <dt>{deliveryStateNames[state]()}</dt>
          <dd className="figures">{formatCount(totals[state], getLocale())}</dd>
        </div>
      ))}
    </dl>
  )
}

type ChartProps = Props & { label: string }

/** No chart library: those draw in the browser alone and know none of the themes' colours. */
function Chart({ summary, view, label }: ChartProps) {
  const { hours, bars, tallest } = toStackedBars(summary, view)
  return (
    <>
      <p className="operations-most figures">
        {m.operations_chart_most({ count: formatCount(tallest, getLocale()) })}
      </p>
      <svg
        className="operations-chart"
        viewBox={`0 0 ${hours} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {bars.map(({ state, x, y, height }) => (
          <rect
            key={`${x} ${state}`}
            className={`operations-${state}`}
            x={x + 0.1}
            y={y}
            width={0.8}
            height={height}
          />
        ))}
      </svg>
    </>
  )
}

function HoursTable({ view, caption }: { view: DeliveryChannelView; caption: string }) {
  // The totals show the others as zero.
  const states = DeliveryState.options.filter((state) =>
    view.by_hour.some((hour) => hour[state] > 0),
  )
  return (
    <div className="operations-hours" tabIndex={0} role="group" aria-label={caption}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{m.operations_hour()}</th>
            {states.map((state) => (
              <th key={state} scope="col">
                {deliveryStateNames[state]()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.by_hour.toReversed().map((hour) => (
            <tr key={hour.at}>
              <th scope="row">
                <LocalTime at={hour.at} />
              </th>
              {states.map((state) => (
                <td key={state} className="figures">
                  {formatCount(hour[state], getLocale())}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
