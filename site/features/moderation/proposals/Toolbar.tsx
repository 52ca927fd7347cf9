import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { SearchField } from '#site/ui/admin/SearchField.tsx'
import { m } from '#site/lib/messages.ts'
import { approvalDelayOptions, statusFilters, sortOptions } from './labels.ts'
import type { PanelQuery } from './proposals.store.ts'

type Props = {
  query: PanelQuery
  delay: number
  onDelay: (seconds: number) => void
  onQuery: (query: Partial<PanelQuery>) => void
}

export function Toolbar({ query, delay, onDelay, onQuery }: Props) {
  return (
    <div className="proposals-toolbar">
      <div className="tabs" role="group" aria-label={m.proposals_status()}>
        {statusFilters.map(({ status, label }) => (
          <button
            key={status}
            type="button"
            aria-pressed={status === query.status}
            onClick={() => onQuery({ status })}
          >
            {label()}
          </button>
        ))}
      </div>
      <Legend />
      <div className="admin-toolbar proposals-filters">
        <SearchField
          label={m.proposals_search()}
          value={query.q}
          onSearch={(q) => onQuery({ q })}
        />
        <LabeledSelect
          label={m.proposals_sort()}
          value={query.sort}
          options={sortOptions.map(({ value, label }) => ({ value, label: label() }))}
          onChange={(sort) => onQuery({ sort })}
        />
        <LabeledSelect
          label={m.proposals_delay()}
          value={delay}
          options={approvalDelayOptions.map(({ value, label }) => ({ value, label: label() }))}
          onChange={onDelay}
        />
      </div>
    </div>
  )
}

const keys = [
  { keys: ['j', 'k'], label: m.proposals_key_move },
  { keys: ['a'], label: m.proposals_key_approve },
  { keys: ['r'], label: m.proposals_key_reject },
  { keys: ['e'], label: m.proposals_key_edit },
  { keys: ['x'], label: m.proposals_key_mark },
  { keys: ['u'], label: m.proposals_key_undo },
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
