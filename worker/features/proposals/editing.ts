import { sql, type SQL } from 'drizzle-orm'
import { read, type Contributor, type Ctx, type Member, type Moderator } from '#worker/context.ts'
import type { EventId } from '#worker/contract.ts'
import { rows } from '#worker/db/client.ts'
import { AppError } from '#worker/http/errors.ts'
import type { EventInput, ModeratorEventInput, ProposalView } from './contract.ts'
import { stepOf, takeOne, type Plan } from './engine.ts'
import { getMyEvent, getProposal } from './proposal-lists.ts'
import { findFault, findDuplicates, moderatorLimits, selectFacts } from './proposal-rules.ts'
import { assignments, insertParticipants, selectIfUnchanged } from './proposal-writes.ts'
import { changedMeanwhile } from './refusals.ts'
import { selectAround } from './similar.ts'
import { selectStandings, stateAt } from './standing.ts'

type Edit<Input> = Input & { eventId: EventId }

function rewriting(ctx: Ctx, { eventId, ...input }: Edit<EventInput>, more?: SQL): Plan {
  return {
    set: more ? sql`${assignments(input)}, ${more}` : assignments(input),
    effects: (isDone) => [
      rows(ctx.db, sql`delete from event_participants where event_id = ${eventId} and ${isDone}`),
      insertParticipants(ctx, sql`(select ${eventId} where ${isDone})`, input),
    ],
  }
}

async function readFacts(ctx: Ctx<Member>, edit: Edit<EventInput>) {
  const [[facts], around, [standing], written] = await read(ctx, [
    selectFacts(ctx, ctx.actor.userId, edit),
    selectAround(ctx, edit.start, edit.eventId),
    selectStandings(ctx, [edit.eventId]),
    selectIfUnchanged(ctx, edit),
  ])
  if (!facts) throw new AppError('unauthenticated', 'session_ended')
  return { facts, around, standing, isWritten: written.length > 0 }
}

/**
 * The proposer's edit: only while pending or rejected, and it becomes pending again. What stands
 * there already is no change, so that an answer that got lost can be asked for again.
 */
export async function editProposal(
  ctx: Ctx<Contributor>,
  edit: Edit<EventInput>,
): Promise<ProposalView> {
  const { facts, around, standing, isWritten } = await readFacts(ctx, edit)
  const undecided = sql`approve_at = null, rejection_code = null, rejection_reason = null`
  const step = stepOf(
    ctx,
    {
      act: 'edit',
      roleOf: ({ proposerId }) => (proposerId === ctx.actor.userId ? 'proposer' : 'member'),
      planFor: () =>
        findFault(ctx, edit, facts) ??
        findDuplicates(edit, around) ??
        rewriting(ctx, edit, undecided),
    },
    standing,
  )
  const isAwaited = standing && stateAt(standing, ctx) === 'pending'
  if (isWritten && isAwaited && !(step instanceof AppError)) return getMyEvent(ctx, edit.eventId)
  return takeOne(ctx, edit.eventId, step)
}

/**
 * A moderator's edit: the proposal stays in its status, and nobody is asked about near-duplicates.
 * The same again is no change here either.
 */
export async function correctProposal(
  ctx: Ctx<Moderator>,
  edit: Edit<ModeratorEventInput>,
): Promise<ProposalView> {
  const { facts, standing, isWritten } = await readFacts(ctx, edit)
  const seen = edit.seen_updated_at
  const step = stepOf(
    ctx,
    {
      act: 'edit',
      roleOf: () => 'moderator',
      planFor(current) {
        const isStale = seen !== undefined && seen < current.updatedAt
        if (isStale && !isWritten) return changedMeanwhile(ctx, current)
        const limits = { ...moderatorLimits, keptStart: current.startAt }
        return findFault(ctx, edit, facts, limits) ?? rewriting(ctx, edit)
      },
    },
    standing,
  )
  if (isWritten && !(step instanceof AppError)) return getProposal(ctx, edit.eventId)
  return takeOne(ctx, edit.eventId, step)
}
