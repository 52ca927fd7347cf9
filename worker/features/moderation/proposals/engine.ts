import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx } from '#worker/context.ts'
import type { ReasonsInput } from '#worker/contracts/decision-reasons.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import type { Change, Statement, StatementSet } from '#worker/db/client.ts'
import { events } from '#worker/db/schema/events.ts'
import { createCommand } from '#worker/db/statement.ts'
import { buildSetSql } from '#worker/db/writes.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import { tellDecision, toEntryReasons } from '#worker/audit/tell-decision.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import { sendQueuedDeliveries, type QueuedDelivery } from '#worker/outbox/lanes.ts'
import { AppError } from '#worker/api/errors.ts'
import type { EventAction, ProposalView } from './contract.ts'
import { selectProposals, toProposals } from './proposal-rows.ts'
import { publishAgendaChange } from './publication.ts'
import { computeNextRevision, type FollowingDate } from './following-dates.ts'
import { createConflictAfterRace, createTransitionConflict } from './conflicts.ts'
import {
  toIdList,
  selectEventSnapshots,
  selectProposalSnapshots,
  findProposalSnapshot,
  deriveEventStateAt,
  type EventSnapshot,
} from './event-snapshot.ts'
import {
  toStoredStatus,
  findTargetState,
  transitions,
  type TransitionRole,
  type EventState,
} from './transitions.ts'

export type TransitionPlan = {
  dates?: FollowingDate[]
  /** Assignments beside the status. */
  set: SQL
  /** Instead of the table's target: a delay holds an approval back. */
  to?: EventState
  reasonCode?: string | null
  reason?: string | null
  /** Reasons that the proposer is told, instead of code and reason. */
  reasons?: Partial<ReasonsInput>
  /** Written only if this very act had effect. */
  effects?: StatementSet
  notice?: Statement<QueuedDelivery[]>
}

export type TransitionCommand = {
  act: EventAction
  ids: EventId[]
  /** A role without such an act hears that there is no such event. */
  roleOf: (snapshot: EventSnapshot) => TransitionRole
  planFor: (snapshot: EventSnapshot, related?: EventSnapshot) => TransitionPlan | AppError
}

export type Transition = TransitionPlan & {
  act: EventAction
  snapshot: EventSnapshot
  status: EventStatus
  /** The step after it, in the same transaction. */
  next?: Transition
}
export type TransitionResult = {
  id: EventId
  proposal: ProposalView | undefined
  refusal?: AppError
}

export function resolveTransition(
  ctx: Ctx,
  { act, roleOf, planFor }: Omit<TransitionCommand, 'ids'>,
  snapshot: EventSnapshot | undefined,
  related?: EventSnapshot,
): Transition | AppError {
  const role = snapshot && roleOf(snapshot)
  if (!role || !transitions[role][act]) return new AppError('not_found', 'event_not_found')
  const target = findTargetState(role, act, deriveEventStateAt(snapshot, ctx))
  if (!target) return createTransitionConflict(ctx, snapshot)
  const plan = planFor(snapshot, related)
  if (plan instanceof AppError) return plan
  return { ...plan, act, snapshot, status: toStoredStatus(plan.to ?? target) }
}

/** Later dates are never decided for themselves: what the first date won holds for them. */
function updateFollowingDate(ctx: Ctx, step: Transition, date: FollowingDate) {
  const { id, firstDateId } = events
  const change = createCommand(sql`update ${events}
    set ${statusAssignments(ctx, step)}, ${date.set ?? step.set}
    where ${id} = ${date.id} and ${firstDateId} = ${step.snapshot.id}`)
  return auditChange(ctx, change, toAuditEntry(step, date.id))
}

function statusAssignments({ now }: Ctx, { snapshot, status }: Transition): SQL {
  return buildSetSql(events, { status, updatedAt: computeNextRevision(now, snapshot.updatedAt) })
}

function toAuditEntry({ act, snapshot, status, reasons, ...plan }: Transition, id: EventId) {
  const { reasonCode, reason } = reasons ? toEntryReasons(reasons) : plan
  const states = { from: snapshot.status, to: status }
  return { act, subject: 'event', id, ...states, reasonCode, reason } as const
}

/** Only while the event is as the snapshot says, which names all that the act was decided by. */
function updateEventIfUnchanged(ctx: Ctx, step: Transition): Statement {
  const { id, status, approveAt, cancelledAt, updatedAt } = step.snapshot
  return createCommand(sql`update ${events} set ${statusAssignments(ctx, step)}, ${step.set}
    where ${events.id} = ${id} and ${events.status} = ${status}
      and ${events.approveAt} is ${approveAt} and ${events.cancelledAt} is ${cancelledAt}
      and ${events.updatedAt} = ${updatedAt}`)
}

type DependentStatements = {
  dates: StatementSet
  notice: Statement<QueuedDelivery[]>[]
  effects: StatementSet
  next: StatementSet
}

/** The conditional update decides a race, so everything else depends on it. */
function buildTransitionStatements(
  ctx: Ctx,
  step: Transition,
): Change<unknown, DependentStatements> {
  const { act, snapshot, effects = [], notice, dates = [], next } = step
  const entry = toAuditEntry(step, snapshot.id)
  const told = tellDecision(ctx, { act, subject: 'event', id: snapshot.id }, step.reasons ?? null)
  return auditChange(ctx, updateEventIfUnchanged(ctx, step), entry, {
    dates: dates.map((date) => updateFollowingDate(ctx, step, date)),
    notice: [...(notice ? [notice] : []), ...told.notice],
    effects: [effects, told.effects, ...dates.map((date) => date.effects ?? [])],
    next: next ? [buildTransitionStatements(ctx, next)] : [],
  })
}

