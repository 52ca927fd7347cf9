import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { SearchField } from '#site/ui/admin/SearchField.tsx'
import { m } from '#site/lib/messages.ts'
import type { ProposalCounts } from '#worker/features/moderation/proposals/contract.ts'
import { approvalDelayOptions, cappedCountText, statusFilters, sortOptions } from './labels.ts'
import type { ProposalsPanelQuery } from './proposals.store.ts'

type Props = {
  query: ProposalsPanelQuery
  counts: ProposalCounts
  delay: number
  onDelay: (seconds: number) => void
  onQuery: (query: Partial<ProposalsPanelQuery>) => void
}

export function Toolbar({ query, counts, delay, onDelay, onQuery }: Props) {
  const statuses = statusFilters.map((filter) => ({
    ...filter,
    count: filter.status === 'all' ? undefined : counts[filter.status],
  }))
  const selectedStatus = statuses.find(({ status }) => status === query.status)
  return (
    <div className="proposals-toolbar">
      <details className="admin-fold">
        <summary className="button">
          {selectedStatus && <StatusLabel {...selectedStatus} />}
        </summary>
      </details>
      <div className="tabs admin-folded" role="group" aria-label={m.proposals_status()}>
        {statuses.map(({ status, label, count }) => (
          <button
            key={status}
            type="button"
            aria-pressed={status === query.status}
            onClick={() => onQuery({ status })}
          >
            <StatusLabel label={label} count={count} />
          </button>
        ))}
      </div>
      <div className="admin-toolbar admin-folded proposals-filters">
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

function StatusLabel({ label, count }: { label: () => string; count: number | undefined }) {
  return (
    <>
      {label()}
      {count !== undefined && <span className="count figures">{cappedCountText(count)}</span>}
    </>
  )
}
