import * as v from 'valibot'
import { paths, type Query } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { AgendaQuery } from '#worker/features/events/contract.ts'

const names = Object.keys(AgendaQuery.entries).filter((name) => name !== 'limit')

/** What the address asks for; a value that means nothing is left out rather than refused. */
export function readFilters(parameters: URLSearchParams): AgendaQuery {
  const isGood = (name: string, value: string | string[]) =>
    v.safeParse(AgendaQuery, { [name]: value }).success
  const kept: Record<string, string | string[] | undefined> = {}
  for (const name of names) {
    const good = parameters.getAll(name).filter((value) => value !== '' && isGood(name, value))
    if (good.length > 0) kept[name] = isGood(name, good) ? good : good[0]
  }
  return v.parse(AgendaQuery, kept)
}

/** The address of the list with other filters; always from its first page. */
export function filteredPath(locale: Locale, filters: AgendaQuery, change: Query = {}): string {
  const { cursor, limit, tz, ...kept } = filters
  const query: Query = { ...kept, ...change }
  const isRanged = query.range !== 'all' && query.range !== undefined
  const isDated = isRanged || Boolean(query.from) || Boolean(query.to)
  return paths.events(locale, {
    ...query,
    range: isRanged ? query.range : undefined,
    sort: query.sort === 'start' ? undefined : query.sort,
    tz: isDated && tz !== 'UTC' ? tz : undefined,
  })
}

/** How many filters of the form are on; the control for time shows its own choice. */
export function countFilters(filters: AgendaQuery): number {
  const { range, future_only, phase, sort, tz, limit, cursor, ...ofForm } = filters
  return Object.values(ofForm).flat().filter(Boolean).length
}

/** Whether less is shown than everything; another order is no filter. */
export function isFiltered(filters: AgendaQuery): boolean {
  return filteredPath('en', filters, { sort: undefined }) !== paths.events('en')
}
