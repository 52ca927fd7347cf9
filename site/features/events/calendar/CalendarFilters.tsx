import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { categoryName } from '#site/lib/event-labels.ts'
import { languageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { islandIcon } from '#site/ui/island-icon.ts'
import { Markup } from '#site/ui/Markup.tsx'
import { platforms } from '#worker/contracts/platforms.ts'
import type { CalendarFilters } from '#worker/features/events/calendar/contract.ts'
import { countFilters, filterValues, noFilters } from './address.ts'
import { CalendarLink, useCalendar } from './CalendarLink.tsx'

/** Folds what comes after it, as on the page of events: all but the chips only on a phone. */
export function FilterFold() {
  const count = countFilters(useStore(useCalendar().$address))
  return (
    <details className="cal-fold">
      <summary className="button">
        <Markup html={islandIcon('filter', 18)} />
        <span className="cal-fold-label">{m.events_filters()}</span>
        {count > 0 && <b className="badge figures">{count}</b>}
      </summary>
    </details>
  )
}

export function FilterChips() {
  const address = useStore(useCalendar().$address)
  return (
    <div className="cal-chips cal-folded">
      <ChipGroup label={m.events_language()}>
        {filterValues.language.map((language) => (
          <FilterChip key={language} name="language" value={language}>
            <span lang={language}>{languageName(language)}</span>
          </FilterChip>
        ))}
      </ChipGroup>
      <ChipGroup label={m.events_platform()}>
        {filterValues.platform.map((platform) => (
          <FilterChip key={platform} name="platform" value={platform}>
            {platforms[platform].name}
          </FilterChip>
        ))}
      </ChipGroup>
      <ChipGroup label={m.events_category()}>
        {filterValues.category.map((category) => (
          <FilterChip key={category} name="category" value={category}>
            {categoryName(category)}
          </FilterChip>
        ))}
      </ChipGroup>
      {countFilters(address) > 0 && (
        <CalendarLink className="button button-small" change={noFilters} act="clear">
          {m.events_clear()}
        </CalendarLink>
      )}
    </div>
  )
}

function ChipGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="cal-chip-group-row" role="group" aria-label={label}>
      {children}
    </div>
  )
}

type FilterChipProps<Name extends keyof CalendarFilters> = {
  name: Name
  value: CalendarFilters[Name][number]
  children: ReactNode
}

function FilterChip<Name extends keyof CalendarFilters>(props: FilterChipProps<Name>) {
  const { name, value, children } = props
  const address = useStore(useCalendar().$address)
  const chosen: readonly string[] = address[name]
  const isChosen = chosen.includes(value)
  // In the order of the table, so that one choice has one address.
  const next = filterValues[name].filter((one) => (one === value) !== chosen.includes(one))
  return (
    <CalendarLink
      className="chip"
      change={{ [name]: next }}
      isCurrent={isChosen}
      act={`${name}-${value}`}
      rel="nofollow"
    >
      {children}
    </CalendarLink>
  )
}
