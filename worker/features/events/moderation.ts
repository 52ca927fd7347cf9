import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Moderator, type System } from '#worker/context.ts'
import type { EventId } from '#worker/contract.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { audit } from '#worker/features/audit/audit.ts'
import { notify, sendQueued, type QueuedDelivery } from '#worker/features/notifications/outbox.ts'
import {
  addTrust,
  reverseTrust,
  reverseXp,
  type TrustAction,
} from '#worker/features/progress/ledger.ts'
import { AppError } from '#worker/http/errors.ts'
import type { ApproveInput, EventStatus, ProposalView, RejectInput } from './contract.ts'
import { afterAgendaChange, proposerOf, publication } from './publication.ts'
import { lastProposals, selectProposals, toProposals } from './proposal-rows.ts'
import { isAllowed, transitions, type ModerationAct } from './transitions.ts'

type Current = {
  status: EventStatus
  approveAt: number | null
  isVerified: number
  rejectionCode: string | null
}

type Act = {
  act: ModerationAct
  eventId: EventId
  /** What changes on the event beside its status. */
  set: SQL
  /** The status it goes to, where a delay keeps it from the act's own. */
  to?: EventStatus
  reason?: string | null
  effects?: (isDone: SQL) => Statement[]
  /** The notice to the proposer, if any. */
  notice?: (isDone: SQL) => Statement<QueuedDelivery[]>
}

function targetOf({ act, to }: Act): EventStatus {
  return to ?? transitions[act].to
}

/** Holds within the transaction in which this very act, not a rival's, was written to the audit log. */
function wasDone({ actor, now }: Ctx, act: Act): SQL {
  return sql`exists (select 1 from audit_entries where subject_type = 'event'
    and subject_id = ${act.eventId} and act = ${act.act} and at = ${now}
    and actor_id is ${actor.kind === 'member' ? actor.userId : null}
    and to_state = ${targetOf(act)} and reason is ${act.reason ?? null})`
}

async function findCurrent(ctx: Ctx<Moderator>, eventId: EventId): Promise<Current> {
  const [[current]] = await read(ctx, [
    rows<Current>(
      ctx.db,
      sql`select e.status, e.approve_at as approveAt, e.rejection_code as rejectionCode,
          (u.id is null or u.email_verified_at is not null) as isVerified
        from events e left join users u on u.id = e.proposer_id where e.id = ${eventId}`,
    ),
  ])
  if (!current) throw new AppError('not_found', 'event_not_found')
  return current
}

/**
 * One act in one transaction: the conditional update decides a race, and everything else hangs on
 * the audit row that only the winner writes.
 */
async function perform(ctx: Ctx<Moderator>, current: Current, act: Act): Promise<ProposalView> {
  const { db, now } = ctx
  const { eventId } = act
  const to = targetOf(act)
  const isDone = wasDone(ctx, act)
  const results = await write(ctx, [
    rows<{ id: EventId }>(
      db,
      sql`update events set status = ${to}, updated_at = ${now}, ${act.set} where id = ${eventId}
        and status = ${current.status} and approve_at is ${current.approveAt} returning id`,
    ),
    audit(ctx, {
      act: act.act,
      eventId: sql`${eventId}`,
      from: current.status,
      to,
      reason: act.reason,
      when: sql`changes() = 1`,
    }),
    act.notice?.(isDone) ??
      rows<QueuedDelivery>(db, sql`select id, status from deliveries where false`),
    ...(act.effects?.(isDone) ?? []),
    ...selectProposals(ctx, sql`${eventId}`, sql``),
  ])
  const [updated, , queued] = results
  if (updated.length === 0) throw new AppError('conflict', 'already_decided')
  await sendQueued(ctx, queued)
  if ([current.status, to].includes('approved')) await afterAgendaChange(ctx, eventId)
  const [proposal] = toProposals(ctx, ...lastProposals(results))
  if (!proposal) throw new AppError('not_found', 'event_not_found')
  return proposal
}

function assertAllowed(act: ModerationAct, current: Current): void {
  if (!isAllowed(act, current)) throw new AppError('conflict', 'transition_not_allowed')
}

/** Takes back what the standing decision gave or took. */
function undoDecision(ctx: Ctx, current: Current, eventId: EventId, when: SQL): Statement[] {
  const userId = proposerOf(eventId)
  const subject = `event:${eventId}`
  if (current.status === 'rejected') {
    const action = rejectionTrust(current.rejectionCode)
    return [reverseTrust(ctx, { userId, action, subject, when })]
  }
  if (current.status !== 'approved') return []
  return [
    reverseXp(ctx, { userId, action: 'proposal_approved', subject, when }),
    reverseXp(ctx, { userId, action: 'own_event_published', subject, when }),
    reverseTrust(ctx, { userId, action: 'proposal_approved', subject, when }),
  ]
}

