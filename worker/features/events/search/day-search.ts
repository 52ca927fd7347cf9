import { sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import { findDay, type NamedDay } from '#worker/contracts/day-words.ts'
import type { Statement } from '#worker/db/client.ts'
import { EventsQuery } from '#worker/features/events/contract.ts'
import { selectEventsByIds, type EventRow } from '#worker/features/events/event-rows.ts'
import { selectListedIds } from '#worker/features/events/events-query.ts'
import { toDayWindow } from '#worker/features/events/ranges.ts'
import type { SearchedDay, SearchQuery } from './contract.ts'

/** More than a day has; among them the names are compared. */
const eventsAtMost = 200

/** The named day as one of the calendar: the reader's today, or the next of its name. */
function dateOf(day: NamedDay, tz: string, now: number): string {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(tz).toPlainDate()
  if (day === 'today' || day === 'tonight') return today.toString()
  const days = day === 'tomorrow' ? 1 : (day - today.dayOfWeek + 7) % 7
  return today.add({ days }).toString()
}

export type DaySearch = {
  when: SearchedDay
  /** The other words, empty where there are none. */
  rest: string
  /** What is not over on that day, in the order of the agenda. */
  statements: Statement<EventRow[]>[]
}

/** What a search asks for by naming a day; undefined where it names none. */
export function planDaySearch(ctx: Ctx, query: SearchQuery): DaySearch | undefined {
  const found = findDay(query.q, query.locale)
  if (!found) return undefined
  const { day, rest } = found
  const { tz } = query
  const isTonight = day === 'tonight'
  const date = dateOf(day, tz, ctx.now)
  const { from, to } = isTonight ? {} : toDayWindow({ from: date, to: date, tz })
  const range = isTonight ? 'tonight' : 'all'
  const ids = selectListedIds(
    ctx,
    { ...v.parse(EventsQuery, { range, tz }), future_only: true, from, to },
    { within: sql``, limit: eventsAtMost },
  )
  return {
    when: { range: isTonight ? 'tonight' : 'day', day: date },
    rest,
    statements: ids ? [selectEventsByIds(ids)] : [],
  }
}
