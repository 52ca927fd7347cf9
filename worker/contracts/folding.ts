import { dayMs, hourMs } from './durations.ts'

/** Two where they were made as one series (`s:`), three where the same group and name tell it. */
export function minSeriesDates(seriesKey: string): number {
  return seriesKey.startsWith('s:') ? 2 : 3
}

type FoldableEvent = {
  start: string
  end: string
  cancelled_at: string | null
  series_key: string | null
}

export type FoldedEvents<Event> = {
  /** On for more than a day: one strip, where there are several. */
  marathons: Event[]
  /** All others in their order; of a series the first upcoming date, with those after it. */
  rows: { event: Event; laterDates: Event[] }[]
}

/** `events` are in the order of their starts. */
export function foldEvents<Event extends FoldableEvent>(
  events: readonly Event[],
  now: number,
): FoldedEvents<Event> {
  const running = events.filter((event) => isMarathon(event) && isRunningEvent(event, now))
  const marathons = running.length > 1 ? running : []
  const series = groupUpcomingSeries(events, now)
  const rows = events.flatMap((event) => {
    if (marathons.includes(event)) return []
    const [firstDate, ...laterDates] = series.find((dates) => dates.includes(event)) ?? [event]
    return firstDate === event ? [{ event, laterDates }] : []
  })
  return { marathons, rows }
}

function groupUpcomingSeries<Event extends FoldableEvent>(
  events: readonly Event[],
  now: number,
): Event[][] {
  const upcoming = events.filter(
    ({ start, cancelled_at }) => Date.parse(start) > now && cancelled_at === null,
  )
  const byKey = Map.groupBy(upcoming, ({ series_key }) => series_key)
  return [...byKey].flatMap(([key, dates]) =>
    key !== null && dates.length >= minSeriesDates(key) ? [dates] : [],
  )
}

export function isMarathon({ start, end }: Pick<FoldableEvent, 'start' | 'end'>): boolean {
  return Date.parse(end) - Date.parse(start) > dayMs
}

function isRunningEvent({ start, end, cancelled_at }: FoldableEvent, now: number): boolean {
  return Date.parse(start) <= now && Date.parse(end) > now && cancelled_at === null
}

/** Days of 24 hours, the same for every reader; an hour more (clocks change) is no other day. */
export function countMarathonDays(
  { start, end }: Pick<FoldableEvent, 'start' | 'end'>,
  now: number,
): { day: number; days: number } {
  const length = Date.parse(end) - Date.parse(start)
  const days = Math.max(2, Math.ceil((length - hourMs) / dayMs))
  const day = Math.floor((now - Date.parse(start)) / dayMs) + 1
  return { day: Math.min(Math.max(day, 1), days), days }
}
