import * as v from 'valibot'
import { TimeZone } from '#worker/contracts/time.ts'
import { SearchQuery, SearchType } from '#worker/features/search/contract.ts'

const atMost = { all: 8, one: 60 }

export type SearchPageQuery = {
  text: string
  /** Undefined: all types. */
  type: SearchType | undefined
  limit: number
  /** Undefined: days are those of UTC. */
  tz: string | undefined
  isTooLong: boolean
}

/** Values that make no sense are left out. */
export function readSearchPageQuery(parameters: URLSearchParams): SearchPageQuery {
  const typed = (parameters.get('q') ?? '').replace(/\s+/g, ' ').trim()
  const type = v.safeParse(SearchType, parameters.get('types'))
  const tz = v.safeParse(TimeZone, parameters.get('tz'))
  const isSearch = v.safeParse(SearchQuery.entries.q, typed)
  return {
    text: isSearch.success ? isSearch.output : '',
    type: type.success ? type.output : undefined,
    limit: type.success ? atMost.one : atMost.all,
    tz: tz.success ? tz.output : undefined,
    isTooLong: typed.length > 200,
  }
}
