import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contract.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { askForCards } from '#worker/features/artwork/ask-for-cards.ts'
import { purgeAfter } from '#worker/features/edge/purge.ts'
import { notify } from '#worker/features/notifications/outbox.ts'
import { addTrust, earnXp } from '#worker/features/progress/ledger.ts'

export function proposerOf(eventId: EventId): SQL {
  return sql`(select proposer_id from events where id = ${eventId})`
}

/** What publication gives: once per event, as the owner's own or as a proposal, whichever it was first. */
function rewards(ctx: Ctx, eventId: EventId, isDone: SQL): Statement[] {
  const userId = proposerOf(eventId)
  const subject = `event:${eventId}`
  const isOwn = sql`exists (select 1 from xp_entries where user_id = ${userId}
    and action = 'own_event_published' and subject = ${subject})`
  const proposed = {
    userId,
    action: 'proposal_approved',
    subject,
    when: sql`${isDone} and not ${isOwn}`,
  } as const
  return [
    earnXp(ctx, {
      userId,
      action: 'own_event_published',
      subject,
      when: sql`${isDone} and ${isOwn}`,
    }),
    earnXp(ctx, proposed),
    addTrust(ctx, proposed),
  ]
}

/** Reminders that were stopped while the event was off the agenda are wanted again. */
function reviveReminders({ db, now }: Ctx, eventId: EventId, isDone: SQL): Statement {
  return rows(
    db,
    sql`update deliveries set status = 'pending', error = null, next_at = ${now}
      where event_id = ${eventId} and kind = 'reminder' and status = 'stopped' and ${isDone}
        and deadline_at > ${now}
        and deadline_at = (select start_at from events where id = ${eventId})`,
  )
}

/** XP, trust, reminders and the notice that come with publication. */
export function publication(ctx: Ctx, eventId: EventId) {
  return {
    effects: (isDone: SQL) => [
      ...rewards(ctx, eventId, isDone),
      reviveReminders(ctx, eventId, isDone),
    ],
    notice: (isDone: SQL) =>
      notify(ctx, {
        kind: 'proposal_decision',
        key: `proposal_decision:${eventId}:approved:${ctx.now}`,
        users: sql`select proposer_id from events where id = ${eventId} and ${isDone}`,
        eventId,
        payload: { decision: 'approved' },
        deadlineAt: null,
      }),
  }
}

/** What follows outside the transaction once the agenda shows an event, or no longer does. */
export async function afterAgendaChange(ctx: Ctx, eventId: number): Promise<void> {
  await purgeAfter(ctx, { type: 'event', id: eventId })
  await askForCards(ctx, eventId)
}
