import { isMultiDay, type DaySpan, type KeyedDaySpan } from './entries.ts'
import { daysBetween } from './month.ts'

export type EventLine = {
  key: string
  /** In this week. */
  day: string
  /** In days of this week. */
  span: number
  /** 0 is the top. */
  lane: number
  isContinued: boolean
  goesOn: boolean
}
/** The long events of a week that get no line of their own, over the days they cover. */
export type HiddenLines = { day: string; span: number; keys: string[] }
export type WeekLines = { lines: EventLine[]; hidden: HiddenLines | undefined }

export type DayLayout = {
  lines: EventLine[]
  hiddenLines: HiddenLines | undefined
  /** Lines that run over the day, its own or not: its events come below. */
  linesAbove: number
  /** Keys of the events of this day alone, by start. */
  shown: string[]
  /** The number of its events without room. */
  more: number
}
export type GridLayout = ReadonlyMap<string, DayLayout>

/** The last line of a week gives way to the count of those without one. */
export const maxLinesPerWeek = 3

/** Heights in eighths of a rem, as in the style sheet: a day's room, an event, a line, "more". */
export const gridHeights = { room: 84, event: 12, line: 9, more: 9 }

export function countFittingEvents(linesAbove: number, hasMore: boolean): number {
  const taken = linesAbove * gridHeights.line + (hasMore ? gridHeights.more : 0)
  return Math.floor((gridHeights.room - taken) / gridHeights.event)
}

export function layOutGrid(days: readonly string[], entries: readonly KeyedDaySpan[]): GridLayout {
  const singles = Map.groupBy(
    entries.filter((entry) => !isMultiDay(entry)).toSorted(compareByStart),
    ({ firstDay }) => firstDay,
  )
  const layout = new Map<string, DayLayout>()
  for (let start = 0; start < days.length; start += 7) {
    const week = days.slice(start, start + 7)
    const found = layOutWeekLines(week, entries.filter(isMultiDay))
    for (const day of week) layout.set(day, layOutDay(day, found, singles.get(day) ?? []))
  }
  return layout
}

function layOutDay(
  day: string,
  { lines, hidden }: WeekLines,
  events: readonly KeyedDaySpan[],
): DayLayout {
  const over = lines.filter((line) => coversDay(line, day)).map(({ lane }) => lane + 1)
  const linesAbove = Math.max(0, ...over, hidden && coversDay(hidden, day) ? maxLinesPerWeek : 0)
  const fits = events.length <= countFittingEvents(linesAbove, false)
  const shown = fits ? events : events.slice(0, countFittingEvents(linesAbove, true))
  return {
    lines: lines.filter((line) => line.day === day),
    hiddenLines: hidden?.day === day ? hidden : undefined,
    linesAbove,
    shown: shown.map(({ key }) => key),
    more: events.length - shown.length,
  }
}

function coversDay({ day, span }: { day: string; span: number }, wanted: string): boolean {
  const offset = daysBetween(day, wanted)
  return offset >= 0 && offset < span
}

/** The longest line comes first where two begin together. */
export function layOutWeekLines(
  days: readonly string[],
  entries: readonly KeyedDaySpan[],
): WeekLines {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const pieces = entries
    .filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= first)
    .map((entry) => ({ ...clipEntryToDays(entry, first, last), startAt: entry.startAt }))
    .sort(compareByWeight)
  const ends: string[] = []
  const lines = pieces.map(({ startAt: _, ...piece }) => {
    const free = ends.findIndex((end) => end < piece.day)
    const lane = free === -1 ? ends.length : free
    ends[lane] = days[days.indexOf(piece.day) + piece.span - 1] ?? last
    return { ...piece, lane }
  })
  if (ends.length <= maxLinesPerWeek) return { lines, hidden: undefined }
  return {
    lines: lines.filter(({ lane }) => lane < maxLinesPerWeek - 1),
    hidden: joinHiddenLines(
      days,
      lines.filter(({ lane }) => lane >= maxLinesPerWeek - 1),
    ),
  }
}

function joinHiddenLines(days: readonly string[], lines: readonly EventLine[]): HiddenLines {
  const starts = lines.map(({ day }) => days.indexOf(day))
  const start = Math.min(...starts)
  const end = Math.max(...lines.map(({ span }, index) => (starts[index] ?? 0) + span))
  return { day: days[start] ?? '', span: end - start, keys: lines.map(({ key }) => key) }
}

function clipEntryToDays(
  entry: KeyedDaySpan,
  first: string,
  last: string,
): Omit<EventLine, 'lane'> {
  const day = entry.firstDay < first ? first : entry.firstDay
  const end = entry.lastDay > last ? last : entry.lastDay
  return {
    key: entry.key,
    day,
    span: daysBetween(day, end) + 1,
    isContinued: entry.firstDay < first,
    goesOn: entry.lastDay > last,
  }
}

type WeightedLine = Omit<EventLine, 'lane'> & { startAt: number }

function compareByWeight(a: WeightedLine, b: WeightedLine): number {
  return a.day.localeCompare(b.day) || b.span - a.span || compareByStart(a, b)
}

function compareByStart(
  a: Omit<KeyedDaySpan, keyof DaySpan>,
  b: Omit<KeyedDaySpan, keyof DaySpan>,
) {
  return a.startAt - b.startAt || a.key.localeCompare(b.key)
}