/** Approves after a delay (60 s unless said otherwise) in which it can be taken back; 0 approves now. */
export async function approve(
  ctx: Ctx<Moderator>,
  { eventId, delay_seconds }: ApproveInput & { eventId: EventId },
): Promise<ProposalView> {
  const current = await findCurrent(ctx, eventId)
  assertAllowed('approve', current)
  if (!current.isVerified) throw new AppError('conflict', 'email_not_verified')
  if (delay_seconds > 0) {
    const set = sql`approve_at = ${ctx.now + delay_seconds * 1000}`
    return perform(ctx, current, { act: 'approve', eventId, set, to: 'pending' })
  }
  const set = sql`approved_at = ${ctx.now}`
  return perform(ctx, current, { act: 'approve', eventId, set, ...publication(ctx, eventId) })
}

export async function cancelApproval(ctx: Ctx<Moderator>, eventId: EventId): Promise<ProposalView> {
  const current = await findCurrent(ctx, eventId)
  assertAllowed('cancel_approval', current)
  return perform(ctx, current, { act: 'cancel_approval', eventId, set: sql`approve_at = null` })
}

function rejectionTrust(code: string | null): TrustAction {
  return code === 'spam' ? 'proposal_rejected_as_spam' : 'proposal_rejected'
}

/** Rejects with a preset reason or a written one; the proposer is told, and may edit and send again. */
export async function reject(
  ctx: Ctx<Moderator>,
  { eventId, reason_code = null, reason = null }: RejectInput & { eventId: EventId },
): Promise<ProposalView> {
  const current = await findCurrent(ctx, eventId)
  assertAllowed('reject', current)
  return perform(ctx, current, {
    act: 'reject',
    eventId,
    set: sql`rejection_code = ${reason_code}, rejection_reason = ${reason}`,
    reason: reason ?? reason_code,
    effects: (isDone) => [
      addTrust(ctx, {
        userId: proposerOf(eventId),
        action: rejectionTrust(reason_code),
        subject: `event:${eventId}`,
        when: isDone,
      }),
    ],
    notice: (isDone) =>
      notify(ctx, {
        kind: 'proposal_decision',
        key: `proposal_decision:${eventId}:rejected:${ctx.now}`,
        users: sql`select proposer_id from events where id = ${eventId} and ${isDone}`,
        eventId,
        payload: { decision: 'rejected', reason_code, reason },
        deadlineAt: null,
      }),
  })
}

/** An event that leaves the agenda: where it was is kept, to tell of a move when it comes back. */
const offTheAgenda = sql`approve_at = null, approved_at = null,
  previous_start_at = iif(approved_at is null, previous_start_at, start_at)`

/** Back to pending; the decision is undone. */
export async function reset(ctx: Ctx<Moderator>, eventId: EventId): Promise<ProposalView> {
  const current = await findCurrent(ctx, eventId)
  assertAllowed('reset', current)
  return perform(ctx, current, {
    act: 'reset',
    eventId,
    set: sql`${offTheAgenda}, rejection_code = null, rejection_reason = null`,
    effects: (when) => undoDecision(ctx, current, eventId, when),
  })
}

export async function disable(ctx: Ctx<Moderator>, eventId: EventId): Promise<ProposalView> {
  const current = await findCurrent(ctx, eventId)
  assertAllowed('disable', current)
  return perform(ctx, current, {
    act: 'disable',
    eventId,
    set: offTheAgenda,
    effects: (when) => undoDecision(ctx, current, eventId, when),
  })
}

export async function enable(ctx: Ctx<Moderator>, eventId: EventId): Promise<ProposalView> {
  const current = await findCurrent(ctx, eventId)
  assertAllowed('enable', current)
  return perform(ctx, current, { act: 'enable', eventId, set: sql`approve_at = null` })
}

/** Delayed approvals whose time has come. Overlapping runs publish, award and tell once. */
export async function approveDue(ctx: Ctx<System>, ids: EventId[]): Promise<void> {
  for (const eventId of ids) {
    const { effects, notice } = publication(ctx, eventId)
    const isDone = wasDone(ctx, { act: 'approve', eventId, set: sql`` })
    const [, , queued] = await write(ctx, [
      rows(
        ctx.db,
        sql`update events set status = 'approved', approved_at = ${ctx.now}, approve_at = null,
            updated_at = ${ctx.now}
          where id = ${eventId} and status = 'pending' and approve_at <= ${ctx.now}`,
      ),
      audit(ctx, {
        act: 'approve',
        eventId: sql`${eventId}`,
        from: 'pending',
        to: 'approved',
        when: sql`changes() = 1`,
      }),
      notice(isDone),
      ...effects(isDone),
    ])
    await sendQueued(ctx, queued)
    await afterAgendaChange(ctx, eventId)
  }
}
