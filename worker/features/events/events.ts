import { sql } from 'drizzle-orm'
import { read, type Ctx, type Member } from '#worker/context.ts'
import { buildCalendarLink } from './calendar-links.ts'
import type { CalendarLink, CalendarTarget, EventView } from './contract.ts'
import { selectEventDetails, toEventView } from './event-rows.ts'
import { e } from '#worker/db/aliases.ts'
import { equals } from '#worker/db/conditions.ts'
import { existing, prepare, type Params } from '#worker/db/statement.ts'

export const selectEventBySlug = prepare(({ slug }: Params<{ slug: string }>) =>
  existing(
    selectEventDetails(sql`where ${e.slug} = ${slug} and ${equals(e.status, 'approved')}`),
    'event_not_found',
  ),
)

/** @throws AppError `event_not_found` also for events that are not public. */
export async function getEvent(ctx: Ctx, slug: string): Promise<EventView> {
  const { row } = await read(ctx, { row: selectEventBySlug({ slug }) })
  return toEventView(row, ctx.now)
}

export async function getCalendarLink(
  ctx: Ctx<Member>,
  slug: string,
  target: CalendarTarget,
): Promise<CalendarLink> {
  const { locale, config } = ctx
  const event = await getEvent(ctx, slug)
  return { url: buildCalendarLink(event, target, { url: config.SITE_URL, locale }) }
}
