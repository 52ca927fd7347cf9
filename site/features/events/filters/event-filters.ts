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

/** The values with one more, or without it when it was there. */
export function toggleValue<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
}

/** Whether less is shown than everything; another order is no filter. */
export function isFiltered(filters: AgendaQuery): boolean {
  return filteredPath('en', filters, { sort: undefined }) !== paths.events('en')
}
