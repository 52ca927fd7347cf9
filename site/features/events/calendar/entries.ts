import type { TimeContext } from '#site/lib/time/time-text.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'
import {
  daySpanOf,
  mergeDaySpans,
  type DaySpan,
  type TimeRange,
  type KeyedDaySpan,
} from './layout.ts'

/** An event of the calendar, part of the page's data. */
export type CalendarItem = TimeRange &
  Pick<EventSummary, 'id' | 'slug' | 'name' | 'category' | 'platform' | 'language' | 'phase'> & {
    account: string
    subject: string
    group: { slug: string; name: string } | undefined
    /** An event without an hour keeps its days in the organiser’s zone. */
    fixed: DaySpan | undefined
    isTimeUnknown: boolean
    isCancelled: boolean
    isLate: boolean
    hasMoved: boolean
    hypeCount: number
    poster: string
  }

/** What gets a bar: an event, or a group’s events as one. */
export type GridEntry = KeyedDaySpan & { items: CalendarItem[]; group: CalendarItem['group'] }

export function daysOfItem(item: CalendarItem, reader: TimeContext): DaySpan {
  return item.fixed ?? daySpanOf(item, reader)
}

export function canBeHyped({ phase, isCancelled }: CalendarItem): boolean {
  return phase !== 'past' && !isCancelled
}

type Arrangement = { days: readonly string[]; isGrouped: boolean; reader: TimeContext }

/** The bars of the given days; a group of one is an event like any other. */
export function calendarEntries(
  items: readonly CalendarItem[],
  { days, isGrouped, reader }: Arrangement,
): GridEntry[] {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const singles = items
    .map((item) => singleEntry(item, reader))
    .filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= first)
  if (!isGrouped) return singles
  const groups = Map.groupBy(singles, ({ group, key }) => group?.slug ?? key)
  return [...groups.values()].map(merge)
}

/** The entries of a day, visible or not. */
export function entriesOn(day: string, entries: readonly GridEntry[]): GridEntry[] {
  return entries.filter(({ firstDay, lastDay }) => firstDay <= day && lastDay >= day)
}

function singleEntry(item: CalendarItem, reader: TimeContext): GridEntry {
  return {
    key: `event-${item.id}`,
    startAt: item.fixed ? 0 : item.startAt,
    items: [item],
    group: item.group,
    ...daysOfItem(item, reader),
  }
}

function merge(singles: GridEntry[]): GridEntry {
  const [first, ...rest] = singles
  if (!first) throw new Error('A group has at least one event')
  if (rest.length === 0) return first
  return {
    ...mergeDaySpans([first, ...rest]),
    key: `group-${first.group?.slug}`,
    startAt: first.startAt,
    items: singles.flatMap(({ items }) => items),
    group: first.group,
  }
}
