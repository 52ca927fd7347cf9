import { localDay, type TimeContext } from '#site/lib/time/time-text.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'
import { addDays } from './month.ts'

export type DaySpan = { firstDay: string; lastDay: string }
export type TimeRange = { startAt: number; endAt: number }
export type KeyedDaySpan = DaySpan & { key: string; startAt: number }

/** At most a day long, an event stays on its first day; midnight belongs to the day before. */
export function toDaySpan({ startAt, endAt }: TimeRange, reader: TimeContext): DaySpan {
  const firstDay = localDay(startAt, reader)
  const lastDay = endAt - startAt <= dayMs ? firstDay : localDay(endAt - 1, reader)
  return { firstDay, lastDay }
}

/** Drawn as a thin line above the events of single days. */
export function isMultiDay({ firstDay, lastDay }: DaySpan): boolean {
  return firstDay !== lastDay
}

export type CalendarItem = EventRowFields &
  TimeRange & {
    /** An event without an hour keeps its days in the organiser’s zone. */
    fixed: DaySpan | undefined
  }

export function toCalendarItem(event: EventRowFields): CalendarItem {
  const [startAt, endAt] = [Date.parse(event.start), Date.parse(event.end)]
  const zone: TimeContext = { tag: 'en', timeZone: event.timezone, now: startAt }
  const fixed =
    event.time_certainty === 'exact'
      ? undefined
      : { firstDay: localDay(startAt, zone), lastDay: localDay(endAt - 1, zone) }
  return { ...event, startAt, endAt, fixed }
}

/** An event, or a group's events on successive days. */
export type GridEntry = KeyedDaySpan & {
  items: CalendarItem[]
  /** Null for an event of its own. */
  group: CalendarItem['group']
}

export function toItemDaySpan(item: CalendarItem, reader: TimeContext): DaySpan {
  return item.fixed ?? toDaySpan(item, reader)
}

type EntryArrangement = { days: readonly string[]; isGrouped: boolean; reader: TimeContext }

/** A group of one is an event like any other. */
export function buildGridEntries(
  items: readonly CalendarItem[],
  { days, isGrouped, reader }: EntryArrangement,
): GridEntry[] {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const singles = items
    .map((item) => toSingleEntry(item, reader))
    .filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= first)
  if (!isGrouped) return singles
  const groups = Map.groupBy(singles, ({ items: [item], key }) => item?.group?.slug ?? key)
  return [...groups.values()].flatMap((found) =>
    found.length > 1 ? joinSuccessiveEntries(found) : found,
  )
}

export function indexEntriesByKey(entries: readonly GridEntry[]): ReadonlyMap<string, GridEntry> {
  return new Map(entries.map((entry) => [entry.key, entry]))
}

/** A group's entry gives only the events of that day. */
export function listItemsOnDay(
  day: string,
  entries: readonly GridEntry[],
  reader: TimeContext,
): CalendarItem[] {
  const isOnDay = ({ firstDay, lastDay }: DaySpan) => firstDay <= day && lastDay >= day
  return entries
    .filter(isOnDay)
    .flatMap(({ items }) => items)
    .filter((item) => isOnDay(toItemDaySpan(item, reader)))
}

function toSingleEntry(item: CalendarItem, reader: TimeContext): GridEntry {
  return {
    key: `event-${item.id}`,
    startAt: item.fixed ? 0 : item.startAt,
    items: [item],
    group: null,
    ...toItemDaySpan(item, reader),
  }
}

/** Events of successive days are one entry: it covers no day without an event. */
function joinSuccessiveEntries(singles: readonly GridEntry[]): GridEntry[] {
  const runs: GridEntry[] = []
  for (const single of singles.toSorted((a, b) => a.firstDay.localeCompare(b.firstDay))) {
    const run = runs.at(-1)
    const group = single.items[0]?.group ?? null
    if (!run || single.firstDay > addDays(run.lastDay, 1)) {
      runs.push({ ...single, key: `group-${group?.slug}-${single.firstDay}`, group })
    } else {
      run.lastDay = single.lastDay > run.lastDay ? single.lastDay : run.lastDay
      run.items = [...run.items, ...single.items]
    }
  }
  return runs
}
