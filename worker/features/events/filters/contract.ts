import type { AgendaQuery } from '#worker/features/events/contract.ts'

type ListFilterSettings = {
  /** In the page's form, in its control for time, or as an exact choice of a suggestion. */
  field: 'form' | 'time' | 'choice' | null
  /** Calendars and feeds take it, or have no pages, or have an order of their own. */
  subscription: 'followed' | 'no pages' | 'own order'
}

const form = { field: 'form', subscription: 'followed' } as const
const choice = { field: 'choice', subscription: 'followed' } as const
const time = { field: 'time', subscription: 'followed' } as const
const page = { field: null, subscription: 'no pages' } as const

/** In the order of chips and names of feeds. None depends on a person: see personal calendars. */
export const eventListFilters = {
  group: form,
  streamer: choice,
  streamer_q: form,
  game: choice,
  game_q: form,
  q: form,
  category: form,
  language: form,
  platform: form,
  range: time,
  from: form,
  to: form,
  future_only: time,
  phase: time,
  tz: { field: null, subscription: 'followed' },
  sort: { field: 'form', subscription: 'own order' },
  limit: page,
  cursor: page,
} as const satisfies Record<keyof AgendaQuery, ListFilterSettings>

export type FilterName = keyof typeof eventListFilters
export const filterNames = Object.keys(eventListFilters) as FilterName[]

type FollowedFilterName = {
  [Name in FilterName]: (typeof eventListFilters)[Name]['subscription'] extends 'followed'
    ? Name
    : never
}[FilterName]

export const subscribableFilterNames = filterNames.filter(
  (name): name is FollowedFilterName => eventListFilters[name].subscription === 'followed',
)
