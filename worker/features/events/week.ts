import { sql } from 'drizzle-orm'
import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import { read, type Ctx } from '#worker/context.ts'
import { toInstant, type Instant } from '#worker/contracts/time.ts'
import { e } from '#worker/db/aliases.ts'
import type { EventSummary } from './contract.ts'
import { isApproved, selectFirstEvents, toEventSummary, type EventRow } from './event-rows.ts'
import { selectFirstAgendaPage } from './lists/folded.ts'
import { toTimeWindow } from './ranges.ts'

const weekMs = 7 * dayMs

/** Monday to Sunday in UTC; from Friday 18:00 on, the seven days from that day on. */
export function toWeekAhead(now: number): { from: number; to: number; isRolling: boolean } {
  const { from = now, to = now } = toTimeWindow({ range: 'week', tz: 'UTC' }, now)
  const isRolling = now >= to - 2 * dayMs - 6 * hourMs
  if (!isRolling) return { from, to, isRolling }
  const { from: today = now } = toTimeWindow({ range: 'today', tz: 'UTC' }, now)
  return { from: today, to: today + weekMs, isRolling }
}

export type WeekSummary = {
  from: Instant
  isRolling: boolean
  /** Its last moment. */
  to: Instant
  live: EventSummary[]
  /** On for more than a day, where there are several; not in `live`. */
  marathons: EventSummary[]
  coming: EventSummary[]
  earlier: EventSummary[]
  lastWeek: EventSummary[]
  nextWeek: EventSummary[]
}

/** The plus keeps to the index by start. */
function selectMostHypedEvents(from: number, to: number, limit: number) {
  return selectFirstEvents({
    where: sql`${isApproved} and ${e.cancelledAt} is null
      and ${e.startAt} >= ${from} and ${e.startAt} < ${to}`,
    order: sql`+${e.hypeCount} desc, ${e.startAt}, ${e.id}`,
    limit,
  })
}

export async function getWeekSummary(ctx: Ctx): Promise<WeekSummary> {
  const { now } = ctx
  const { from, to, isRolling } = toWeekAhead(now)
  const { from: monday = from } = toTimeWindow({ range: 'week', tz: 'UTC' }, now)
  const { live, coming, begun, lastWeek, nextWeek } = await read(ctx, {
    live: selectFirstAgendaPage(ctx, 'live', 6),
    coming: selectMostHypedEvents(now + 1, to, 40),
    begun: selectMostHypedEvents(monday, now + 1, 12),
    lastWeek: selectMostHypedEvents(monday - weekMs, monday, 6),
    nextWeek: selectMostHypedEvents(to, to + weekMs, 6),
  })
  const show = (row: EventRow) => toEventSummary(row, now)
  return {
    from: toInstant(from),
    to: toInstant(to - 1),
    isRolling,
    live: live.items,
    marathons: live.marathons,
    coming: coming.toSorted((a, b) => a.startAt - b.startAt || a.id - b.id).map(show),
    earlier: begun
      .map(show)
      .filter(({ phase }) => phase === 'past')
      .slice(0, 6),
    lastWeek: lastWeek.map(show),
    nextWeek: nextWeek.map(show),
  }
}
