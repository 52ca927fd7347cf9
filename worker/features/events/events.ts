import { sql } from 'drizzle-orm'
import { read, type Ctx, type Member } from '#worker/context.ts'
import type { Statement } from '#worker/db/client.ts'
import { AppError } from '#worker/http/errors.ts'
import { calendarLink } from './calendar-links.ts'
import { dayMs, isLong } from './coming.ts'
import type { CalendarLink, CalendarTarget, EventSummary, EventView } from './contract.ts'
import {
  isApproved,
  longestMs,
  selectEventDetails,
  selectPicked,
  toSummary,
  toView,
  type EventRow,
} from './event-rows.ts'
import { selectRelated } from './related-events.ts'

function selectBySlug({ db }: Ctx, slug: string) {
  return selectEventDetails(db, sql`where e.slug = ${slug} and e.status = 'approved'`)
}

/**
 * An approved event.
 * @throws AppError `event_not_found` also for events that are not public.
 */
export async function getEvent(ctx: Ctx, slug: string): Promise<EventView> {
  const [[row]] = await read(ctx, [selectBySlug(ctx, slug)])
  if (!row) throw new AppError('not_found', 'event_not_found')
  return toView(row, ctx.now)
}

/** Where a member adds the event to a calendar. */
export async function getCalendarLink(
  ctx: Ctx<Member>,
  slug: string,
  target: CalendarTarget,
): Promise<CalendarLink> {
  const { locale, config } = ctx
  const event = await getEvent(ctx, slug)
  return { url: calendarLink(event, target, { url: config.SITE_URL, locale }) }
}

const alongsideAtMost = 6
const similarAtMost = 6

/** On at the same time, the nearest start first; of the days before, only what is long can be. */
function selectAlongside({ db, now }: Ctx, slug: string): Statement<EventRow[]> {
  const select = sql`select e.id as id, abs(e.start_at - t.start_at) as away`
  const isAlongside = sql`t.slug = ${slug} and t.status = 'approved'
    and ${isApproved} and e.cancelled_at is null and e.id <> t.id and e.end_at > t.start_at
    and (e.end_at > ${now} or t.end_at <= ${now})`
  return selectPicked(
    db,
    sql`${select} from events t cross join events e where ${isAlongside}
        and e.start_at < t.end_at and e.start_at > t.start_at - ${dayMs}
      union all ${select} from events t cross join events e indexed by events_long
        where ${isAlongside} and ${isLong}
        and e.start_at between t.start_at - ${longestMs - 1} and t.start_at - ${dayMs}
      order by away, id limit ${alongsideAtMost}`,
    sql`pick.away, e.id`,
  )
}

/**
 * An approved event with what is on at the same time and what is like it (what is coming first,
 * then what is over), in one round trip.
 */
export async function getEventPage(
  ctx: Ctx,
  slug: string,
): Promise<{ event: EventView; alsoOn: EventSummary[]; similar: EventSummary[] }> {
  const { now } = ctx
  const [[row], alsoOn, related] = await read(ctx, [
    selectBySlug(ctx, slug),
    selectAlongside(ctx, slug),
    // Those that stand under "at the same time" are left out.
    selectRelated(ctx, { slug }, similarAtMost + alongsideAtMost),
  ])
  if (!row) throw new AppError('not_found', 'event_not_found')
  const similar = related.filter(({ id }) => !alsoOn.some((other) => other.id === id))
  const show = (other: EventRow) => toSummary(other, now)
  const nearest = (a: EventRow, b: EventRow) =>
    Number(a.endAt <= now) - Number(b.endAt <= now) ||
    (a.endAt > now ? a.startAt - b.startAt : b.startAt - a.startAt)
  return {
    event: toView(row, now),
    alsoOn: alsoOn.map(show),
    similar: similar.slice(0, similarAtMost).toSorted(nearest).map(show),
  }
}
