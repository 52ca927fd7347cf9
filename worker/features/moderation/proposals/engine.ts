import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { events } from '#worker/db/schema/events.ts'
import { auditEntries } from '#worker/db/schema/accounts.ts'
import { queryRows } from '#worker/db/statement.ts'
import { columnListSql } from '#worker/db/row.ts'
import { assignments } from '#worker/db/writes.ts'
import { insertAuditEntry } from '#worker/audit/audit-entries.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import { sendQueued, type QueuedDelivery } from '#worker/outbox/notify.ts'
import { AppError } from '#worker/api/errors.ts'
import type { EventAction, ProposalView } from './contract.ts'
import { selectProposals, toProposals } from './proposal-rows.ts'
import { publishAgendaChange } from './publication.ts'
import { followFirstDate, nextRevision, type FollowingDate } from './following-dates.ts'
import { conflictAfterRace, transitionConflict } from './conflicts.ts'
import {
  toIdList,
  selectEventSnapshots,
  selectProposalSnapshots,
  findProposalSnapshot,
  eventStateAt,
  type EventSnapshot,
} from './event-snapshot.ts'
import { storedStatus, targetState, transitions, type Role, type State } from './transitions.ts'

export type TransitionPlan = {
  dates?: FollowingDate[]
  /** Assignments beside the status. */
  set: SQL
  /** Where it goes, unless to the table's own target: a delay holds an approval back. */
  to?: State
  reasonCode?: string | null
  reason?: string | null
  /** Statements that run if this very act had effect. */
  effects?: (isDone: SQL) => Statement[]
  /** The notification of the proposer, if any. */
  notice?: (isDone: SQL) => Statement<QueuedDelivery[]>
}

export type TransitionCommand = {
  act: EventAction
  ids: EventId[]
  /** As whom; a role that has no such act at all hears that there is no such event. */
  roleOf: (snapshot: EventSnapshot) => Role
  /** What it does, or why it is refused beyond the table. */
  planFor: (snapshot: EventSnapshot, related?: EventSnapshot) => TransitionPlan | AppError
}

export type Transition = TransitionPlan & {
  act: EventAction
  snapshot: EventSnapshot
  status: EventStatus
  /** Holds within the transaction while the step may still be taken. */
  guard?: SQL
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
  const target = targetState(role, act, eventStateAt(snapshot, ctx))
  if (!target) return transitionConflict(ctx, snapshot)
  const plan = planFor(snapshot, related)
  if (plan instanceof AppError) return plan
  return { ...plan, act, snapshot, status: storedStatus(plan.to ?? target) }
}

/** Holds within the transaction in which this act, not a rival's, was written to the audit log. */
function hasTakenEffect(
  { actor, now }: Ctx,
  { act, snapshot, status, reasonCode = null, reason = null }: Transition,
): SQL {
  const { subjectType, subjectId, at, actorId, toState } = auditEntries
  return sql`exists (select 1 from ${auditEntries} where ${subjectType} = 'event'
    and ${subjectId} = ${snapshot.id} and ${auditEntries.action} = ${act} and ${at} = ${now}
    and ${actorId} is ${actor.kind === 'member' ? actor.userId : null}
    and ${toState} = ${status} and ${auditEntries.reason} is ${reason}
    and ${auditEntries.reasonCode} is ${reasonCode})`
}

const updatedColumns = { id: events.id }

/** Only while the event is as the snapshot says. */
function updateEvent({ now }: Ctx, { snapshot, status, set, guard = sql`true` }: Transition) {
  const { id, updatedAt } = snapshot
  const own = assignments(events, { status, updatedAt: nextRevision(now, updatedAt) })
  return queryRows(
    updatedColumns,
    sql`update ${events} set ${own}, ${set}
      where ${events.id} = ${id} and ${events.status} = ${snapshot.status}
        and ${events.approveAt} is ${snapshot.approveAt}
        and ${events.cancelledAt} is ${snapshot.cancelledAt}
        and ${events.updatedAt} = ${updatedAt} and ${guard} returning ${columnListSql(updatedColumns)}`,
  )
}

/**
 * The conditional update decides a race, since it names all that the act was decided by; everything
 * else hangs on the audit row, which only the winner writes.
 */
function statementsOf(ctx: Ctx, step: Transition) {
  const { act, snapshot, status, reasonCode, reason, effects, notice, dates = [] } = step
  const isDone = hasTakenEffect(ctx, step)
  return {
    updated: updateEvent(ctx, step),
    entry: insertAuditEntry(ctx, {
      act,
      subject: 'event',
      id: snapshot.id,
      from: snapshot.status,
      to: status,
      reasonCode,
      reason,
      when: sql`changes() = 1`,
    }),
    dates: dates.map((date) => followFirstDate(ctx, step, date, isDone)),
    notice: notice?.(isDone) ?? [],
    effects: [
      ...(effects?.(isDone) ?? []),
      ...dates.flatMap((date) => date.effects?.(isDone) ?? []),
    ],
  }
}

