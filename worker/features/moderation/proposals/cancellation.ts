import * as v from 'valibot'
import { validationError } from '#worker/api/errors.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
import type { Contributor, Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { events } from '#worker/db/schema/events.ts'
import { buildSetSql } from '#worker/db/writes.ts'
import { stopReminders } from '#worker/features/notifications/delivery/stop.ts'
import { insertBroadcast } from '#worker/features/notifications/fan-out/broadcasts.ts'
import { addTrust } from '#worker/features/gamification/ledger/ledger.ts'
import { ModeratorCancelInput, type CancelInput, type ProposalView } from './contract.ts'
import { executeTransition, type TransitionPlan } from './engine.ts'
import { proposerIdOf } from './publication.ts'
import type { EventSnapshot } from './event-snapshot.ts'

export function planCancellation(
  ctx: Ctx,
  { reason = null }: CancelInput,
  { id, endAt, proposerId, firstDateId }: EventSnapshot,
): TransitionPlan {
  // The system cancels what a source no longer announces: no fault of who proposed it.
  const isByOwner = ctx.actor.kind !== 'member' || proposerId === ctx.actor.userId
  return {
    set: buildSetSql(events, { cancelledAt: ctx.now, cancelReason: reason }),
    reason,
    effects: [
      stopReminders(ctx, id),
      insertBroadcast(ctx, {
        kind: 'event_cancelled',
        key: `event_cancelled:${id}:${ctx.now}`,
        eventId: id,
        payload: { reason },
        deadlineAt: endAt,
      }),
      ...(isByOwner ? [] : [withdrawTrust(ctx, firstDateId ?? id)]),
    ],
  }
}

/** Once for a weekly proposal, however many of its dates are cancelled. */
function withdrawTrust(ctx: Ctx, eventId: EventId): Statement {
  const userId = proposerIdOf(eventId)
  return addTrust(ctx, { userId, action: 'own_event_cancelled', subject: `event:${eventId}` })
}

export function cancelEvent(
  ctx: Ctx<Contributor>,
  { eventId, ...input }: CancelInput & { eventId: EventId },
): Promise<ProposalView> {
  return executeTransition(ctx, {
    id: eventId,
    isOneDate: true,
    act: 'cancel',
    roleOf({ isActorReviewer, proposerId }) {
      if (isActorReviewer) return 'moderator'
      return proposerId === ctx.actor.userId ? 'proposer' : 'member'
    },
    planFor(snapshot) {
      const plan = planCancellation(ctx, input, snapshot)
      if (snapshot.proposerId === ctx.actor.userId) return plan
      if (v.is(ModeratorCancelInput, input)) return { ...plan, reasons: input }
      const msg = validationRuleText('reason_required', ctx.locale)
      return validationError([{ path: 'ground', msg }])
    },
  })
}
