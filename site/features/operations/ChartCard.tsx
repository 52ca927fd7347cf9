import type { ReactNode } from 'react'
import { getLocale } from '#messages/runtime'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { DeliveryState } from '#worker/features/operations/contract.ts'
import { barStates, stackBars, type Bar } from './bars.ts'

type Props = {
  title: string
  /** Names of the states that the chart shows, each by the color of the state. */
  labels: Partial<Record<DeliveryState, () => string>>
  /** The sums of the bars, where nothing else is given. */
  totals?: Bar['counts']
  rows: readonly (Bar & { name: ReactNode })[]
  /** Hours, where bars stand side by side; otherwise they lie beside their names. */
  hours?: number
  label?: string
  /** Caption of the table, and the head of its first column. */
  caption: string
  head: string
}

/** Totals that name the colors, bars, and a table of the same figures. */
export function ChartCard(props: Props) {
  const { title, rows, caption } = props
  return (
    <section className="channel-card" aria-label={title}>
      <h3>{title}</h3>
      <Totals {...props} />
      {rows.length === 0 ? (
        <p className="operations-chart quiet">{m.operations_chart_empty()}</p>
      ) : (
        <>
          <Bars {...props} />
          <details>
            <summary>{caption}</summary>
            <CountsTable {...props} />
          </details>
        </>
      )}
    </section>
  )
}

const listStates = (labels: Props['labels']) =>
  barStates.toReversed().filter((state) => labels[state])

function Totals({ labels, rows, totals }: Props) {
  const sumOf = (state: DeliveryState) =>
    rows.reduce((sum, { counts }) => sum + (counts[state] ?? 0), 0)
  return (
    <dl className="operations-totals">
      {listStates(labels).map((state) => (
        <div key={state} className={`operations-${state}`}>
          <dt>{labels[state]?.()}</dt>
          <dd className="figures">{formatCount(totals?.[state] ?? sumOf(state), getLocale())}</dd>
        </div>
      ))}
    </dl>
  )
}

/** No chart library: those draw in the browser alone and know none of the themes' colours. */
function Bars({ title, label = title, rows, hours }: Props) {
  const { parts, longest } = stackBars(rows)
  const isLying = hours === undefined
  return (
    <>
      {!isLying && (
        <p className="operations-most figures">
          {m.operations_chart_most({ count: formatCount(longest, getLocale()) })}
        </p>
      )}
      <div className={isLying ? 'operations-lying' : undefined}>
        {isLying && (
          <div className="operations-names" aria-hidden="true">
            {rows.map(({ at, name }) => (
              <span key={at}>{name}</span>
            ))}
          </div>
        )}
        <svg
          className="operations-chart"
          viewBox={isLying ? `0 0 100 ${rows.length}` : `0 0 ${hours} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          {parts.map(({ state, at, from, size }) => (
            <rect
              key={`${at} ${state}`}
              className={`operations-${state}`}
              {...(isLying
                ? { x: from, y: at + 0.2, width: size, height: 0.6 }
                : { x: at + 0.1, y: 100 - from - size, width: 0.8, height: size })}
            />
          ))}
        </svg>
      </div>
    </>
  )
}

function CountsTable({ caption, head, labels, rows, hours }: Props) {
  // The totals show the others as zero.
  const shown = listStates(labels).filter((state) => rows.some(({ counts }) => counts[state]))
  return (
    <div className="operations-hours" tabIndex={0} role="group" aria-label={caption}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {[head, ...shown.map((state) => labels[state]?.())].map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(hours === undefined ? rows : rows.toReversed()).map(({ at, name, counts }) => (
            <tr key={at}>
              <th scope="row">{name}</th>
              {shown.map((state) => (
                <td key={state} className="figures">
                  {formatCount(counts[state] ?? 0, getLocale())}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
