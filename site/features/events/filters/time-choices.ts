import { m } from '#site/lib/messages.ts'
import type { Query } from '#site/lib/paths.ts'
import type { AgendaQuery } from '#worker/features/events/contract.ts'

type TimeFilters = Pick<AgendaQuery, 'range' | 'future_only' | 'phase'>
export type TimeChoice = { name: string; label: () => string } & TimeFilters

const anyTime: TimeFilters = { range: 'all', future_only: false, phase: [] }

/** Each choice stands for all parameters of time together. */
export const timeTabs: TimeChoice[] = [
  { ...anyTime, name: 'tonight', label: m.events_range_tonight, range: 'tonight' },
  { ...anyTime, name: 'week', label: m.events_range_week, range: 'week' },
  { ...anyTime, name: 'all', label: m.events_range_all },
  { ...anyTime, name: 'past', label: m.events_phase_past, phase: ['past'] },
  { ...anyTime, name: 'live', label: m.events_range_live, phase: ['live'] },
]

/** In a menu behind the tabs. */
export const foldedTimeChoices: TimeChoice[] = [
  { ...anyTime, name: 'today', label: m.events_range_today, range: 'today' },
  { ...anyTime, name: 'month', label: m.events_range_month, range: 'month' },
  { ...anyTime, name: 'upcoming', label: m.events_future_only, future_only: true },
]

export const timeChoices = [...timeTabs, ...foldedTimeChoices]

/** Undefined where an address asks for more than one choice can say, such as a range of days. */
export function findTimeChoice(filters: AgendaQuery): TimeChoice | undefined {
  if (filters.from !== undefined || filters.to !== undefined) return undefined
  return timeChoices.find(
    ({ range, future_only, phase }) =>
      range === filters.range &&
      future_only === filters.future_only &&
      phase.join() === filters.phase.join(),
  )
}

/** Takes the place of whatever time was asked for. */
export function toTimeQuery({ range, future_only, phase }: TimeChoice): Query {
  return { range, future_only, phase, from: undefined, to: undefined }
}
