import * as v from 'valibot'
import { dayMs } from '#worker/contracts/durations.ts'
import { paths, type Query } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { GamesQuery } from '#worker/features/directory/games/contract.ts'
import { StreamersQuery } from '#worker/features/directory/streamers/contract.ts'
import { GroupEventsQuery, GroupsQuery } from '#worker/features/directory/groups/contract.ts'

type CatalogueSchema = typeof GamesQuery | typeof StreamersQuery

/** A value that means nothing to the list is left out rather than refused. */
function pickValidParameters(
  schema: CatalogueSchema,
  parameters: URLSearchParams,
): Record<string, string> {
  const names = Object.keys(schema.entries).filter((name) => name !== 'limit')
  const pairs = names.map((name) => [name, parameters.get(name) ?? ''] as const)
  return Object.fromEntries(
    pairs.filter(([name, value]) => value && v.safeParse(schema, { [name]: value }).success),
  )
}

export function readGameFilters(parameters: URLSearchParams): GamesQuery {
  return v.parse(GamesQuery, pickValidParameters(GamesQuery, parameters))
}

/** A random order that no seed names is the day's. */
export function readStreamerFilters(parameters: URLSearchParams, now: number): StreamersQuery {
  const seed = String(Math.floor(now / dayMs))
  return v.parse(StreamersQuery, { seed, ...pickValidParameters(StreamersQuery, parameters) })
}

/** Always from the first page. */
export function gamesPath(locale: Locale, { q, sort }: GamesQuery, change: Query = {}): string {
  const query = { q, sort, ...change }
  return paths.games(locale, {
    ...query,
    sort: query.sort === 'popularity' ? undefined : query.sort,
  })
}

export function streamersPath(
  locale: Locale,
  { q, sort, platform, seed }: StreamersQuery,
  change: Query = {},
): string {
  const query = { q, sort, platform, seed, ...change }
  return paths.streamers(locale, {
    ...query,
    sort: query.sort === 'followers' ? undefined : query.sort,
    seed: query.sort === 'random' ? query.seed : undefined,
  })
}

type SchemaEntries = v.ObjectEntries

function parseValidParameters<const Schema extends v.ObjectSchema<SchemaEntries, undefined>>(
  schema: Schema,
  parameters: URLSearchParams,
  names: readonly (keyof Schema['entries'] & string)[],
): v.InferOutput<Schema> {
  const validPairs = names.flatMap((name) => {
    const value = parameters.get(name)
    return value && v.safeParse(schema, { [name]: value }).success ? [[name, value]] : []
  })
  return v.parse(schema, Object.fromEntries(validPairs))
}

export function readGroupFilters(parameters: URLSearchParams): GroupsQuery {
  return parseValidParameters(GroupsQuery, parameters, ['q', 'cursor'])
}

export function readGroupEventsFilters(parameters: URLSearchParams): GroupEventsQuery {
  return parseValidParameters(GroupEventsQuery, parameters, ['period', 'cursor'])
}
