import { hourMs } from '#worker/contracts/durations.ts'
import { languageTags, type Locale } from '#worker/locale/locales.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'
import { localDay, zoneName, type TimeContext } from './time-text.ts'

/** Times of the server are in UTC for everyone; the browser rewrites them. */
export function utcTimeContext(locale: Locale, now: number): TimeContext {
  return { tag: languageTags[locale], timeZone: 'UTC', now }
}

export function utcZoneName(locale: Locale): string {
  return zoneName(utcTimeContext(locale, 0))
}

type EventStart = Pick<EventSummary, 'start' | 'timezone' | 'time_certainty'>

/** An event without an hour keeps its day in the organiser's zone, wherever the reader is. */
export function allDayDate(event: EventStart, reader: TimeContext): string | undefined {
  if (event.time_certainty === 'exact') return undefined
  return localDay(Date.parse(event.start), { ...reader, timeZone: event.timezone })
}

export type EventDay<Event> = { day: string; events: Event[] }

/** By the reader's day, up or down; within a day as in the list, but first what has no hour. */
export function groupByDay<Event extends EventStart>(
  events: readonly Event[],
  reader: TimeContext,
  order: 'up' | 'down' = 'up',
): EventDay<Event>[] {
  const days = new Map<string, { whole: Event[]; timed: Event[] }>()
  for (const event of events) {
    const fixed = allDayDate(event, reader)
    const day = fixed ?? localDay(Date.parse(event.start), reader)
    const eventsOfDay = days.get(day) ?? { whole: [], timed: [] }
    eventsOfDay[fixed ? 'whole' : 'timed'].push(event)
    days.set(day, eventsOfDay)
  }
  const inOrder = [...days].sort(([a], [b]) => (a < b !== (order === 'down') ? -1 : 1))
  return inOrder.map(([day, { whole, timed }]) => ({ day, events: [...whole, ...timed] }))
}

/** Times that move on by the second are written as of the minute: a page stays the same for one. */
export function floorToMinute(at: number): number {
  return at - (at % 60_000)
}

const hour = hourMs

export function formatReminderTimes(event: EventSummary): { day: string; hour: string } {
  const start = Date.parse(event.start)
  return {
    day: new Date(start - 24 * hour).toISOString(),
    hour: new Date(start - hour).toISOString(),
  }
}
