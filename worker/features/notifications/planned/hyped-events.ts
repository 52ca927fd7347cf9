import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Member } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Results } from '#worker/db/client.ts'
import { isApproved, phaseAt } from '#worker/features/events/event-rows.ts'
import {
  selectSwitches,
  toNotificationSettings,
} from '#worker/features/notifications/preferences/preferences.ts'
import type { QuietHours } from '#worker/features/notifications/preferences/local-time.ts'
import { isStillDeliverable } from '#worker/features/notifications/rules/kind-rules.ts'
import { AppError } from '#worker/api/errors.ts'
import { CursorNumber, defineCursors, toCursorPage } from '#worker/db/pagination.ts'
import { PlannedKind } from '#worker/features/notifications/kinds.ts'
import { type HypedEventsQuery, type HypedEventsView, type HypedEventView } from './contract.ts'
import {
  planNotifications,
  type Delivery,
  type HypedFacts,
  type Person,
} from './planned-notifications.ts'

type HypedRow = HypedFacts & { slug: string; name: string; timezone: string }

/** The statements on the hyped events `picked`, of which `e` is the event and `h` the hype. */
function selectHypedWithDeliveries(ctx: Ctx<Member>, picked: SQL) {
  const { db, now, actor } = ctx
  const hyped = sql`hypes h cross join events e on e.id = h.event_id
    where h.user_id = ${actor.userId} and ${isApproved} and ${picked}`
  return [
    rows<HypedRow>(
      db,
      sql`select e.id, e.slug, e.name, e.start_at as startAt, e.end_at as endAt, e.timezone,
          e.time_certainty as timeCertainty, e.cancelled_at as cancelledAt, h.created_at as hypedAt,
          (select json_group_array(f.hours) from reminder_fanouts f
            where f.event_id = e.id and f.start_at = e.start_at
              and (f.done_at is not null or f.after_user_id >= h.user_id)) as written
        from ${hyped}`,
    ),
    rows<Delivery>(
      db,
      sql`select event_id as eventId, key, kind, payload ->> 'hours' as hours, channel, status,
          attempts, next_at as nextAt, sent_at as sentAt, created_at as createdAt,
          iif(status = 'pending', (${isStillDeliverable(now)}), 1) as isWanted,
          reason
        from (select e.id as picked from ${hyped}) cross join deliveries
          on event_id = picked and user_id = ${actor.userId}
        where kind in (select value from json_each(${JSON.stringify(PlannedKind.options)}))
        order by deliveries.id`,
    ),
    rows<{ isWebhookGone: number } & QuietHours>(
      db,
      sql`select discord_disabled_at is not null as isWebhookGone, quiet_from as quietFrom,
          quiet_to as quietTo, timezone_name as timeZone
        from users where id = ${actor.userId}`,
    ),
  ] as const
}

/** Of the person's switches those that say which channels reach them. */
function selectChannels(ctx: Ctx<Member>) {
  const [reach, choices] = selectSwitches(ctx)
  return [reach, choices] as const
}

type Found = [
  ...Results<ReturnType<typeof selectHypedWithDeliveries>>,
  ...Results<ReturnType<typeof selectChannels>>,
]

function toViewOf(ctx: Ctx, [, deliveries, [person], reach, choices]: Found) {
  const ofEvent = Map.groupBy(deliveries, ({ eventId }) => eventId)
  const facts: Person = {
    settings: toNotificationSettings([reach, choices, [], []]),
    isWebhookGone: Boolean(person?.isWebhookGone),
    quiet: person ?? { quietFrom: null, quietTo: null, timeZone: 'UTC' },
  }
  return (row: HypedRow): HypedEventView => ({
    event: {
      id: row.id,
      slug: row.slug,
      name: row.name,
      start: toInstant(row.startAt),
      end: toInstant(row.endAt),
      timezone: row.timezone,
      time_certainty: row.timeCertainty,
      phase: phaseAt(row, ctx.now),
      cancelled_at: row.cancelledAt === null ? null : toInstant(row.cancelledAt),
    },
    hyped_at: toInstant(row.hypedAt),
    notices: planNotifications({
      event: row,
      deliveries: ofEvent.get(row.id) ?? [],
      person: facts,
      now: ctx.now,
    }),
  })
}

const cursors = {
  upcoming: defineCursors('hyped.upcoming', [CursorNumber, CursorNumber]),
  past: defineCursors('hyped.past', [CursorNumber, CursorNumber]),
}

/** The statements that load one part of what the member hyped; their switches go with it. */
export function selectHyped(ctx: Ctx<Member>, query: HypedEventsQuery) {
  const { period, limit, cursor } = query
  const keys = cursors[period].keysOf(ctx, cursor)
  const isPast = period === 'past'
  const [beyond, order] = isPast ? [sql.raw('<'), sql.raw('desc')] : [sql.raw('>'), sql.raw('asc')]
  const rest = keys ? sql`(e.start_at, e.id) ${beyond} (${keys[0]}, ${keys[1]})` : sql`true`
  const isThen = isPast ? sql`e.end_at <= ${ctx.now}` : sql`e.end_at > ${ctx.now}`
  return selectHypedWithDeliveries(
    ctx,
    sql`${isThen} and ${rest} order by e.start_at ${order}, e.id ${order} limit ${limit + 1}`,
  )
}

export function toHyped(ctx: Ctx, query: HypedEventsQuery, found: Found): HypedEventsView {
  return toCursorPage(found[0], query.limit, {
    toItem: toViewOf(ctx, found),
    cursorAfter: ({ startAt, id }) => cursors[query.period].after([startAt, id]),
  })
}

/** What the member hyped, each with what was and will be sent about it. */
export async function listHypedEvents(
  ctx: Ctx<Member>,
  query: HypedEventsQuery,
): Promise<HypedEventsView> {
  return toHyped(
    ctx,
    query,
    await read(ctx, [...selectHyped(ctx, query), ...selectChannels(ctx)] as const),
  )
}

/** What was and will be sent to the member about an event that they hyped. */
export async function getHypedEvent(
  ctx: Ctx<Member>,
  { eventId }: { eventId: EventId },
): Promise<HypedEventView> {
  const picked = sql`h.event_id = ${eventId}`
  const found = await read(ctx, [
    ...selectHypedWithDeliveries(ctx, picked),
    ...selectChannels(ctx),
  ] as const)
  const [[row]] = found
  if (!row) throw new AppError('not_found', 'event_not_found')
  return toViewOf(ctx, found)(row)
}
