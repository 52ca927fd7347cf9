import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { e } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { deliveries, notificationBroadcasts } from '#worker/db/schema/notifications.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { remove, update } from '#worker/db/writes.ts'
import { SwitchableKind } from '#worker/features/notifications/kinds.ts'
import { isDeliveryResumable } from '#worker/features/notifications/rules/kind-rules.ts'

const isPending = equals(deliveries.status, 'pending')

export function stopReminders(_ctx: Ctx, eventId: EventId): Statement {
  return update(
    deliveries,
    { status: 'stopped', reason: 'event_cancelled' },
    {
      where: sql`${deliveries.eventId} = ${eventId} and ${deliveries.kind} = 'reminder'
        and ${isPending}`,
    },
  )
}

export function stopSupersededRescheduleNotices(
  { now }: Ctx,
  eventId: EventId,
  when: SQL = sql`true`,
): Statement[] {
  const broadcast = notificationBroadcasts
  return [
    remove(broadcast, {
      where: sql`${broadcast.eventId} = ${eventId} and ${broadcast.kind} = 'event_changed'
        and ${broadcast.doneAt} is null and ${when}`,
    }),
    update(
      deliveries,
      { status: 'stopped', reason: 'superseded', nextAt: now },
      {
        where: sql`${deliveries.eventId} = ${eventId} and ${deliveries.kind} = 'event_changed'
          and ${deliveries.status} in ('pending', 'stopped') and ${when}`,
      },
    ),
  ]
}

/** Account mail and notices reach inactive members too. */
export function stopDeliveriesToInactiveMember(_ctx: Ctx, userId: UserId): Statement {
  return update(
    deliveries,
    { status: 'stopped', reason: 'account_deactivated' },
    {
      where: sql`${deliveries.userId} = ${userId} and ${isPending}
        and ${deliveries.kind} in (select value from json_each(${JSON.stringify(SwitchableKind.options)}))
        and exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.isActive} = 0)`,
    },
  )
}

export function resumeStoppedNotifications({ now }: Ctx, eventId: EventId): Statement {
  const { status, nextAt, reason, error } = deliveries
  const isStopped = sql`${status} = 'stopped'`
  return update(
    deliveries,
    {
      nextAt: sql`iif(${isStopped}, ${now}, ${nextAt})`,
      reason: sql`iif(${isStopped}, null, ${reason})`,
      error: sql`iif(${isStopped}, null, ${error})`,
      deadlineAt: e.startAt,
      status: 'pending',
    },
    {
      from: sql`${e}`,
      where: sql`${e.id} = ${deliveries.eventId} and ${deliveries.eventId} = ${eventId}
        and ${status} in ('stopped', 'pending') and ${reason} is not 'superseded'
        and ${e.startAt} > ${now} and (${isDeliveryResumable})`,
    },
  )
}
