import { sql, type SQL } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import { read, type Ctx, type Member } from '#worker/context.ts'
import type { EventItems, EventSummary } from '#worker/features/events/contract.ts'
import {
  selectEvents,
  selectEventsByIds,
  toEventSummary,
} from '#worker/features/events/event-rows.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { firstWeekday } from '#worker/locale/first-weekday.ts'
import { validationError } from '#worker/api/errors.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
import { inListClause } from '#worker/features/events/lists/filters.ts'
import { overlapsTimeRange, selectOwnEventIds, type EventTimeRange } from './member-events.ts'
import type { CalendarFilters, FollowedEventsQuery, Month } from './contract.ts'
import { e } from '#worker/db/aliases.ts'
import { selectFirst } from '#worker/db/statement.ts'

const mostInMonth = 1000
const mostFollowed = 500
const longestWindowDays = 100

function toMonthRange(month: Month): EventTimeRange {
  const first = new Date(`${month}-01T00:00:00Z`)
  return {
    from: first.getTime(),
    to: Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1),
  }
}

/** Three days on a phone may go on beyond the weeks of their month. */
const daysAfterWeeks = 2

/** The whole weeks that a month's page shows, and a day on either side for every reader's zone. */
function computeVisibleRange(month: Month, locale: Locale): EventTimeRange {
  const { from, to } = toMonthRange(month)
  const first = firstWeekday(locale)
  const afterStart = (new Date(from).getUTCDay() - first + 7) % 7
  const toEnd = (first - new Date(to).getUTCDay() + 7) % 7
  return { from: from - (afterStart + 1) * dayMs, to: to + (toEnd + daysAfterWeeks + 1) * dayMs }
}

function calendarFilterClause({ language, platform, category }: CalendarFilters): SQL {
  return sql.join([
    inListClause(e.language, language),
    inListClause(e.platform, platform),
    inListClause(e.category, category),
  ])
}

const nearMs = 366 * dayMs

/** Where an empty month can point: the next start, or the last before it, at most a year away. */
function selectNearestStart({ from, to }: EventTimeRange, isAfter: boolean, filters: SQL) {
  const range = isAfter
    ? sql`${e.startAt} >= ${to} and ${e.startAt} < ${to + nearMs}${filters} order by ${e.startAt}`
    : sql`${e.startAt} < ${from} and ${e.startAt} > ${from - nearMs}${filters} order by ${e.startAt} desc`
  return selectFirst(
    { startAt: e.startAt },
    sql`from ${e} where ${e.status} = 'approved' and ${e.cancelledAt} is null and ${range} limit 1`,
  )
}

export type CalendarMonth = {
  month: Month
  events: EventSummary[]
  isCut: boolean
  /** The nearest month with events after this one, or else before it. */
  elsewhere: Month | undefined
}

export async function getCalendarMonth(
  ctx: Ctx,
  { month = toMonth(ctx.now), ...query }: CalendarFilters & { month?: Month | undefined },
): Promise<CalendarMonth> {
  const bounds = toMonthRange(month)
  const filters = calendarFilterClause(query)
  const { found, next, previous } = await read(ctx, {
    found: selectEvents(
      sql`where ${overlapsTimeRange(computeVisibleRange(month, ctx.locale))}${filters}
        order by ${e.startAt}, ${e.id} limit ${mostInMonth + 1}`,
    ),
    next: selectNearestStart(bounds, true, filters),
    previous: selectNearestStart(bounds, false, filters),
  })
  const nearest = next ?? previous
  return {
    month,
    events: found.slice(0, mostInMonth).map((row) => toEventSummary(row, ctx.now)),
    isCut: found.length > mostInMonth,
    elsewhere: nearest && toMonth(nearest.startAt),
  }
}

function toMonth(at: number): Month {
  return new Date(at).toISOString().slice(0, 7)
}

export async function listFollowedEvents(
  ctx: Ctx<Member>,
  query: FollowedEventsQuery,
): Promise<EventItems> {
  const { userId } = ctx.actor
  const window = resolveFollowedRange(ctx, query)
  const { found } = await read(ctx, {
    found: selectEventsByIds(
      selectOwnEventIds(userId, window, mostFollowed),
      sql`${e.startAt}, ${e.id}`,
    ),
  })
  return { items: found.map((row) => toEventSummary(row, ctx.now)) }
}

function resolveFollowedRange({ now, locale }: Ctx, query: FollowedEventsQuery): EventTimeRange {
  const from = query.from ?? now
  const to = query.to ?? from + 31 * dayMs
  if (to <= from)
    throw validationError([{ path: 'to', msg: validationRuleText('end_after_start', locale) }])
  if (to - from > longestWindowDays * dayMs) {
    const msg = validationRuleText('period_too_long', locale, longestWindowDays)
    throw validationError([{ path: 'to', msg }])
  }
  return { from, to }
}
