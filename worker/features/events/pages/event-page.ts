import { sql } from 'drizzle-orm'
import { dayMs, maxEventDurationMs } from '#worker/contracts/durations.ts'
import { read, type Ctx } from '#worker/context.ts'
import { allowFailure, type Statement } from '#worker/db/client.ts'
import { selectDeal, toDealSlot, type DealSlot } from '#worker/features/deals/deals.ts'
import { lastsOverADay } from '#worker/features/events/upcoming-or-live.ts'
import type { EventSummary, EventView } from '#worker/features/events/contract.ts'
import {
  isApproved,
  selectEventsByIds,
  toSummary,
  toView,
  type EventRow,
} from '#worker/features/events/event-rows.ts'
import { selectEventBySlug } from '#worker/features/events/events.ts'
import { selectRelatedEvents } from '#worker/features/events/related-events.ts'
import { AppError } from '#worker/api/errors.ts'
import { events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'

const e = alias(events, 'e')
const t = alias(events, 't')

const alongsideAtMost = 6
const similarAtMost = 6

/** On at the same time, the nearest start first; of the days before, only what is long can be. */
function selectAlongside({ now }: Ctx, slug: string): Statement<EventRow[]> {
  const select = sql`select ${e.id} as id, abs(${e.startAt} - ${t.startAt}) as away`
  const isAlongside = sql`${t.slug} = ${slug} and ${t.status} = 'approved'
    and ${isApproved} and ${e.cancelledAt} is null and ${e.id} <> ${t.id} and ${e.endAt} > ${t.startAt}
    and (${e.endAt} > ${now} or ${t.endAt} <= ${now})`
  return selectEventsByIds(
    sql`${select} from ${t} cross join ${e} where ${isAlongside}
        and ${e.startAt} < ${t.endAt} and ${e.startAt} > ${t.startAt} - ${dayMs}
      union all ${select} from ${t} cross join ${e} indexed by events_long
        where ${isAlongside} and ${lastsOverADay}
        and ${e.startAt} between ${t.startAt} - ${maxEventDurationMs - 1} and ${t.startAt} - ${dayMs}
      order by away, id limit ${alongsideAtMost}`,
    sql`pick.away, ${e.id}`,
  )
}

/** A section that failed is undefined. */
type EventPage = {
  event: EventView
  alsoOn: EventSummary[] | undefined
  similar: EventSummary[] | undefined
} & DealSlot

/**
 * An approved event with what is on at the same time, what is like it (what is coming first, then
 * what is over) and the deal beside it, in one round trip.
 */
export async function getEventPage(ctx: Ctx, slug: string): Promise<EventPage> {
  const { now } = ctx
  const { row, alsoOn, related, deals } = await read(ctx, {
    row: selectEventBySlug({ slug }),
    alsoOn: allowFailure(selectAlongside(ctx, slug)),
    // Those that stand under "at the same time" are left out.
    related: allowFailure(selectRelatedEvents(ctx, { slug }, similarAtMost + alongsideAtMost)),
    deals: allowFailure(selectDeal(ctx, 'event')),
  })
  if (!row) throw new AppError('not_found', 'event_not_found')
  const similar = related?.filter(({ id }) => !alsoOn?.some((other) => other.id === id))
  const show = (other: EventRow) => toSummary(other, now)
  const nearest = (a: EventRow, b: EventRow) =>
    Number(a.endAt <= now) - Number(b.endAt <= now) ||
    (a.endAt > now ? a.startAt - b.startAt : b.startAt - a.startAt)
  return {
    event: toView(row, now),
    alsoOn: alsoOn?.map(show),
    similar: similar?.slice(0, similarAtMost).toSorted(nearest).map(show),
    ...toDealSlot(ctx, deals),
  }
}
