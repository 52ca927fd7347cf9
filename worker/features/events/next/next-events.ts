import { sql, type SQL } from 'drizzle-orm'
import { dayMs, maxEventDurationMs } from '#worker/contracts/durations.ts'
import { read, type Ctx, type Member } from '#worker/context.ts'
import { e } from '#worker/db/aliases.ts'
import { booleanSql, type RowOf } from '#worker/db/row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { hypes } from '#worker/db/schema/events.ts'
import { followedEventIds, hypedEventIds } from '#worker/features/events/calendar/member-events.ts'
import {
  isApproved,
  derivePhase,
  selectEventsWithColumns,
  toEventSummary,
  type EventRow,
} from '#worker/features/events/event-rows.ts'
import { isLongerThanADay } from '#worker/features/events/upcoming-or-live.ts'
import type { NextEventsView } from './contract.ts'

const shownAtMost = 12
/** The later dates of a series make room for others. */
const readAtMost = 60
/** Hyped events may be further ahead. */
const followedAheadMs = 60 * dayMs

const placeColumns = {
  place: sql<number>`pick.place`,
  isHyped: booleanSql(sql`pick.is_hyped`),
}
type NextEventRow = EventRow & RowOf<typeof placeColumns>

/** Live in the member's language first, then by what starts soonest. */
function buildNextEventsOrder({ now, locale, actor }: Ctx<Member>): SQL {
  const isLive = sql`${e.startAt} <= ${now}`
  const language = sql`(select iif(${users.isLanguageChosen}, ${users.interfaceLanguage}, ${locale})
    from ${users} where ${users.id} = ${actor.userId})`
  return sql`iif(${isLive}, iif(${isLongerThanADay}, 2, 0), 1),
    iif(${isLive}, ${e.language} <> ${language}, 0), ${e.startAt},
    ${e.language} <> ${language}, ${e.id}`
}

function selectNextEvents(ctx: Ctx<Member>) {
  const { now, actor } = ctx
  const { userId } = actor
  const window = { from: now, to: now + followedAheadMs }
  const isHyped = sql`exists (select 1 from ${hypes}
    where ${hypes.eventId} = ${e.id} and ${hypes.userId} = ${userId})`
  return selectEventsWithColumns(
    placeColumns,
    sql`select * from (select ${e.id} as id, ${isHyped} as is_hyped,
        row_number() over (order by ${buildNextEventsOrder(ctx)}) as place
      from (${hypedEventIds(userId)} union ${followedEventIds(userId, window)}) own
      cross join ${e} on ${e.id} = own.id
      where ${isApproved} and ${e.cancelledAt} is null and ${e.endAt} > ${now}
        and ${e.startAt} > ${now - maxEventDurationMs}
        and (${e.startAt} < ${window.to} or ${isHyped}))
      where place <= ${readAtMost}`,
  )
}

function foldSeries(rows: readonly NextEventRow[], now: number): NextEventRow[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const { seriesKey } = row
    if (row.isHyped || seriesKey === null || derivePhase(row, now) !== 'upcoming') return true
    const isLater = seen.has(seriesKey)
    seen.add(seriesKey)
    return !isLater
  })
}

export async function listNextEvents(ctx: Ctx<Member>): Promise<NextEventsView> {
  const { found } = await read(ctx, { found: selectNextEvents(ctx) })
  const inOrder = found.toSorted((a, b) => a.place - b.place)
  const items = foldSeries(inOrder, ctx.now)
    .slice(0, shownAtMost)
    .map((row) => ({ event: toEventSummary(row, ctx.now), is_hyped: row.isHyped }))
  return { items }
}
