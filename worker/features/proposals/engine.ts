import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contract.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { audit } from '#worker/features/audit/audit.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import { sendQueued, type QueuedDelivery } from '#worker/features/outbox/outbox.ts'
import { AppError } from '#worker/http/errors.ts'
import type { EventAct, ProposalView } from './contract.ts'
import { lastProposals, selectProposals, toProposals } from './proposal-rows.ts'
import { afterAgendaChange } from './publication.ts'
import { conflictAfterRace, refusal } from './refusals.ts'
import { listed, selectStandings, stateAt, type Standing } from './standing.ts'
import { statusOf, targetOf, transitions, type Role, type State } from './transitions.ts'

/** What an act does to one event. */
export type Plan = {
  /** What changes on the event beside its status. */
  set: SQL
  /** Where it goes, unless to the table's own target: a delay holds an approval back. */
  to?: State
  reason?: string | null
  /** Statements that run if this very act had effect. */
  effects?: (isDone: SQL) => Statement[]
  /** The notice to the proposer, if any. */
  notice?: (isDone: SQL) => Statement<QueuedDelivery[]>
}

export type Order = {
  act: EventAct
  ids: EventId[]
  /** As whom; a role that has no such act at all hears that there is no such event. */
  roleOf: (standing: Standing) => Role
  /** What it does, or why it is refused beyond the table. */
  planFor: (standing: Standing) => Plan | AppError
}

export type Step = Plan & { act: EventAct; standing: Standing; status: EventStatus }
export type Outcome = { id: EventId; proposal: ProposalView | undefined; refusal?: AppError }

/** Decides by the table what an act does to one event. */
export function stepOf(
  ctx: Ctx,
  { act, roleOf, planFor }: Omit<Order, 'ids'>,
  standing: Standing | undefined,
): Step | AppError {
  const role = standing && roleOf(standing)
  if (!role || !transitions[role][act]) return new AppError('not_found', 'event_not_found')
  const target = targetOf(role, act, stateAt(standing, ctx))
  if (!target) return refusal(ctx, standing)
  const plan = planFor(standing)
  if (plan instanceof AppError) return plan
  return { ...plan, act, standing, status: statusOf(plan.to ?? target) }
}

/** Holds within the transaction in which this act, not a rival's, was written to the audit log. */
function wasDone({ actor, now }: Ctx, { act, standing, status, reason = null }: Step): SQL {
  return sql`exists (select 1 from audit_entries where subject_type = 'event'
    and subject_id = ${standing.id} and act = ${act} and at = ${now}
    and actor_id is ${actor.kind === 'member' ? actor.userId : null}
    and to_state = ${status} and reason is ${reason})`
}

/**
 * The conditional update decides a race, since it names all that the act was decided by; everything
 * else hangs on the audit row, which only the winner writes.
 */
function statementsOf(ctx: Ctx, step: Step) {
  const { act, standing, status, set, reason, effects, notice } = step
  const { id, updatedAt } = standing
  const isDone = wasDone(ctx, step)
  const nothing = rows<QueuedDelivery>(ctx.db, sql`select id, status from deliveries where false`)
  return [
    rows<{ id: EventId }>(
      ctx.db,
      sql`update events set status = ${status},
          updated_at = ${Math.max(ctx.now, updatedAt + 1)}, ${set}
        where id = ${id} and status = ${standing.status} and approve_at is ${standing.approveAt}
          and cancelled_at is ${standing.cancelledAt} and updated_at = ${updatedAt} returning id`,
    ),
    audit(ctx, {
      act,
      subject: 'event',
      id,
      from: standing.status,
      to: status,
      reason,
      when: sql`changes() = 1`,
    }),
    notice?.(isDone) ?? nothing,
    ...(effects?.(isDone) ?? []),
  ] as const
}

/**
 * Takes all steps in one transaction, each on its own: one that loses a race leaves the others be.
 * Answers for every event asked about, with those that were refused before.
 */
export async function take(
  ctx: Ctx,
  asked: { id: EventId; step: Step | AppError }[],
  isShown = true,
): Promise<Outcome[]> {
  const ids = asked.map(({ id }) => id)
  const groups = asked.map(({ step }) => (step instanceof AppError ? [] : statementsOf(ctx, step)))
  const results: unknown[] = await write(ctx, [
    ...groups.flat(),
    selectStandings(ctx, ids),
    ...selectProposals(ctx, isShown ? listed(ids) : sql`null`, sql``),
  ])
  const proposals = toProposals(ctx, ...lastProposals(results))
  const standings = results.at(-5) as Standing[]
  const queued: QueuedDelivery[] = []
  const changed: EventId[] = []
  let place = 0
  const outcomes = asked.map(({ id, step }, index): Outcome => {
    const proposal = proposals.find((one) => one.id === id)
    if (step instanceof AppError) return { id, proposal, refusal: step }
    const [updated, , told] = results.slice(place) as [unknown[], unknown, QueuedDelivery[]]
    place += groups[index]?.length ?? 0
    if (updated.length === 0) {
      const after = standings.find((one) => one.id === id)
      return { id, proposal, refusal: conflictAfterRace(ctx, step.standing, after) }
    }
    queued.push(...told)
    if ([step.standing.status, step.status].includes('approved')) changed.push(id)
    return { id, proposal }
  })
  await sendQueued(ctx, queued)
  if (changed.length > 0) await afterAgendaChange(ctx, ...changed)
  return outcomes
}

/** One act on many events in two round trips. */
export async function performAll(ctx: Ctx, order: Order): Promise<Outcome[]> {
  const ids = [...new Set(order.ids)]
  const [standings] = await read(ctx, [selectStandings(ctx, ids)])
  const asked = ids.map((id) => ({
    id,
    step: stepOf(
      ctx,
      order,
      standings.find((one) => one.id === id),
    ),
  }))
  return take(ctx, asked)
}

export async function takeOne(ctx: Ctx, id: EventId, step: Step | AppError): Promise<ProposalView> {
  if (step instanceof AppError) throw step
  const [outcome] = await take(ctx, [{ id, step }])
  if (outcome?.refusal) throw outcome.refusal
  if (!outcome?.proposal) throw new AppError('not_found', 'event_not_found')
  return outcome.proposal
}

/** @throws AppError with why it was refused. */
export async function perform(
  ctx: Ctx,
  { id, ...order }: Omit<Order, 'ids'> & { id: EventId },
): Promise<ProposalView> {
  const [[standing]] = await read(ctx, [selectStandings(ctx, [id])])
  return takeOne(ctx, id, stepOf(ctx, order, standing))
}
