import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { SearchField } from '#site/ui/admin/SearchField.tsx'
import { m } from '#site/lib/messages.ts'
import type { ProposalCounts } from '#worker/features/moderation/proposals/contract.ts'
import { approvalDelayOptions, countText, statusFilters, sortOptions } from './labels.ts'
import type { PanelQuery } from './proposals.store.ts'

type Props = {
  query: PanelQuery
  counts: ProposalCounts
  delay: number
  onDelay: (seconds: number) => void
  onQuery: (query: Partial<PanelQuery>) => void
}

export function Toolbar({ query, counts, delay, onDelay, onQuery }: Props) {
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
            {status !== 'all' && counts[status] > 0 && (
              <span className="count figures">{countText(counts[status])}</span>
            )}
          </button>
        ))}
      </div>
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
