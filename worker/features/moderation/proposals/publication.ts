import { sql, type SQL } from 'drizzle-orm'
import { asSystem, write, type Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { e } from '#worker/db/aliases.ts'
import { inOrder, type Statement } from '#worker/db/client.ts'
import { events } from '#worker/db/schema/events.ts'
import { notificationBroadcasts } from '#worker/db/schema/notifications.ts'
import { xpEntries } from '#worker/db/schema/gamification.ts'
import { update } from '#worker/db/writes.ts'
import { requestSocialCards } from '#worker/features/media/generated-images/request-social-cards.ts'
import { unansweredParticipantUserIds } from '#worker/features/directory/streamers/unanswered-participants.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import {
  resumeStoppedNotifications,
  stopSupersededRescheduleNotices,
} from '#worker/features/notifications/delivery/stop.ts'
import {
  announceNewEvent,
  insertBroadcast,
  queueBroadcasts,
} from '#worker/features/notifications/fan-out/broadcasts.ts'
import { insertNotificationDeliveries } from '#worker/outbox/notify.ts'
import { addTrust, earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import type { EventInput } from './contract.ts'
import type { EventSnapshot } from './event-snapshot.ts'

export function proposerIdOf(eventId: EventId): SQL {
  return sql`(select ${events.proposerId} from ${events} where ${events.id} = ${eventId})`
}

/** Once per event, as the owner's own or as a proposal, whichever it was first. */
function addProposerRewards(ctx: Ctx, eventId: EventId) {
  const userId = proposerIdOf(eventId)
  const subject = `event:${eventId}`
  const isOwn = sql`exists (select 1 from ${xpEntries} where ${xpEntries.userId} = ${userId}
    and ${xpEntries.action} = 'own_event_published' and ${xpEntries.subject} = ${subject})`
  const proposed = {
    userId,
    action: 'proposal_approved',
    subject,
    when: sql`not ${isOwn}`,
  } as const
  return inOrder([
    inOrder(earnXp(ctx, { userId, action: 'own_event_published', subject, when: isOwn })),
    inOrder(earnXp(ctx, proposed)),
    addTrust(ctx, proposed),
  ])
}

function announceMovedEvent(ctx: Ctx, eventId: EventId) {
  const isMoved = sql`${e.previousStartAt} <> ${e.startAt}`
  const isRescheduled = sql`exists (select 1 from ${e} where ${e.id} = ${eventId} and ${isMoved})`
  return inOrder([
    ...stopSupersededRescheduleNotices(ctx, eventId, isRescheduled),
    insertBroadcast(ctx, {
      kind: 'event_changed',
      // No two changes of an event bear one instant: each move is notified, there and back too.
      key: sql`'event_changed:' || ${e.id} || ':' || ${e.startAt} || ':' || ${e.updatedAt}`,
      eventId,
      payload: sql`json_object('old', ${e.previousStartAt}, 'start', ${e.startAt},
        'certainty', ${e.timeCertainty})`,
      deadlineAt: sql`${e.startAt}`,
      when: isMoved,
    }),
  ])
}

/** Only the first time that the event is on the agenda with them. */
export function notifyParticipants(ctx: Ctx, eventId: SQL | EventId): Statement {
  return insertNotificationDeliveries(ctx, {
    kind: 'participant_named',
    key: sql`'participant_named:' || ${eventId}`,
    users: sql`select n.user_id from (${unansweredParticipantUserIds(eventId)}) n join ${e} on ${e.id} = ${eventId}
      where ${e.status} = 'approved' and ${e.cancelledAt} is null and n.user_id is not ${e.proposerId}`,
    eventId,
    payload: {},
    deadlineAt: sql`(select ${e.endAt} from ${e} where ${e.id} = ${eventId})`,
  })
}

export function announceReschedule(ctx: Ctx, eventId: EventId) {
  return inOrder([announceMovedEvent(ctx, eventId), resumeStoppedNotifications(ctx, eventId)])
}

type RestoredEvent = {
  snapshot: Pick<EventSnapshot, 'id' | 'startAt'>
  input: Pick<EventInput, 'start' | 'time_certainty'>
}

export function announceRestoredEvent(ctx: Ctx, { snapshot, input }: RestoredEvent) {
  const { id: eventId, startAt } = snapshot
  const { start, time_certainty: certainty } = input
  return inOrder([
    ...stopSupersededRescheduleNotices(ctx, eventId),
    insertBroadcast(ctx, {
      kind: 'event_changed',
      key: sql`'event_changed:' || ${e.id} || ':' || ${e.startAt} || ':' || ${e.updatedAt}`,
      eventId,
      payload: { old: startAt, start, certainty, is_back: true },
      deadlineAt: start,
    }),
    resumeStoppedNotifications(ctx, eventId),
  ])
}

export function publicationStatements(ctx: Ctx, eventId: EventId) {
  return {
    effects: inOrder([
      addProposerRewards(ctx, eventId),
      announceMovedEvent(ctx, eventId),
      announceNewEvent(ctx, eventId),
      notifyParticipants(ctx, eventId),
      resumeStoppedNotifications(ctx, eventId),
    ]),
    notice: insertNotificationDeliveries(ctx, {
      kind: 'proposal_decision',
      key: `proposal_decision:${eventId}:approved:${ctx.now}`,
      users: proposerIdOf(eventId),
      eventId,
      payload: { decision: 'approved' },
    }),
  }
}

/** Outside the transaction, once the agenda shows events or no longer does. */
export async function publishAgendaChange(ctx: Ctx, ...eventIds: number[]): Promise<void> {
  await queueBroadcasts(ctx, ...eventIds)
  await refreshPublicEvents(ctx, eventIds)
}

/** @param eventIds of one proposer with the same followers, by their start */
export async function publishEventsTogether(ctx: Ctx, eventIds: EventId[]): Promise<void> {
  const last = eventIds.at(-1)
  if (last === undefined) return
  if (eventIds.length > 1)
    await write(asSystem(ctx), { joined: joinEventBroadcasts(ctx, eventIds) })
  await queueBroadcasts(ctx, last)
  await refreshPublicEvents(ctx, eventIds)
}

/** Each was announced by itself; the minute job sends it if this fails. */
function joinEventBroadcasts({ now }: Ctx, eventIds: EventId[]): Statement {
  const ids = JSON.stringify(eventIds)
  const { eventId, kind, doneAt, payload } = notificationBroadcasts
  const isLast = sql`${eventId} = ${eventIds.at(-1)}`
  return update(
    notificationBroadcasts,
    {
      doneAt: sql<number | null>`iif(${isLast}, null, ${now})`,
      payload: sql<
        Record<string, unknown>
      >`json_patch(${payload}, iif(${isLast}, json_object('events', json(${ids}), 'more', 0),
        json_object('announced_with', ${eventIds.at(-1)})))`,
    },
    {
      where: sql`${kind} = 'new_event_followed' and ${doneAt} is null
        and ${eventId} in (select value from json_each(${ids}))`,
    },
  )
}

async function refreshPublicEvents(ctx: Ctx, eventIds: number[]): Promise<void> {
  await queuePurge(ctx, ...eventIds.map((id) => ({ type: 'event', id }) as const))
  await requestSocialCards(ctx, ...eventIds)
}
