import * as v from 'valibot'
import { paths, type Query } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { AgendaQuery } from '#worker/features/events/contract.ts'
import {
  filterNames,
  subscribableFilterNames,
  eventListFilters,
  type FilterName,
} from '#worker/features/events/filters/contract.ts'

const names = filterNames.filter((name) => name !== 'limit')

/** A value that means nothing is left out rather than refused. */
export function readAgendaFilters(parameters: URLSearchParams): AgendaQuery {
  const isGood = (name: string, value: string | string[]) =>
    v.safeParse(AgendaQuery, { [name]: value }).success
  const kept: Record<string, string | string[] | undefined> = {}
  for (const name of names) {
    const good = parameters.getAll(name).filter((value) => value !== '' && isGood(name, value))
    if (good.length > 0) kept[name] = isGood(name, good) ? good : good[0]
  }
  return v.parse(AgendaQuery, kept)
}

/** Leads to the first page of the list. */
function buildListQuery(filters: AgendaQuery, change: Query): Query {
  const { cursor, limit, tz, ...kept } = filters
  const query: Query = { ...kept, ...change }
  const isRanged = query.range !== 'all' && query.range !== undefined
  const isDated = isRanged || Boolean(query.from) || Boolean(query.to)
  return {
    ...query,
    range: isRanged ? query.range : undefined,
    sort: query.sort === 'start' ? undefined : query.sort,
    tz: isDated && tz !== 'UTC' ? tz : undefined,
  }
}

export function filteredEventsPath(
  locale: Locale,
  filters: AgendaQuery,
  change: Query = {},
): string {
  return paths.events(locale, buildListQuery(filters, change))
}

export function toSubscriptionQuery(filters: AgendaQuery): Query {
  const query = buildListQuery(filters, {})
  return Object.fromEntries(subscribableFilterNames.map((name) => [name, query[name]]))
}

function isFormFilter(name: FilterName): boolean {
  return eventListFilters[name].field === 'form'
}

/** Parameters that the form has no field for, and more groups than its field can show. */
export function listFiltersOutsideForm(locale: Locale, filters: AgendaQuery): [string, string][] {
  const ofForm = Object.fromEntries(
    filterNames.filter(isFormFilter).map((name) => [name, undefined]),
  )
  const path = filteredEventsPath(locale, filters, { ...ofForm, group: filters.group.slice(1) })
  const carried = [...new URLSearchParams(path.split('?')[1])]
  return carried.filter(([name]) => name !== 'tz')
}

/** Time is left out: its control shows the choice. */
export function countAgendaFilters(filters: AgendaQuery): number {
  return subscribableFilterNames
    .filter((name) => isFormFilter(name) || eventListFilters[name].field === 'choice')
    .flatMap((name): unknown[] => [filters[name]].flat())
    .filter(Boolean).length
}

/** Another order is no filter. */
export function hasActiveFilters(filters: AgendaQuery): boolean {
  return filteredEventsPath('en', filters, { sort: undefined }) !== paths.events('en')
}
