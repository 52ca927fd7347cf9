import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { NotificationKind } from '#worker/features/notifications/kinds.ts'
import { isRevived } from '#worker/features/notifications/rules/kind-rules.ts'

/** Reminders of an event that is cancelled. */
export function stopReminders({ db }: Ctx, eventId: EventId, when: SQL): Statement {
  return rows(
    db,
    sql`update deliveries set status = 'stopped', reason = 'event_cancelled'
      where event_id = ${eventId} and kind = 'reminder' and status = 'pending' and ${when}`,
  )
}

/** Word of an earlier move of an event, whether it was fanned out or not. */
export function stopSupersededMoves({ db, now }: Ctx, eventId: EventId, when: SQL): Statement[] {
  return [
    rows(
      db,
      sql`delete from notice_fanouts where event_id = ${eventId} and kind = 'event_changed'
        and done_at is null and ${when}`,
    ),
    rows(
      db,
      sql`update deliveries set status = 'stopped', reason = 'superseded', next_at = ${now}
        where event_id = ${eventId} and kind = 'event_changed' and status in ('pending', 'stopped')
          and ${when}`,
    ),
  ]
}

/** Notifications of a member who was deactivated; account mail looks after itself. */
export function stopForInactive({ db }: Ctx, userId: UserId): Statement {
  const kinds = JSON.stringify(NotificationKind.options)
  return rows(
    db,
    sql`update deliveries set status = 'stopped', reason = 'account_deactivated'
      where user_id = ${userId} and status = 'pending' and kind in (select value from json_each(${kinds}))
        and exists (select 1 from users where id = ${userId} and is_active = 0)`,
  )
}

/** What was stopped while an event was off the agenda, and still holds, is wanted again. */
export function reviveNotifications({ db, now }: Ctx, eventId: EventId, when: SQL): Statement {
  return rows(
    db,
    sql`update deliveries set next_at = iif(deliveries.status = 'stopped', ${now}, next_at),
        reason = iif(deliveries.status = 'stopped', null, reason),
        error = iif(deliveries.status = 'stopped', null, error), deadline_at = e.start_at,
        status = 'pending'
      from events e where e.id = deliveries.event_id and event_id = ${eventId}
        and deliveries.status in ('stopped', 'pending') and reason is not 'superseded'
        and e.start_at > ${now} and ${when} and (${isRevived})`,
  )
}
