import { sql } from 'drizzle-orm'
import { read, type Ctx, type Member } from '#worker/context.ts'
import { AppError } from '#worker/http/errors.ts'
import { calendarLink } from './calendar-links.ts'
import type { CalendarLink, CalendarTarget, EventSummary, EventView } from './contract.ts'
import {
  longestMs,
  selectEventDetails,
  selectEvents,
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

/**
 * An approved event with what is on at the same time and what is like it (what is coming first,
 * then what is over), in one round trip.
 */
export async function getEventPage(
  ctx: Ctx,
  slug: string,
): Promise<{ event: EventView; alsoOn: EventSummary[]; similar: EventSummary[] }> {
  const { db, now } = ctx
  const [[row], alsoOn, related] = await read(ctx, [
    selectBySlug(ctx, slug),
    selectEvents(
      db,
      sql`join events t on t.slug = ${slug} and t.status = 'approved'
        where e.status = 'approved' and e.cancelled_at is null and e.id <> t.id
          and e.start_at < t.end_at and e.start_at > t.start_at - ${longestMs} and e.end_at > t.start_at
          and (e.end_at > ${now} or t.end_at <= ${now})
        order by abs(e.start_at - t.start_at), e.id limit ${alongsideAtMost}`,
    ),
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
