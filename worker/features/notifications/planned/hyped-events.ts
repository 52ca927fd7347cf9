import { read, type Ctx, type Member } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import type { Results } from '#worker/db/client.ts'
import { CursorNumber, defineCursors, toCursorPage } from '#worker/db/pagination.ts'
import { toEventSummary } from '#worker/features/events/event-rows.ts'
import {
  selectChannelSwitches,
  toNotificationSettings,
} from '#worker/features/notifications/preferences/preferences.ts'
import { AppError } from '#worker/api/errors.ts'
import type { HypedEventsQuery, HypedEventsView, HypedEventView } from './contract.ts'
import { selectHypedEventsWithDeliveries, type HypedEventDbRow } from './hyped-event-rows.ts'
import {
  planNotifications,
  type HypedEventToPlan,
  type PlanningRecipient,
} from './planned-notifications.ts'

type HypedEventResults = Results<ReturnType<typeof selectHypedEvents>> & {
  switches: Results<ReturnType<typeof selectChannelSwitches>>
}

type PlanningResults = Pick<HypedEventResults, 'deliveries' | 'recipient' | 'switches'>

/** Plans the notifications of each of the events whose deliveries were read. */
export function createNotificationPlanner(
  { now }: Ctx,
  { deliveries, recipient, switches }: PlanningResults,
) {
  const ofEvent = Map.groupBy(deliveries, ({ eventId }) => eventId)
  const { isWebhookGone = false, ...quiet } = recipient ?? {
    quietFrom: null,
    quietTo: null,
    timeZone: 'UTC',
  }
  const person: PlanningRecipient = {
    settings: toNotificationSettings({ ...switches, streamers: [], games: [], groups: [] }),
    isWebhookGone,
    quiet,
  }
  return (event: HypedEventToPlan) =>
    planNotifications({ event, deliveries: ofEvent.get(event.id) ?? [], person, now })
}

function createEventViewMapper(ctx: Ctx, found: HypedEventResults) {
  const plan = createNotificationPlanner(ctx, found)
  return (row: HypedEventDbRow): HypedEventView => ({
    event: toEventSummary(row, ctx.now),
    hyped_at: toInstant(row.hypedAt),
    notices: plan(row),
  })
}

const cursors = {
  upcoming: defineCursors('hyped.upcoming', [CursorNumber, CursorNumber]),
  past: defineCursors('hyped.past', [CursorNumber, CursorNumber]),
}

const firstKeys = {
  upcoming: [Number.MIN_SAFE_INTEGER, 0],
  past: [Number.MAX_SAFE_INTEGER, 0],
} as const

function selectHypedEvents(ctx: Ctx<Member>, { period, limit, cursor }: HypedEventsQuery) {
  const { now, actor } = ctx
  const [startAt, id] = cursors[period].keysOf(ctx, cursor) ?? firstKeys[period]
  return selectHypedEventsWithDeliveries(period, {
    userId: actor.userId,
    now,
    startAt,
    id,
    limit: limit + 1,
  })
}

function toHypedEventsView(
  ctx: Ctx,
  query: HypedEventsQuery,
  found: HypedEventResults,
): HypedEventsView {
  return toCursorPage(found.hyped, query.limit, {
    toItem: createEventViewMapper(ctx, found),
    cursorAfter: ({ startAt, id }) => cursors[query.period].after([startAt, id]),
  })
}

export async function listHypedEvents(
  ctx: Ctx<Member>,
  query: HypedEventsQuery,
): Promise<HypedEventsView> {
  const found = await read(ctx, {
    hyped: selectHypedEvents(ctx, query),
    switches: selectChannelSwitches(ctx),
  })
  return toHypedEventsView(ctx, query, { ...found.hyped, switches: found.switches })
}

export async function getHypedEvent(
  ctx: Ctx<Member>,
  { eventId }: { eventId: EventId },
): Promise<HypedEventView> {
  const { now, actor } = ctx
  const part = { userId: actor.userId, now, startAt: 0, id: eventId, limit: 1 }
  const { one, switches } = await read(ctx, {
    one: selectHypedEventsWithDeliveries('one', part),
    switches: selectChannelSwitches(ctx),
  })
  const [row] = one.hyped
  if (!row) throw new AppError('not_found', 'event_not_found')
  return createEventViewMapper(ctx, { ...one, switches })(row)
}
