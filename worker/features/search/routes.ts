import { maxAgeUntilPhaseChange } from '#worker/features/events/event-rows.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { SearchQuery, SearchView } from './contract.ts'
import { search } from './search.ts'

export const searchEndpoints = [
  endpoint({
    route: 'GET /search',
    operationId: 'search',
    summary: 'Search events, groups, games and streamers by name, with tolerance for typing errors',
    access: 'visitor',
    query: SearchQuery,
    answer: SearchView,
    maxAge: ({ events }, { now }) => maxAgeUntilPhaseChange(events, now),
    run: (ctx, { query }) => search(ctx, query),
  }),
]
