import { sql } from 'drizzle-orm'
import type { Ctx, Member } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import { e } from '#worker/db/aliases.ts'
import type { Results } from '#worker/db/client.ts'
import { hypes } from '#worker/db/schema/events.ts'
import { select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import {
  selectOwnEventIds,
  type EventTimeRange,
} from '#worker/features/events/calendar/member-events.ts'
import { isApproved, toEventSummary } from '#worker/features/events/event-rows.ts'
import { toDayWindow } from '#worker/features/events/ranges.ts'
import { toLocalDateTime } from '#worker/features/notifications/preferences/local-time.ts'
import type { selectChannelSwitches } from '#worker/features/notifications/preferences/preferences.ts'
import type { MyWeek } from './contract.ts'
import { createNotificationPlanner } from './planned-notifications.ts'
import { selectPlannedEvents } from './planned-rows.ts'

const mostInWeek = 200
const mostLater = 20
const h = alias(hypes, 'h')

/** The member's zone is read in the same trip: a day on either side holds the days of every zone. */
function toReadRange({ now }: Ctx, day: string | undefined): EventTimeRange {
  const start = day === undefined ? now : Date.parse(day)
  return { from: start - dayMs, to: start + 8 * dayMs }
}

/** `day`: the first day; today without one. */
export function selectMyWeek(ctx: Ctx<Member>, day: string | undefined) {
  const { userId } = ctx.actor
  const range = toReadRange(ctx, day)
  return {
    ...selectPlannedEvents(ctx, selectOwnEventIds(userId, range, mostInWeek)),
    later: select(
      { startAt: e.startAt },
      sql`from ${h} cross join ${e} on ${e.id} = ${h.eventId}
        where ${h.userId} = ${userId} and ${isApproved} and ${e.cancelledAt} is null
          and ${e.startAt} >= ${range.to - 2 * dayMs}
        order by ${e.startAt} limit ${mostLater}`,
    ),
  }
}

type WeekResults = Results<ReturnType<typeof selectMyWeek>> & {
  switches: Results<ReturnType<typeof selectChannelSwitches>>
}

export function toMyWeek(ctx: Ctx, day: string | undefined, found: WeekResults): MyWeek {
  const zone = found.switches.recipient?.timeZone ?? 'UTC'
  const dayOf = (at: number) => toLocalDateTime(at, zone).toPlainDate()
  const first = day ?? dayOf(ctx.now).toString()
  const last = new Date(Date.parse(first) + 6 * dayMs).toISOString().slice(0, 10)
  const { from = 0, to = 0 } = toDayWindow({ from: first, to: last, tz: zone })
  const isCurrent = ctx.now >= from && ctx.now < to
  const plan = createNotificationPlanner(ctx, found)
  const isInWeek = ({ startAt, endAt }: { startAt: number; endAt: number }) =>
    startAt < to && (startAt >= from || (isCurrent && endAt > ctx.now))
  const next = found.later.find(({ startAt }) => startAt >= to)
  return {
    day: first,
    is_current: isCurrent,
    events: found.events.filter(isInWeek).map((row) => ({
      event: toEventSummary(row, ctx.now),
      is_hyped: row.hypedAt !== null,
      notices: plan(row),
    })),
    next_day: next && dayOf(next.startAt).toString(),
  }
}
