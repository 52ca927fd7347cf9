import { sql } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import { AppError } from '#worker/http/errors.ts'
import type { EventSummary, EventView } from './contract.ts'
import { longestMs } from './event-list.ts'
import { selectEventDetails, selectEvents, toSummary, toView } from './event-rows.ts'

function selectBySlug({ db }: Ctx, slug: string) {
  if (/\p{Cc}/u.test(slug)) throw new AppError('not_found', 'event_not_found')
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

/** An approved event with what is on at the same time, in one round trip. */
export async function getEventPage(
  ctx: Ctx,
  slug: string,
): Promise<{ event: EventView; alsoOn: EventSummary[] }> {
  const { db, now } = ctx
  const [[row], alsoOn] = await read(ctx, [
    selectBySlug(ctx, slug),
    selectEvents(
      db,
      sql`join events t on t.slug = ${slug} and t.status = 'approved'
        where e.status = 'approved' and e.cancelled_at is null and e.id <> t.id
          and e.start_at < t.end_at and e.start_at > t.start_at - ${longestMs} and e.end_at > t.start_at
        order by abs(e.start_at - t.start_at), e.id limit 6`,
    ),
  ])
  if (!row) throw new AppError('not_found', 'event_not_found')
  return { event: toView(row, now), alsoOn: alsoOn.map((other) => toSummary(other, now)) }
}
