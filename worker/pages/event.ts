import { sql, type SQL } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import { read, type Ctx } from '#worker/context.ts'
import { e } from '#worker/db/aliases.ts'
import { allowFailure } from '#worker/db/client.ts'
import { selectDealSlot, toDealSlot, type DealSlot } from '#worker/features/deals/deals.ts'
import { isLongerThanADay } from '#worker/features/events/upcoming-or-live.ts'
import type { EventSummary, EventView } from '#worker/features/events/contract.ts'
import {
  isApproved,
  selectEventSections,
  toEventSummary,
  toEventView,
  type EventRow,
} from '#worker/features/events/event-rows.ts'
import { selectEventBySlug } from '#worker/features/events/events.ts'
import { selectHypeFaces, toHypeFaces, type HypeFace } from './hype-faces.ts'
import {
  similarEventsCte,
  targetEvent,
  targetEventCte,
} from '#worker/features/events/related-events.ts'
import { events } from '#worker/db/schema/events.ts'
import { prepare, type Params } from '#worker/db/statement.ts'

const alongsideAtMost = 6
const similarAtMost = 6
/** During a long event thousands start: reading the series of each takes several times as long. */
const nearestAtMost = 200

/** Without those that last for days, which are on beside everything; a series once. */
function selectSimultaneousEvents(now: SQL): SQL {
  return sql`select ${e.id} as id, min(near.away) as rank
    from (select ${e.id} as id, abs(${e.startAt} - ${targetEvent.startAt}) as away
      from target cross join ${e} where ${isApproved} and ${e.cancelledAt} is null
        and ${e.id} <> ${targetEvent.id} and ${e.endAt} > ${targetEvent.startAt}
        and (${e.endAt} > ${now} or ${targetEvent.endAt} <= ${now}) and not ${isLongerThanADay}
        and ${e.startAt} < ${targetEvent.endAt} and ${e.startAt} >= ${targetEvent.startAt} - ${dayMs}
      order by away, id limit ${nearestAtMost}) near cross join ${e} on ${e.id} = near.id
    group by coalesce(${e.seriesKey}, ${e.id}) order by rank, id limit ${alongsideAtMost}`
}

/** In one statement, so that rows are built of those alone that are shown. */
const selectOtherEvents = prepare(({ now, slug }: Params<{ now: number; slug: string }>) =>
  selectEventSections(
    sql`with ${targetEventCte(sql`${events.slug} = ${slug}`)},
      alongside as materialized (${selectSimultaneousEvents(now)}),
      similar as materialized (select id, rank from (${similarEventsCte(now)})
        where id not in (select id from alongside) order by rank, id limit ${similarAtMost})
      select id, 0 as section, rank from alongside union all select id, 1, rank from similar`,
    2,
  ),
)

type EventPage = {
  event: EventView
  hypedBy: HypeFace[]
  alsoOn: EventSummary[]
  /** Undefined after a failure, with which `alsoOn` is empty: the page says so once. */
  similar: EventSummary[] | undefined
} & DealSlot

export async function getEventPage(ctx: Ctx, slug: string): Promise<EventPage> {
  const { now } = ctx
  const { row, faces, otherEvents, deals } = await read(ctx, {
    row: selectEventBySlug({ slug }),
    faces: allowFailure(selectHypeFaces({ slug })),
    otherEvents: allowFailure(selectOtherEvents({ now, slug })),
    deals: allowFailure(selectDealSlot({ placement: 'event', now: ctx.now })),
  })
  const [alsoOn = [], similar] = otherEvents ?? []
  const show = (other: EventRow) => toEventSummary(other, now)
  const nearest = (a: EventRow, b: EventRow) =>
    Number(a.endAt <= now) - Number(b.endAt <= now) ||
    (a.endAt > now ? a.startAt - b.startAt : b.startAt - a.startAt)
  return {
    event: toEventView(row, now),
    hypedBy: toHypeFaces(faces ?? []),
    alsoOn: alsoOn.map(show),
    similar: similar?.toSorted(nearest).map(show),
    ...toDealSlot(ctx, deals),
  }
}
