import { sql, type SQL } from 'drizzle-orm'
import { read, type Contributor, type Ctx, type Member, type Moderator } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { rows } from '#worker/db/client.ts'
import { AppError } from '#worker/api/errors.ts'
import type { EventInput, ModeratorEventInput, ProposalView } from './contract.ts'
import { resolveTransition, applyTransition, type TransitionPlan } from './engine.ts'
import { getMyEvent, getProposal } from './proposal-lists.ts'
import {
  validateProposal,
  findDuplicates,
  moderatorLimits,
  selectProposalContext,
} from './proposal-rules.ts'
import { editAssignments, insertParticipants, selectIfUnchanged } from './proposal-writes.ts'
import { revisionConflictError } from './conflicts.ts'
import { selectNearbyEvents } from './similar.ts'
import { selectEventSnapshots, stateAt } from './event-snapshot.ts'

type Edit<Input> = Input & { eventId: EventId }

function rewriting(ctx: Ctx, { eventId, ...input }: Edit<EventInput>, more?: SQL): TransitionPlan {
  return {
    set: more ? sql`${editAssignments(input)}, ${more}` : editAssignments(input),
    effects: (isDone) => [
      rows(ctx.db, sql`delete from event_participants where event_id = ${eventId} and ${isDone}`),
      insertParticipants(ctx, sql`(select ${eventId} where ${isDone})`, input),
    ],
  }
}

async function readFacts(ctx: Ctx<Member>, edit: Edit<EventInput>) {
  const [[facts], around, [snapshot], written] = await read(ctx, [
    selectProposalContext(ctx, ctx.actor.userId, edit),
    selectNearbyEvents(ctx, edit.start, edit.eventId),
    selectEventSnapshots(ctx, [edit.eventId]),
    selectIfUnchanged(edit),
  ])
  if (!facts) throw new AppError('unauthenticated', 'session_ended')
  return { facts, around, snapshot, isWritten: written !== undefined }
}

/**
 * The proposer's edit: only while pending or rejected, and it becomes pending again. What stands
 * there already is no change, so that an answer that got lost can be asked for again.
 */
export async function editProposal(
  ctx: Ctx<Contributor>,
  edit: Edit<EventInput>,
): Promise<ProposalView> {
  const { facts, around, snapshot, isWritten } = await readFacts(ctx, edit)
  const undecided = sql`approve_at = null, rejection_code = null, rejection_reason = null`
  const step = resolveTransition(
    ctx,
    {
      act: 'edit',
      roleOf: ({ proposerId }) => (proposerId === ctx.actor.userId ? 'proposer' : 'member'),
      planFor: () =>
        validateProposal(ctx, edit, facts) ??
        findDuplicates(edit, around) ??
        rewriting(ctx, edit, undecided),
    },
    snapshot,
  )
  const isAwaited = snapshot && stateAt(snapshot, ctx) === 'pending'
  if (isWritten && isAwaited && !(step instanceof AppError)) return getMyEvent(ctx, edit.eventId)
  return applyTransition(ctx, edit.eventId, step)
}

/**
 * A moderator's edit: the proposal stays in its status, and nobody is asked about near-duplicates.
 * The same again is no change here either.
 */
export async function correctProposal(
  ctx: Ctx<Moderator>,
  edit: Edit<ModeratorEventInput>,
): Promise<ProposalView> {
  const { facts, snapshot, isWritten } = await readFacts(ctx, edit)
  const seen = edit.seen_updated_at
  const step = resolveTransition(
    ctx,
    {
      act: 'edit',
      roleOf: () => 'moderator',
      planFor(current) {
        const isStale = seen !== undefined && seen < current.updatedAt
        if (isStale && !isWritten) return revisionConflictError(ctx, current)
        const limits = { ...moderatorLimits, keptStart: current.startAt }
        return validateProposal(ctx, edit, facts, limits) ?? rewriting(ctx, edit)
      },
    },
    snapshot,
  )
  if (isWritten && !(step instanceof AppError)) return getProposal(ctx, edit.eventId)
  return applyTransition(ctx, edit.eventId, step)
}
