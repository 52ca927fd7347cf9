import { sql } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import { read, type Ctx } from '#worker/context.ts'
import { toInstant, type Instant } from '#worker/contracts/time.ts'
import type { EventSummary } from './contract.ts'
import { selectLiveEvents } from './event-list.ts'
import { isApproved, selectFirstEvents, toSummary, type EventRow } from './event-rows.ts'
import { toTimeWindow } from './ranges.ts'
import { events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'

const e = alias(events, 'e')

const weekMs = 7 * dayMs

/** The week from Monday to Sunday in UTC, as an article tells it. */
export type WeekSummary = {
  from: Instant
  /** Its last moment. */
  to: Instant
  live: EventSummary[]
  /** Of this week and not begun, by start. */
  coming: EventSummary[]
  /** Of this week and over, the most hyped first. */
  earlier: EventSummary[]
  lastWeek: EventSummary[]
  nextWeek: EventSummary[]
}

/** The most hyped of those that start in a window; the plus keeps to the index by start. */
function selectBiggest(from: number, to: number, limit: number) {
  return selectFirstEvents({
    where: sql`${isApproved} and ${e.cancelledAt} is null
      and ${e.startAt} >= ${from} and ${e.startAt} < ${to}`,
    order: sql`+${e.hypeCount} desc, ${e.startAt}, ${e.id}`,
    limit,
  })
}

/** What the week's article tells, in one round trip. */
export async function getWeekSummary(ctx: Ctx): Promise<WeekSummary> {
  const { now } = ctx
  const { from = now, to = now } = toTimeWindow({ range: 'week', tz: 'UTC' }, now)
  const { live, coming, begun, lastWeek, nextWeek } = await read(ctx, {
    live: selectLiveEvents(ctx, 6),
    coming: selectBiggest(now + 1, to, 40),
    begun: selectBiggest(from, now + 1, 12),
    lastWeek: selectBiggest(from - weekMs, from, 6),
    nextWeek: selectBiggest(to, to + weekMs, 6),
  })
  const show = (row: EventRow) => toSummary(row, now)
  return {
    from: toInstant(from),
    to: toInstant(to - 1),
    live: live.map(show),
    coming: coming.toSorted((a, b) => a.startAt - b.startAt || a.id - b.id).map(show),
    earlier: begun
      .map(show)
      .filter(({ phase }) => phase === 'past')
      .slice(0, 6),
    lastWeek: lastWeek.map(show),
    nextWeek: nextWeek.map(show),
  }
}
