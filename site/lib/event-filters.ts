import * as v from 'valibot'
import { paths, type Query } from './paths.ts'
import type { Locale } from '#worker/contract.ts'
import { EventsQuery } from '#worker/features/events/contract.ts'

const names = ['range', 'tz', 'language', 'platform', 'game', 'future_only', 'cursor'] as const

/** What the address asks for; a value that means nothing is left out rather than refused. */
export function readFilters(parameters: URLSearchParams): EventsQuery {
  const kept: Record<string, string | string[]> = {}
  for (const name of names) {
    const values = parameters.getAll(name).filter(Boolean)
    const value = values.length === 1 ? values[0] : values
    if (value === undefined || value.length === 0) continue
    if (v.safeParse(EventsQuery, { [name]: value }).success) kept[name] = value
  }
  return v.parse(EventsQuery, kept)
}

/** The address of the list with other filters; always from its first page. */
export function filteredPath(locale: Locale, filters: EventsQuery, change: Query = {}): string {
  const { range, tz, language, platform, game, future_only } = filters
  const query: Query = { range, language, platform, game, future_only, ...change }
  const isRanged = query.range !== 'all'
  return paths.events(locale, {
    ...query,
    range: isRanged ? query.range : undefined,
    tz: isRanged && tz !== 'UTC' ? tz : undefined,
  })
}

/** The values with one more, or without it when it was there. */
export function toggled<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
}

export function isFiltered(filters: EventsQuery): boolean {
  const { range, language, platform, game, future_only } = filters
  return range !== 'all' || future_only || language.length + platform.length + game.length > 0
}
