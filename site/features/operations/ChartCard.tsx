import type { ReactNode } from 'react'
import { getLocale } from '#messages/runtime'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { stackBars, type Bar, type BarPart } from './bars.ts'

export type ChartSeries<Name extends string> = {
  name: Name
  /** Class of its color. */
  look: string
  label: () => string
}

type Props<Name extends string> = {
  title: string
  /** Series in the order from the foot of a bar. */
  series: readonly ChartSeries<Name>[]
  /** The sum of the bars, where nothing else is given. */
  totals?: Readonly<Record<Name, number>>
  rows: readonly (Bar<Name> & { name: ReactNode })[]
  /** Places along the chart. */
  length: number
  /** Bars lie beside their names. */
  isLying?: boolean
  peak?: (inputs: { count: string }) => string
  label: string
  /** Caption of the table, and the head of its first column. */
  caption: string
  head: string
}

/** Totals that name the colors, bars, and a table of the same figures. */
export function ChartCard<Name extends string>(props: Props<Name>) {
  const { title, rows } = props
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
            <summary>{props.caption}</summary>
            <CountsTable {...props} />
          </details>
        </>
      )}
    </section>
  )
}

function Totals<Name extends string>({ series, rows, totals }: Props<Name>) {
  const sumOf = (name: Name) => rows.reduce((sum, { counts }) => sum + counts[name], 0)
  return (
    <dl className="operations-totals">
      {series.toReversed().map(({ name, look, label }) => (
        <div key={name} className={look}>
          <dt>{label()}</dt>
          <dd className="figures">
            {formatCount(totals ? totals[name] : sumOf(name), getLocale())}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** No chart library: those draw in the browser alone and know none of the themes' colours. */
function Bars<Name extends string>(props: Props<Name>) {
  const { label, series, rows, length, isLying = false, peak } = props
  const { parts, longest } = stackBars(
    rows,
    series.map(({ name }) => name),
  )
  const looks = new Map(series.map(({ name, look }) => [name, look]))
  return (
    <>
      {peak && (
        <p className="operations-most figures">
          {peak({ count: formatCount(longest, getLocale()) })}
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
          viewBox={isLying ? `0 0 100 ${length}` : `0 0 ${length} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          {parts.map((part) => (
            <rect
              key={`${part.at} ${part.series}`}
              className={looks.get(part.series)}
              {...(isLying ? lieDown(part) : stand(part))}
            />
          ))}
        </svg>
      </div>
    </>
  )
}

function stand({ at, from, size }: BarPart<string>) {
  return { x: at + 0.1, y: 100 - from - size, width: 0.8, height: size }
}

function lieDown({ at, from, size }: BarPart<string>) {
  return { x: from, y: at + 0.2, width: size, height: 0.6 }
}

function CountsTable<Name extends string>(props: Props<Name>) {
  const { caption, head, series, rows, isLying = false } = props
  // The totals show the others as zero.
  const shown = series.toReversed().filter(({ name }) => rows.some((row) => row.counts[name] > 0))
  return (
    <div className="operations-hours" tabIndex={0} role="group" aria-label={caption}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {shown.map(({ name, label }) => (
              <th key={name} scope="col">
                {label()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isLying ? rows : rows.toReversed()).map(({ at, name, counts }) => (
            <tr key={at}>
              <th scope="row">{name}</th>
              {shown.map((one) => (
                <td key={one.name} className="figures">
                  {formatCount(counts[one.name], getLocale())}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