/**
 * Takes all steps in one transaction, each on its own: one that loses a race leaves the others be.
 * Answers for every event asked about, with those that were refused before.
 */
export async function commitResolvedTransitions(
  ctx: Ctx,
  requests: { id: EventId; step: Transition | AppError }[],
  isShown = true,
): Promise<TransitionResult[]> {
  const ids = requests.map(({ id }) => id)
  // Dates of one proposal that were asked about together share its step, which is taken once.
  const steps = [...new Set(requests.map(({ step }) => step))]
  const results = await write(ctx, {
    steps: steps.map((step) => (step instanceof AppError ? [] : [statementsOf(ctx, step)])),
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
    const proposal = proposals.find((one) => one.id === id)
    if (step instanceof AppError) return { id, proposal, refusal: step }
    const [result] = results.steps[steps.indexOf(step)] ?? []
    if (!result || result.updated.length === 0) {
      const after = results.snapshots.find((one) => one.id === step.snapshot.id)
      return { id, proposal, refusal: conflictAfterRace(ctx, step.snapshot, after) }
    }
    queued.push(...result.notice)
    if ([step.snapshot.status, step.status].includes('approved')) {
      changed.push(step.snapshot.id, ...(step.dates ?? []).map((date) => date.id))
    }
    return { id, proposal }
  })
  await sendQueued(ctx, queued)
  if (changed.length > 0) await publishAgendaChange(ctx, ...new Set(changed))
  return outcomes
}

/** One act on many events in two round trips. */
export async function executeTransitions(
  ctx: Ctx,
  asked: TransitionCommand,
): Promise<TransitionResult[]> {
  const ids = [...new Set(asked.ids)]
  const { snapshots } = await read(ctx, { snapshots: selectProposalSnapshots(ctx, ids) })
  const steps = new Map(
    snapshots.map((snapshot) => [snapshot, resolveTransition(ctx, asked, snapshot)]),
  )
  const requests = ids.map((id) => {
    const snapshot = findProposalSnapshot(snapshots, id)
    const step = snapshot && steps.get(snapshot)
    return { id, step: step ?? resolveTransition(ctx, asked, undefined) }
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

type SingleCommand = Omit<TransitionCommand, 'ids'> & {
  id: EventId
  /** Another event that the act depends on. */
  relatedId?: EventId | null | undefined
  /** Of one date of a weekly proposal, not of all. */
  isOneDate?: boolean
}

/** @throws AppError with why it was refused. */
export async function executeTransition(
  ctx: Ctx,
  { id, relatedId, isOneDate = false, ...asked }: SingleCommand,
): Promise<ProposalView> {
  const ids = relatedId ? [id, relatedId] : [id]
  const selectSnapshots = isOneDate ? selectEventSnapshots : selectProposalSnapshots
  const { snapshots } = await read(ctx, { snapshots: selectSnapshots(ctx, ids) })
  const snapshot = findProposalSnapshot(snapshots, id)
  const related = relatedId ? findProposalSnapshot(snapshots, relatedId) : undefined
  return commitResolvedTransition(ctx, id, resolveTransition(ctx, asked, snapshot, related))
}

type Step = TransitionPlan & { act: EventAction }

/**
 * Several steps of one event in one transaction, each from where the one before it leads: all of them
 * or, where the first loses a race, none.
 * @throws AppError with why it was refused.
 */
export async function commitSteps(
  ctx: Ctx,
  snapshot: EventSnapshot,
  { role, steps }: { role: Role; steps: [Step, ...Step[]] },
): Promise<ProposalView> {
  const { id } = snapshot
  const resolved: Transition[] = []
  let current = snapshot
  for (const { act, ...plan } of steps) {
    const [first] = resolved
    const step = resolveTransition(ctx, { act, roleOf: () => role, planFor: () => plan }, current)
    if (step instanceof AppError) throw step
    resolved.push(first ? { ...step, guard: hasTakenEffect(ctx, first) } : step)
    const updatedAt = nextRevision(ctx.now, current.updatedAt)
    current = { ...current, status: step.status, approveAt: null, updatedAt }
  }
  const outcomes = await commitResolvedTransitions(
    ctx,
    resolved.map((step) => ({ id, step })),
  )
  const refusal = outcomes.find((outcome) => outcome.refusal)?.refusal
  if (refusal) throw refusal
  const proposal = outcomes.at(-1)?.proposal
  if (!proposal) throw new AppError('not_found', 'event_not_found')
  return proposal
}
