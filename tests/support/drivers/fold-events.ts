import { isMarathon, minSeriesDates } from '#worker/contracts/folding.ts'

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

function isRunningEvent({ start, end, cancelled_at }: FoldableEvent, now: number): boolean {
  return Date.parse(start) <= now && Date.parse(end) > now && cancelled_at === null
}
