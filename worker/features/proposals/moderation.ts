import { sql } from 'drizzle-orm'
import type { Ctx, Moderator } from '#worker/context.ts'
import type { EventId } from '#worker/contract.ts'
import { notify } from '#worker/features/outbox/outbox.ts'
import { addTrust } from '#worker/features/progress/ledger.ts'
import { AppError } from '#worker/http/errors.ts'
import { cancellation } from './cancellation.ts'
import type { ApproveInput, BulkInput, CancelInput, ProposalView, RejectInput } from './contract.ts'
import { perform, type Order, type Plan } from './engine.ts'
import { proposerOf, publication } from './publication.ts'
import { changedMeanwhile } from './refusals.ts'
import type { Standing } from './standing.ts'
import { rejectionTrust, undoCancellation, undoDecision } from './undo.ts'

type WithoutIds<Input> = Input extends unknown ? Omit<Input, 'ids'> : never
/** What a moderator decides about one event or many. */
export type Moderation =
  WithoutIds<BulkInput> | ({ act: 'approve' } & ApproveInput) | ({ act: 'cancel' } & CancelInput)
type Approval = Extract<Moderation, { act: 'approve' }>

/** On the agenda from now on, with all that comes with it. */
export function publicationPlan(ctx: Ctx, eventId: EventId): Plan {
  return {
    set: sql`approved_at = ${ctx.now}, approve_at = null`,
    ...publication(ctx, eventId),
  }
}

/** After a delay in which it can be taken back, 60 s unless said otherwise; 0 approves now. */
function approval(ctx: Ctx, input: Approval, standing: Standing): Plan | AppError {
  const { delay_seconds, seen_updated_at } = input
  const seen = typeof seen_updated_at === 'object' ? seen_updated_at[standing.id] : seen_updated_at
  if (seen !== undefined && seen < standing.updatedAt) return changedMeanwhile(ctx, standing)
  if (!standing.isVerified) return new AppError('conflict', 'email_not_verified')
  if (delay_seconds === 0) return publicationPlan(ctx, standing.id)
  return { set: sql`approve_at = ${ctx.now + delay_seconds * 1000}`, to: 'approving' }
}

/** The proposer is told why, and may edit and send it again. */
function rejection(ctx: Ctx, input: RejectInput, { id }: Standing): Plan {
  const { reason_code = null, reason = null } = input
  return {
    set: sql`rejection_code = ${reason_code}, rejection_reason = ${reason}`,
    reason: reason ?? reason_code,
    effects: (when) => [
      addTrust(ctx, {
        userId: proposerOf(id),
        action: rejectionTrust(reason_code),
        subject: `event:${id}`,
        when,
      }),
    ],
    notice: (isDone) =>
      notify(ctx, {
        kind: 'proposal_decision',
        key: `proposal_decision:${id}:rejected:${ctx.now}`,
        users: sql`select proposer_id from events where id = ${id} and ${isDone}`,
        eventId: id,
        payload: { decision: 'rejected', reason_code, reason },
        deadlineAt: null,
      }),
  }
}

/** An event that leaves the agenda: where it was is kept, to tell of a move when it comes back. */
const offTheAgenda = sql`approve_at = null, approved_at = null,
  previous_start_at = iif(approved_at is null, previous_start_at, start_at)`
const asProposed = sql`rejection_code = null, rejection_reason = null,
  cancelled_at = null, cancel_reason = null`

function planOf(ctx: Ctx<Moderator>, input: Moderation, standing: Standing): Plan | AppError {
  switch (input.act) {
    case 'approve':
      return approval(ctx, input, standing)
    case 'reject':
      return rejection(ctx, input, standing)
    case 'cancel':
      return cancellation(ctx, input, standing)
    case 'cancel_approval':
      return { set: sql`approve_at = null` }
    case 'disable':
      return { set: offTheAgenda, effects: (when) => undoDecision(ctx, standing, when) }
    case 'enable':
    case 'reset':
      return {
        set: sql`${offTheAgenda}, ${asProposed}`,
        effects: (when) => [
          ...undoDecision(ctx, standing, when),
          ...undoCancellation(ctx, standing, when),
        ],
      }
  }
}

export function orderOf(ctx: Ctx<Moderator>, input: Moderation): Omit<Order, 'ids'> {
  return {
    act: input.act,
    roleOf: () => 'moderator',
    planFor: (standing) => planOf(ctx, input, standing),
  }
}

/** @throws AppError `event_not_found`, or a conflict that names who decided before. */
export function moderate(
  ctx: Ctx<Moderator>,
  eventId: EventId,
  input: Moderation,
): Promise<ProposalView> {
  return perform(ctx, { id: eventId, ...orderOf(ctx, input) })
}
