import { sql } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import { read, type Ctx } from '#worker/context.ts'
import { allowFailure } from '#worker/db/client.ts'
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
import { selectHypeFaces, toHypeFaces, type HypeFace } from './hype-faces.ts'
import { selectRelatedEvents } from '#worker/features/events/related-events.ts'
import { AppError } from '#worker/api/errors.ts'
import { events } from '#worker/db/schema/events.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'

const e = alias(events, 'e')
const t = alias(events, 't')

const alongsideAtMost = 6
const similarAtMost = 6

/**
 * On at the same time, the nearest start first and a series once; without those that last for days,
 * which are on beside everything.
 */
const selectAlongside = prepare(({ now, slug }: Params<{ now: number; slug: string }>) => {
  const away = sql`abs(${e.startAt} - ${t.startAt})`
  const isAlongside = sql`${t.slug} = ${slug} and ${t.status} = 'approved'
    and ${isApproved} and ${e.cancelledAt} is null and ${e.id} <> ${t.id} and ${e.endAt} > ${t.startAt}
    and (${e.endAt} > ${now} or ${t.endAt} <= ${now})`
  return selectEventsByIds(
    sql`select id, away from (
        select ${e.id} as id, ${away} as away, row_number() over
          (partition by coalesce(${e.seriesKey}, ${e.id}) order by ${away}, ${e.id}) as nth
        from ${t} cross join ${e} where ${isAlongside} and not ${lastsOverADay}
          and ${e.startAt} < ${t.endAt} and ${e.startAt} >= ${t.startAt} - ${dayMs})
      where nth = 1 order by away, id limit ${alongsideAtMost}`,
    sql`pick.away, ${e.id}`,
  )
})

/** A section that failed is undefined. */
type EventPage = {
  event: EventView
  /** A few of those who hyped it and let others see it. */
  hypedBy: HypeFace[]
  alsoOn: EventSummary[] | undefined
  similar: EventSummary[] | undefined
} & DealSlot

/**
 * An approved event with what is on at the same time, what is like it (what is coming first, then
 * what is over) and the deal beside it, in one round trip.
 */
export async function getEventPage(ctx: Ctx, slug: string): Promise<EventPage> {
  const { now } = ctx
  const { row, faces, alsoOn, related, deals } = await read(ctx, {
    row: selectEventBySlug({ slug }),
    faces: allowFailure(selectHypeFaces({ slug })),
    alsoOn: allowFailure(selectAlongside({ now, slug })),
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
    hypedBy: toHypeFaces(faces ?? []),
    alsoOn: alsoOn?.map(show),
    similar: similar?.slice(0, similarAtMost).toSorted(nearest).map(show),
    ...toDealSlot(ctx, deals),
  }
}
