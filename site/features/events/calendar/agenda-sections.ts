import type { TimeContext } from '#site/lib/time/time-text.ts'
import { isMarathon } from '#worker/contracts/folding.ts'
import { toItemDaySpan, type CalendarItem } from './entries.ts'
import { addDays, addMonths } from './month.ts'

const sparse = 8

type AgendaList = {
  /** Over several days and begun before the first. */
  continuing: CalendarItem[]
  rest: CalendarItem[]
}
export type AgendaSections = {
  /** Events that are over, while something is still to come. */
  earlier: AgendaList
  /** On for more than a day, where there are several: one line above the rest. */
  marathons: CalendarItem[]
  live: CalendarItem[]
  ahead: AgendaList
  /** Events that start or go on in the days themselves, without the margin. */
  count: number
}

/** `end` is left out; `margin` days on either side come along. */
export type AgendaRange = { first: string; end: string; margin: number }

/** A day on either side comes along, for readers whose days are not UTC’s. */
export function toMonthAgendaRange(month: string): AgendaRange {
  return { first: `${month}-01`, end: `${addMonths(month, 1)}-01`, margin: 1 }
}

export function toWeekAgendaRange(days: readonly string[]): AgendaRange {
  return { first: days[0] ?? '', end: addDays(days.at(-1) ?? '', 1), margin: 0 }
}

export function buildAgendaSections(
  items: readonly CalendarItem[],
  { first, end, margin }: AgendaRange,
  reader: TimeContext,
): AgendaSections {
  const continuing = new Set<CalendarItem>()
  let count = 0
  const listed = items.filter((item) => {
    const { firstDay, lastDay } = toItemDaySpan(item, reader)
    if (firstDay < first && lastDay >= first) continuing.add(item)
    if (firstDay < end && lastDay >= first) count += 1
    const isNear = item.fixed
      ? firstDay >= first && firstDay < end
      : firstDay >= addDays(first, -margin) && firstDay < addDays(end, margin)
    return isNear || continuing.has(item)
  })
  const split = (list: CalendarItem[]): AgendaList => ({
    continuing: list.filter((item) => continuing.has(item)),
    rest: list.filter((item) => !continuing.has(item)),
  })
  const past = listed.filter(({ phase }) => phase === 'past')
  const running = listed.filter(
    ({ phase, cancelled_at }) => phase === 'live' && cancelled_at === null,
  )
  const long = running.filter(isMarathon)
  const marathons = long.length > 1 ? long : []
  const live = running.filter((item) => !marathons.includes(item))
  const ahead = listed.filter((item) => item.phase !== 'past' && !running.includes(item))
  const isOver = past.length === listed.length
  return {
    earlier: split(isOver ? [] : past),
    marathons,
    live,
    ahead: split(isOver ? past : ahead),
    count,
  }
}

/** A month with so few events is better shown as a list. */
export function isSparseMonth({ count }: Pick<AgendaSections, 'count'>): boolean {
  return count < sparse
}

export type AgendaEntry = readonly [CalendarItem, ...CalendarItem[]]

/** A group stands in the place of its first event. */
export function toAgendaEntries(items: readonly CalendarItem[], isGrouped = true): AgendaEntry[] {
  const groups = Map.groupBy(items, ({ id, group }) => (isGrouped && group?.slug) || id)
  return [...groups.values()].flatMap(([first, ...rest]) => (first ? [[first, ...rest]] : []))
}
