import { dayMs } from '#worker/contracts/durations.ts'
import { localDay, type TimeContext } from '#site/lib/time/time-text.ts'
import { daysBetween } from './month.ts'

/** The first and last calendar day of an entry. */
export type DaySpan = { firstDay: string; lastDay: string }
export type TimeRange = { startAt: number; endAt: number }
export type KeyedDaySpan = DaySpan & { key: string; startAt: number }

/** One bar in one week of the grid. */
export type Segment = {
  key: string
  /** The day it starts on in this week. */
  day: string
  /** How many days of this week it covers. */
  span: number
  /** Counted from the top, 0 first. */
  lane: number
  isContinued: boolean
  goesOn: boolean
}
export type GridLayout = {
  segments: Segment[]
  /** How many entries a day has no room for. */
  hidden: Map<string, number>
}

/** As many bars as a day has room for; the last gives way to "more". */
export const maxLanes = 5

/**
 * The days of an event with an hour, in the reader's zone: what is shorter than a day stays on the
 * day it starts, as a night does, and midnight belongs to the day before.
 */
export function daySpanOf({ startAt, endAt }: TimeRange, reader: TimeContext): DaySpan {
  const firstDay = localDay(startAt, reader)
  const lastDay = endAt - startAt < dayMs ? firstDay : localDay(endAt - 1, reader)
  return { firstDay, lastDay }
}

/** What a group's bar covers: from the first day of its first event to the last of its last. */
export function mergeDaySpans(spans: readonly [DaySpan, ...DaySpan[]]): DaySpan {
  return {
    firstDay: spans.reduce((first, one) => (one.firstDay < first ? one.firstDay : first), '9'),
    lastDay: spans.reduce((last, one) => (one.lastDay > last ? one.lastDay : last), ''),
  }
}

/** Puts entries into the weeks of `days`, whose first is a Monday. */
export function layOutGrid(days: readonly string[], entries: readonly KeyedDaySpan[]): GridLayout {
  const layout: GridLayout = { segments: [], hidden: new Map() }
  for (let start = 0; start < days.length; start += 7) {
    layOutWeek(days.slice(start, start + 7), entries, layout)
  }
  return layout
}

function layOutWeek(
  week: readonly string[],
  entries: readonly KeyedDaySpan[],
  into: GridLayout,
): void {
  const [monday = '', sunday = ''] = [week[0], week.at(-1)]
  const inWeek = entries
    .filter(({ firstDay, lastDay }) => firstDay <= sunday && lastDay >= monday)
    .map((entry) => ({ entry, ...segmentOf(entry, monday, sunday) }))
    .sort(byWeight)
  const taken: Set<string>[] = []
  const segments = inWeek.map(({ entry: _, ...segment }) => {
    const covered = daysOf(week, segment)
    const free = taken.findIndex((days) => covered.every((day) => !days.has(day)))
    const lane = free === -1 ? taken.length : free
    taken[lane] = new Set([...(taken[lane] ?? []), ...covered])
    return { ...segment, lane }
  })
  const crowded = new Set(
    segments.filter(({ lane }) => lane >= maxLanes).flatMap((one) => daysOf(week, one)),
  )
  for (const segment of segments) {
    const covered = daysOf(week, segment)
    const givesWay = segment.lane === maxLanes - 1 && covered.some((day) => crowded.has(day))
    if (segment.lane < maxLanes && !givesWay) into.segments.push(segment)
    else for (const day of covered) into.hidden.set(day, (into.hidden.get(day) ?? 0) + 1)
  }
}

function segmentOf(entry: KeyedDaySpan, monday: string, sunday: string): Omit<Segment, 'lane'> {
  const day = entry.firstDay < monday ? monday : entry.firstDay
  const end = entry.lastDay > sunday ? sunday : entry.lastDay
  return {
    key: entry.key,
    day,
    span: daysBetween(day, end) + 1,
    isContinued: entry.firstDay < monday,
    goesOn: entry.lastDay > sunday,
  }
}

type Weighed = Omit<Segment, 'lane'> & { entry: KeyedDaySpan }

/** Bars over several days above the rest, the longest first; then by time. */
function byWeight(a: Weighed, b: Weighed): number {
  return (
    Number(isLong(b.entry)) - Number(isLong(a.entry)) ||
    a.day.localeCompare(b.day) ||
    b.span - a.span ||
    a.entry.startAt - b.entry.startAt ||
    a.key.localeCompare(b.key)
  )
}

function isLong({ firstDay, lastDay }: DaySpan): boolean {
  return firstDay !== lastDay
}

function daysOf(week: readonly string[], { day, span }: Omit<Segment, 'lane'>): readonly string[] {
  const start = week.indexOf(day)
  return week.slice(start, start + span)
}

/** For each moment that runs at the same time as another, the first such other. */
export function findOverlaps<Key>(moments: readonly (TimeRange & { key: Key })[]): Map<Key, Key> {
  const found = new Map<Key, Key>()
  for (const one of moments) {
    const other = moments.find(
      ({ key, startAt, endAt }) => key !== one.key && startAt < one.endAt && endAt > one.startAt,
    )
    if (other) found.set(one.key, other.key)
  }
  return found
}
