import { localDay, type Reader } from '#site/lib/time-text.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'
import { spanOf, spanOfAll, type DaySpan, type Moment, type Placed } from './layout.ts'

/** What the calendar must know of an event to place it; the page carries these as data. */
export type CalendarItem = Moment & {
  id: number
  slug: string
  name: string
  group: string | undefined
  /** An event without an hour keeps its days in the organiser’s zone. */
  fixed: DaySpan | undefined
  isCancelled: boolean
}

/** What gets a bar: an event, or a group’s events as one. */
export type Entry = Placed & { items: CalendarItem[]; group: string | undefined }

export function toItem(event: EventSummary): CalendarItem {
  const startAt = Date.parse(event.start)
  const endAt = Date.parse(event.end)
  const zone: Reader = { tag: 'en', timeZone: event.timezone, now: startAt }
  const isExact = event.time_certainty === 'exact'
  return {
    id: event.id,
    slug: event.slug,
    name: event.name,
    startAt,
    endAt,
    group: event.group?.slug,
    fixed: isExact
      ? undefined
      : { firstDay: localDay(startAt, zone), lastDay: localDay(endAt - 1, zone) },
    isCancelled: event.cancelled_at !== null,
  }
}

export function daysOfItem(item: CalendarItem, reader: Reader): DaySpan {
  return item.fixed ?? spanOf(item, reader)
}

type Arrangement = { days: readonly string[]; isGrouped: boolean; reader: Reader }

/** The bars of the given days; a group of one is an event like any other. */
export function entriesOf(
  items: readonly CalendarItem[],
  { days, isGrouped, reader }: Arrangement,
): Entry[] {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const singles = items
    .map((item) => singleEntry(item, reader))
    .filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= first)
  if (!isGrouped) return singles
  const groups = Map.groupBy(singles, ({ group, key }) => group ?? key)
  return [...groups.values()].map(merge)
}

function singleEntry(item: CalendarItem, reader: Reader): Entry {
  return {
    key: `event-${item.id}`,
    startAt: item.fixed ? 0 : item.startAt,
    items: [item],
    group: item.group,
    ...daysOfItem(item, reader),
  }
}

function merge(singles: Entry[]): Entry {
  const [first, ...rest] = singles
  if (!first) throw new Error('A group has at least one event')
  if (rest.length === 0) return first
  return {
    ...spanOfAll([first, ...rest]),
    key: `group-${first.group}`,
    startAt: first.startAt,
    items: singles.flatMap(({ items }) => items),
    group: first.group,
  }
}
