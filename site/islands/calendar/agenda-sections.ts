import type { Reader } from '#site/lib/time-text.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'
import type { CalendarAddress } from './address.ts'
import { daysOfItem, toItem } from './entries.ts'
import { addDays, addMonths } from './month.ts'

const sparse = 8

type AgendaList = {
  /** Over several days and begun before the month. */
  continuing: EventSummary[]
  rest: EventSummary[]
}
export type AgendaSections = {
  /** What is over, while something is still to come. */
  earlier: AgendaList
  live: EventSummary[]
  ahead: AgendaList
  /** All of these. */
  listed: ReadonlySet<EventSummary>
  /** How many start or go on in the month itself. */
  count: number
}

/** A month as a list. A day on either side comes along, for readers whose days are not UTC’s. */
export function agendaOf(
  events: readonly EventSummary[],
  month: string,
  reader: Reader,
): AgendaSections {
  const first = `${month}-01`
  const end = `${addMonths(month, 1)}-01`
  const continuing = new Set<EventSummary>()
  let count = 0
  const listed = events.filter((event) => {
    const { firstDay, lastDay } = daysOfItem(toItem(event), reader)
    if (firstDay < first && lastDay >= first) continuing.add(event)
    if (firstDay < end && lastDay >= first) count += 1
    const isFixed = event.time_certainty !== 'exact'
    const isNear = isFixed
      ? firstDay >= first && firstDay < end
      : firstDay >= addDays(first, -1) && firstDay <= end
    return isNear || continuing.has(event)
  })
  const split = (list: EventSummary[]): AgendaList => ({
    continuing: list.filter((event) => continuing.has(event)),
    rest: list.filter((event) => !continuing.has(event)),
  })
  const past = listed.filter(({ phase }) => phase === 'past')
  const live = listed.filter(({ phase, cancelled_at }) => phase === 'live' && !cancelled_at)
  const ahead = listed.filter((event) => event.phase !== 'past' && !live.includes(event))
  const isOver = past.length === listed.length
  return {
    earlier: split(isOver ? [] : past),
    live,
    ahead: split(isOver ? past : ahead),
    listed: new Set(listed),
    count,
  }
}

/** As asked for; else a list where a grid would stand nearly empty; else what suits the screen. */
export function viewOf(
  { view }: CalendarAddress,
  { count }: Pick<AgendaSections, 'count'>,
): CalendarAddress['view'] {
  return view ?? (count < sparse ? 'agenda' : undefined)
}

/** The list with each group told by its first event; the map holds all of the group. */
export function foldGroups(events: readonly EventSummary[]): Map<EventSummary, EventSummary[]> {
  const groups = Map.groupBy(events, ({ id, group }) => group?.slug ?? id)
  return new Map([...groups.values()].flatMap((held) => (held[0] ? [[held[0], held]] : [])))
}
