import { dayMs } from '#worker/contracts/durations.ts'
import { mutableTraits, ownTrait } from '#site/lib/display/event-traits.ts'
import type { TimeContext } from '#site/lib/time/time-text.ts'
import type { ChannelHue } from '#worker/contracts/channel-hue.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'
import { daySpanOf, type DaySpan, type KeyedDaySpan, type TimeRange } from './layout.ts'
import { addDays } from './month.ts'

/** An event of the calendar, part of the page's data. */
export type CalendarItem = TimeRange &
  Pick<EventSummary, 'id' | 'slug' | 'name' | 'category' | 'platform' | 'language' | 'phase'> & {
    account: string
    subject: string
    hue: ChannelHue
    group: { slug: string; name: string } | undefined
    /** An event without an hour keeps its days in the organiser’s zone. */
    fixed: DaySpan | undefined
    isTimeUnknown: boolean
    isCancelled: boolean
    isLate: boolean
    hasMoved: boolean
    hypeCount: number
    poster: string
    /** What keeps it from being muted where it is followed. */
    followable: string
  }

/** What gets a place: an event, or a group’s events on successive days as one. */
export type GridEntry = KeyedDaySpan & {
  items: CalendarItem[]
  /** Stands for its group; undefined for an event of its own. */
  group: CalendarItem['group']
}

export function daysOfItem(item: CalendarItem, reader: TimeContext): DaySpan {
  return item.fixed ?? daySpanOf(item, reader)
}

/** As `eventTraits` has them. */
export function traitsOf(item: CalendarItem): string {
  const { id, platform, account, startAt, endAt, followable } = item
  const isLong = endAt - startAt > dayMs
  const traits = [mutableTraits(item, { platform, account }, isLong), followable, ownTrait(id)]
  return traits.filter(Boolean).join(' ')
}

export function canBeHyped({ phase, isCancelled }: CalendarItem): boolean {
  return phase !== 'past' && !isCancelled
}

type Arrangement = { days: readonly string[]; isGrouped: boolean; reader: TimeContext }

/** The entries of the given days; a group of one is an event like any other. */
export function calendarEntries(
  items: readonly CalendarItem[],
  { days, isGrouped, reader }: Arrangement,
): GridEntry[] {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const singles = items
    .map((item) => singleEntry(item, reader))
    .filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= first)
  if (!isGrouped) return singles
  const groups = Map.groupBy(singles, ({ items: [item], key }) => item?.group?.slug ?? key)
  return [...groups.values()].flatMap((found) => (found.length > 1 ? joinRuns(found) : found))
}

export function byKey(entries: readonly GridEntry[]): ReadonlyMap<string, GridEntry> {
  return new Map(entries.map((entry) => [entry.key, entry]))
}

/** The entries of a day, visible or not. */
function entriesOn(day: string, entries: readonly GridEntry[]): GridEntry[] {
  return entries.filter(({ firstDay, lastDay }) => firstDay <= day && lastDay >= day)
}

/** The events of a day; of a group only those of that day. */
export function itemsOn(
  day: string,
  entries: readonly GridEntry[],
  reader: TimeContext,
): CalendarItem[] {
  return entriesOn(day, entries)
    .flatMap(({ items }) => items)
    .filter((item) => {
      const { firstDay, lastDay } = daysOfItem(item, reader)
      return firstDay <= day && lastDay >= day
    })
}

function singleEntry(item: CalendarItem, reader: TimeContext): GridEntry {
  return {
    key: `event-${item.id}`,
    startAt: item.fixed ? 0 : item.startAt,
    items: [item],
    group: undefined,
    ...daysOfItem(item, reader),
  }
}

/** A group’s events, those of successive days as one: no day counts that has none. */
function joinRuns(singles: readonly GridEntry[]): GridEntry[] {
  const runs: GridEntry[] = []
  for (const single of singles.toSorted((a, b) => a.firstDay.localeCompare(b.firstDay))) {
    const run = runs.at(-1)
    const group = single.items[0]?.group
    if (!run || single.firstDay > addDays(run.lastDay, 1)) {
      runs.push({ ...single, key: `group-${group?.slug}-${single.firstDay}`, group })
    } else {
      run.lastDay = single.lastDay > run.lastDay ? single.lastDay : run.lastDay
      run.items = [...run.items, ...single.items]
    }
  }
  return runs
}
