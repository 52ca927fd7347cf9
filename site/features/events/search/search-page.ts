import * as v from 'valibot'
import { SearchQuery, SearchType } from '#worker/features/events/search/contract.ts'

const atMost = { all: 8, one: 60 }

export type SearchPageQuery = {
  text: string
  /** Undefined: all of them. */
  type: SearchType | undefined
  limit: number
  isTooLong: boolean
}

/** What the address of the search page asks for; what makes no sense is left out. */
export function readSearch(parameters: URLSearchParams): SearchPageQuery {
  const typed = (parameters.get('q') ?? '').replace(/\s+/g, ' ').trim()
  const type = v.safeParse(SearchType, parameters.get('types'))
  const isSearch = v.safeParse(SearchQuery.entries.q, typed)
  return {
    text: isSearch.success ? isSearch.output : '',
    type: type.success ? type.output : undefined,
    limit: type.success ? atMost.one : atMost.all,
    isTooLong: typed.length > 200,
  }
}
