import { sql } from 'drizzle-orm'
import type { Ctx, Moderator } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { events } from '#worker/db/schema/events.ts'
import { buildSetSql, type UpdateValues } from '#worker/db/writes.ts'
import { announceNewEvent } from '#worker/features/notifications/fan-out/broadcasts.ts'
import { insertNotificationDeliveries } from '#worker/outbox/notify.ts'
import { addTrust } from '#worker/features/gamification/ledger/ledger.ts'
import { AppError, validationError } from '#worker/api/errors.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
import { planCancellation } from './cancellation.ts'
import type { ApproveInput, ModeratorCancelInput, ProposalView, RejectInput } from './contract.ts'
import type { BulkModerationInput } from '#worker/features/moderation/proposals/bulk/contract.ts'
import { listFollowingDates } from './following-dates.ts'
import { executeTransition, type TransitionCommand, type TransitionPlan } from './engine.ts'
import { announceReschedule, proposerIdOf, publicationStatements } from './publication.ts'
import { createEventRevisionConflict } from './conflicts.ts'
import type { EventSnapshot } from './event-snapshot.ts'
import { toRejectionTrustAction, undoCancellation, undoDecision } from './undo.ts'

type WithoutIds<Input> = Input extends unknown ? Omit<Input, 'ids'> : never
export type ModerationInput =
  | WithoutIds<BulkModerationInput>
  | ({ act: 'reject' } & RejectInput)
  | ({ act: 'approve' } & ApproveInput)
  | ({ act: 'cancel' } & ModeratorCancelInput)
type ApprovalInput = Extract<ModerationInput, { act: 'approve' }>

export function planPublication(
  ctx: Ctx,
  snapshot: EventSnapshot,
  isReview: boolean,
): TransitionPlan {
  const { now } = ctx
  return {
    set: buildSetSql(events, {
      approvedAt: now,
      approveAt: null,
      ...(isReview ? { reviewedAt: now } : {}),
    }),
    ...publicationStatements(ctx, snapshot.id),
    dates: listFollowingDates(snapshot, (id) => announceReschedule(ctx, id)),
  }
}

/** Somebody else decides, where there is anybody. */
function isOwnProposal({ actor }: Ctx<Moderator>, snapshot: EventSnapshot): boolean {
  return snapshot.proposerId === actor.userId && snapshot.hasOtherReviewer
}

/** Only now are those notified who follow what was published without a moderator. */
function planReview(ctx: Ctx<Moderator>, snapshot: EventSnapshot): TransitionPlan | AppError {
  if (isOwnProposal(ctx, snapshot)) return new AppError('forbidden', 'own_proposal')
  if (snapshot.reviewedAt !== null) return new AppError('conflict', 'transition_not_allowed')
  return {
    set: buildSetSql(events, { reviewedAt: ctx.now }),
    dates: listFollowingDates(snapshot),
    effects: [announceNewEvent(ctx, snapshot.id)],
  }
}

/** In the delay the approval can be taken back. */
function planApproval(
  ctx: Ctx<Moderator>,
  input: ApprovalInput,
  snapshot: EventSnapshot,
): TransitionPlan | AppError {
  const { delay_seconds, seen_updated_at } = input
  if (isOwnProposal(ctx, snapshot)) return new AppError('forbidden', 'own_proposal')
  const seenAt =
    typeof seen_updated_at === 'object' ? seen_updated_at[snapshot.id] : seen_updated_at
  if (seenAt !== undefined && seenAt < snapshot.updatedAt)
    return createEventRevisionConflict(ctx, snapshot)
  if (!snapshot.isVerified) return new AppError('conflict', 'email_not_verified')
  if (delay_seconds === 0) return planPublication(ctx, snapshot, true)
  const approveAt = ctx.now + delay_seconds * 1000
  return {
    set: buildSetSql(events, { approveAt }),
    to: 'approving',
    dates: listFollowingDates(snapshot),
  }
}

function planRejection(
  ctx: Ctx,
  input: RejectInput,
  snapshot: EventSnapshot,
  original: EventSnapshot | undefined,
): TransitionPlan | AppError {
  const { id } = snapshot
  const { reason_code = null, reason = null, duplicate_of = null } = input
  if (duplicate_of !== null && (!original || original.id === id)) {
    return validationError([
      { path: 'duplicate_of', msg: validationRuleText('unknown_event', ctx.locale) },
    ])
  }
  return {
    set: buildSetSql(events, {
      rejectionCode: reason_code,
      rejectionReason: reason,
      duplicateOfId: duplicate_of,
    }),
    dates: listFollowingDates(snapshot),
    reasonCode: reason_code,
    reason,
    effects: [
      addTrust(ctx, {
        userId: proposerIdOf(id),
        action: toRejectionTrustAction(reason_code),
        subject: `event:${id}`,
      }),
    ],
    notice: insertNotificationDeliveries(ctx, {
      kind: 'proposal_decision',
      key: `proposal_decision:${id}:rejected:${ctx.now}`,
      users: proposerIdOf(id),
      eventId: id,
      payload: { decision: 'rejected', reason_code, reason },
    }),
  }
}

/** An event that leaves the agenda: where it was is kept, to tell of a move when it comes back. */
const offTheAgenda: UpdateValues<typeof events> = {
  approveAt: null,
  approvedAt: null,
  previousStartAt: sql<number | null>`iif(${events.approvedAt} is null,
    ${events.previousStartAt}, ${events.startAt})`,
}
const asProposed: UpdateValues<typeof events> = {
  rejectionCode: null,
  rejectionReason: null,
  duplicateOfId: null,
  cancelledAt: null,
  cancelReason: null,
}

function planModeration(
  ctx: Ctx<Moderator>,
  input: ModerationInput,
  snapshot: EventSnapshot,
  related: EventSnapshot | undefined,
): TransitionPlan | AppError {
  switch (input.act) {
    case 'approve':
      return planApproval(ctx, input, snapshot)
    case 'review':
      return planReview(ctx, snapshot)
    case 'reject':
      return planRejection(ctx, input, snapshot, related)
    case 'cancel':
      return { ...planCancellation(ctx, input, snapshot), reasons: input }
    case 'cancel_approval':
      return { set: buildSetSql(events, { approveAt: null }), dates: listFollowingDates(snapshot) }
    case 'disable':
      return {
        set: buildSetSql(events, offTheAgenda),
        dates: listFollowingDates(snapshot),
        effects: undoDecision(ctx, snapshot),
        reasons: input,
      }
    case 'enable':
    case 'reset':
      return {
        set: buildSetSql(events, { ...offTheAgenda, ...asProposed }),
        dates: listFollowingDates(snapshot),
        effects: [undoDecision(ctx, snapshot), undoCancellation(ctx, snapshot)],
        reasons: 'ground' in input ? input : {},
      }
  }
}

export function toTransitionCommand(
  ctx: Ctx<Moderator>,
  input: ModerationInput,
): Omit<TransitionCommand, 'ids'> {
  return {
    act: input.act,
    roleOf: () => 'moderator',
    planFor: (snapshot, related) => planModeration(ctx, input, snapshot, related),
  }
}

/** @throws AppError `event_not_found`, or a conflict that names who decided before. */
export function moderateProposal(
  ctx: Ctx<Moderator>,
  eventId: EventId,
  input: ModerationInput,
): Promise<ProposalView> {
  const relatedId = 'duplicate_of' in input ? input.duplicate_of : undefined
  const isOneDate = input.act === 'cancel'
  return executeTransition(ctx, {
    id: eventId,
    relatedId,
    isOneDate,
    ...toTransitionCommand(ctx, input),
  })
}
