import { sql } from 'drizzle-orm'
import { read, type Ctx, type Member } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { hypes } from '#worker/db/schema/events.ts'
import { hypedEventIds } from '#worker/features/events/calendar/member-events.ts'
import { toEventSummary } from '#worker/features/events/event-rows.ts'
import { takesNearMarks } from '#worker/features/notifications/contract.ts'
import {
  selectChannelSwitches,
  toChannelSettings,
} from '#worker/features/notifications/preferences/preferences.ts'
import { AppError } from '#worker/api/errors.ts'
import type { HypedEventView } from './contract.ts'
import { createNotificationPlanner, listOwnMarks } from './planned-notifications.ts'
import { selectPlannedEvents } from './planned-rows.ts'

/** @throws AppError `event_not_found` also of one that is not hyped */
export async function getHypedEvent(ctx: Ctx<Member>, id: EventId): Promise<HypedEventView> {
  const picked = sql`${hypedEventIds(ctx.actor.userId)} and ${hypes.eventId} = ${id}`
  const found = await read(ctx, {
    ...selectPlannedEvents(ctx, picked),
    switches: selectChannelSwitches(ctx),
  })
  const [row] = found.events
  if (row?.status !== 'approved' || row.hypedAt === null) {
    throw new AppError('not_found', 'event_not_found')
  }
  return {
    event: toEventSummary(row, ctx.now),
    hyped_at: toInstant(row.hypedAt),
    own_marks: listOwnMarks(row),
    takes_near_marks: takesNearMarks(toChannelSettings(found.switches)),
    notices: createNotificationPlanner(ctx, found)(row),
  }
}
