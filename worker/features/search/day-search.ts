import { sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import { findCategory } from '#worker/contracts/category-words.ts'
import { findDay, type NamedDay } from '#worker/contracts/day-words.ts'
import type { Category } from '#worker/contracts/enumerations.ts'
import type { Statement } from '#worker/db/client.ts'
import { EventsQuery } from '#worker/features/events/contract.ts'
import { selectEventsByIds, type EventRow } from '#worker/features/events/event-rows.ts'
import { selectListedEventIds } from '#worker/features/events/lists/sections.ts'
import { toDayWindow } from '#worker/features/events/ranges.ts'
import type { SearchedDay, SearchQuery } from './contract.ts'

/** More than a day has; among them the names are compared. */
const eventsAtMost = 200

function resolveDate(day: NamedDay, tz: string, now: number): string {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(tz).toPlainDate()
  if (day === 'today' || day === 'tonight') return today.toString()
  const days = day === 'tomorrow' ? 1 : (day - today.dayOfWeek + 7) % 7
  return today.add({ days }).toString()
}

export type DaySearch = {
  when: SearchedDay
  category: Category | null
  rest: string
  /** The words without those for a day: names may have those for a category. */
  names: string
  statements: Statement<EventRow[]>[]
}

function buildDayFilters(day: NamedDay, { tz }: SearchQuery, now: number) {
  const date = resolveDate(day, tz, now)
  return day === 'tonight'
    ? { when: { range: 'tonight', day: date } as const, filters: { range: 'tonight', tz } as const }
    : {
        when: { range: 'day', day: date } as const,
        filters: toDayWindow({ from: date, to: date, tz }),
      }
}

export function planDaySearch(ctx: Ctx, query: SearchQuery): DaySearch | undefined {
  const ofDay = findDay(query.q, query.locale)
  if (!ofDay) return undefined
  const names = ofDay.rest
  const ofCategory = findCategory(names)
  const category = ofCategory?.category ?? null
  const { when, filters } = buildDayFilters(ofDay.day, query, ctx.now)
  const ids = selectListedEventIds(
    ctx,
    {
      ...v.parse(EventsQuery, {}),
      ...filters,
      future_only: true,
      category: category ? [category] : [],
    },
    { within: sql``, limit: eventsAtMost },
  )
  return {
    ...{ when, category, names },
    rest: ofCategory?.rest ?? names,
    statements: ids ? [selectEventsByIds(ids)] : [],
  }
}
