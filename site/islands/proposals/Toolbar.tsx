import { useId } from 'react'
import { m } from '#site/lib/messages.ts'
import { delays, filters, pageSizes } from './labels.ts'
import type { PanelQuery } from './proposals.store.ts'

type Props = {
  panel: PanelQuery
  delay: number
  onDelay: (seconds: number) => void
  onQuery: (query: Partial<PanelQuery>) => void
}

export function Toolbar({ panel, delay, onDelay, onQuery }: Props) {
  const delayId = useId()
  const sizeId = useId()
  return (
    <div className="proposals-toolbar">
      <div className="tabs" role="group" aria-label={m.proposals_status()}>
        {filters.map(({ status, label }) => (
          <button
            key={status}
            type="button"
            aria-pressed={status === panel.status}
            onClick={() => onQuery({ status, page: 1 })}
          >
            {label()}
          </button>
        ))}
      </div>
      <div className="proposals-choices">
        <p>
          <label htmlFor={delayId}>{m.proposals_delay()}</label>
          <select
            id={delayId}
            className="select"
            value={delay}
            onChange={(event) => onDelay(Number(event.target.value))}
          >
            {delays.map(({ seconds, label }) => (
              <option key={seconds} value={seconds}>
                {label()}
              </option>
            ))}
          </select>
        </p>
        <p>
          <label htmlFor={sizeId}>{m.proposals_per_page()}</label>
          <select
            id={sizeId}
            className="select"
            value={panel.per_page}
            onChange={(event) => onQuery({ per_page: Number(event.target.value), page: 1 })}
          >
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </p>
      </div>
      <Legend />
    </div>
  )
}

const keys = [
  { keys: ['j', 'k'], label: m.proposals_key_move },
  { keys: ['a'], label: m.proposals_key_approve },
  { keys: ['r'], label: m.proposals_key_reject },
]

function Legend() {
  return (
    <dl className="proposals-keys quiet" aria-label={m.proposals_keys()}>
      {keys.map(({ keys: names, label }) => (
        <div key={names.join()}>
          <dt>
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd>{label()}</dd>
        </div>
      ))}
    </dl>
  )
}