function listChainedTransitions(step: Transition): Transition[] {
  return [step, ...(step.next ? listChainedTransitions(step.next) : [])]
}

/** A step that loses a race leaves the others be. Answers for every event, refused ones too. */
export async function commitResolvedTransitions(
  ctx: Ctx,
  requests: { id: EventId; step: Transition | AppError }[],
  isShown = true,
): Promise<TransitionResult[]> {
  const ids = requests.map(({ id }) => id)
  // Dates of one proposal that were asked about together share its step, which is taken once.
  const steps = [...new Set(requests.map(({ step }) => step))]
  const results = await write(ctx, {
    steps: steps.map((step) =>
      step instanceof AppError ? [] : [buildTransitionStatements(ctx, step)],
    ),
    snapshots: selectEventSnapshots(
      ctx,
      steps.flatMap((step) => (step instanceof AppError ? [] : [step.snapshot.id])),
    ),
    proposals: selectProposals(ctx, isShown ? toIdList(ids) : sql`null`, sql``),
  })
  const proposals = toProposals(ctx, results.proposals)
  const queued: QueuedDelivery[] = []
  const changed: EventId[] = []
  const outcomes = requests.map(({ id, step }): TransitionResult => {
    const proposal = proposals.find((candidate) => candidate.id === id)
    if (step instanceof AppError) return { id, proposal, refusal: step }
    const [result] = results.steps[steps.indexOf(step)] ?? []
    if (!result?.hasChanged) {
      const after = results.snapshots.find((snapshot) => snapshot.id === step.snapshot.id)
      return { id, proposal, refusal: createConflictAfterRace(ctx, step.snapshot, after) }
    }
    queued.push(...result.notice.flat())
    if (
      listChainedTransitions(step).some((chainStep) =>
        [chainStep.snapshot.status, chainStep.status].includes('approved'),
      )
    ) {
      changed.push(step.snapshot.id, ...(step.dates ?? []).map((date) => date.id))
    }
    return { id, proposal }
  })
  await sendQueuedDeliveries(ctx, queued)
  if (changed.length > 0) await publishAgendaChange(ctx, ...new Set(changed))
  return outcomes
}

export async function executeTransitions(
  ctx: Ctx,
  transitionCommand: TransitionCommand,
): Promise<TransitionResult[]> {
  const ids = [...new Set(transitionCommand.ids)]
  const { snapshots } = await read(ctx, { snapshots: selectProposalSnapshots(ctx, ids) })
  const steps = new Map(
    snapshots.map((snapshot) => [snapshot, resolveTransition(ctx, transitionCommand, snapshot)]),
  )
  const requests = ids.map((id) => {
    const snapshot = findProposalSnapshot(snapshots, id)
    const step = snapshot && steps.get(snapshot)
    return { id, step: step ?? resolveTransition(ctx, transitionCommand, undefined) }
  })
  return commitResolvedTransitions(ctx, requests)
}

export async function commitResolvedTransition(
  ctx: Ctx,
  id: EventId,
  step: Transition | AppError,
): Promise<ProposalView> {
  if (step instanceof AppError) throw step
  const [outcome] = await commitResolvedTransitions(ctx, [{ id, step }])
  if (outcome?.refusal) throw outcome.refusal
  if (!outcome?.proposal) throw new AppError('not_found', 'event_not_found')
  return outcome.proposal
}

type SingleTransitionCommand = Omit<TransitionCommand, 'ids'> & {
  id: EventId
  relatedId?: EventId | null | undefined
  /** Acts on one date of a weekly proposal, not on all. */
  isOneDate?: boolean
}

/** @throws AppError with why it was refused. */
export async function executeTransition(
  ctx: Ctx,
  { id, relatedId, isOneDate = false, ...transitionCommand }: SingleTransitionCommand,
): Promise<ProposalView> {
  const ids = relatedId ? [id, relatedId] : [id]
  const selectSnapshots = isOneDate ? selectEventSnapshots : selectProposalSnapshots
  const { snapshots } = await read(ctx, { snapshots: selectSnapshots(ctx, ids) })
  const snapshot = findProposalSnapshot(snapshots, id)
  const related = relatedId ? findProposalSnapshot(snapshots, relatedId) : undefined
  return commitResolvedTransition(
    ctx,
    id,
    resolveTransition(ctx, transitionCommand, snapshot, related),
  )
}

/** All steps or, where the first loses a race, none. @throws AppError with why it was refused. */
export async function commitTransitionSteps(
  ctx: Ctx,
  snapshot: EventSnapshot,
  {
    role,
    steps,
  }: { role: TransitionRole; steps: (Omit<TransitionPlan, 'notice'> & { act: EventAction })[] },
): Promise<ProposalView> {
  const resolved: Transition[] = []
  let current = snapshot
  for (const { act, ...plan } of steps) {
    const step = resolveTransition(ctx, { act, roleOf: () => role, planFor: () => plan }, current)
    if (step instanceof AppError) throw step
    resolved.push(step)
    const updatedAt = computeNextRevision(ctx.now, current.updatedAt)
    current = { ...current, status: step.status, approveAt: null, updatedAt }
  }
  const chain = resolved.reduceRight((next, step) => ({ ...step, next }))
  return commitResolvedTransition(ctx, snapshot.id, chain)
}
