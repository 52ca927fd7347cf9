import { sql, type SQL } from 'drizzle-orm'
import { read, type Contributor, type Ctx, type Member, type Moderator } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { eventParticipants, events } from '#worker/db/schema/events.ts'
import { select } from '#worker/db/statement.ts'
import { buildSetSql, remove } from '#worker/db/writes.ts'
import { AppError } from '#worker/api/errors.ts'
import type { EventInput, ModeratorEventInput, ProposalView } from './contract.ts'
import { resolveTransition, commitResolvedTransition, type TransitionPlan } from './engine.ts'
import { findPendingRefusal } from './limits.ts'
import { getMyEvent, getProposal } from './proposal-lists.ts'
import {
  validateProposal,
  findDuplicateRefusal,
  moderatorTimeLimits,
  selectProposalContext,
  findWeeklyDateErrors,
} from './proposal-rules.ts'
import {
  eventEditAssignments,
  insertParticipants,
  selectEventIfUnchangedByEdit,
} from './proposal-writes.ts'
import { createEventRevisionConflict } from './conflicts.ts'
import { selectNearbyEvents } from './similar.ts'
import { selectEventSnapshots, deriveEventStateAt } from './event-snapshot.ts'
import { shiftDate, type TimeSpan } from '#worker/contracts/weekly-dates.ts'
import { inOrder } from '#worker/db/client.ts'

type EventEdit<Input> = Input & { eventId: EventId }

type LaterDate = TimeSpan & { id: EventId }

function buildEventRewrite({ eventId, ...input }: EventEdit<EventInput>, more?: SQL) {
  return {
    set: more ? sql`${eventEditAssignments(input)}, ${more}` : eventEditAssignments(input),
    effects: inOrder([
      remove(eventParticipants, { where: sql`${eventParticipants.eventId} = ${eventId}` }),
      insertParticipants(sql`${eventId}`, input),
    ]),
  }
}

function planEventRewrite(
  edit: EventEdit<EventInput>,
  laterDates: readonly LaterDate[],
  more?: SQL,
): TransitionPlan {
  return {
    ...buildEventRewrite(edit, more),
    dates: laterDates.map(({ id, start, end }) => ({
      id,
      ...buildEventRewrite({ ...edit, eventId: id, start, end }, more),
    })),
  }
}

function shiftLaterDates(edit: EventInput, rows: (LaterDate & { timezone: string })[]) {
  const [firstRow, ...later] = rows
  return firstRow
    ? later.map(({ id, ...date }): LaterDate => ({ id, ...shiftDate(date, firstRow, edit) }))
    : []
}

function selectProposalDateTimes(eventId: EventId) {
  const { id, startAt: start, endAt: end, timezone, firstDateId } = events
  return select(
    { id, start, end, timezone },
    sql`from ${events} where ${id} = ${eventId} or ${firstDateId} = ${eventId}
      order by ${firstDateId} is not null, ${start}`,
  )
}

async function readEditContext(ctx: Ctx<Member>, edit: EventEdit<EventInput>) {
  const { contexts, nearby, snapshots, unchanged, times } = await read(ctx, {
    contexts: selectProposalContext(ctx, ctx.actor.userId, edit),
    nearby: selectNearbyEvents(ctx, edit.start, edit.eventId),
    snapshots: selectEventSnapshots(ctx, [edit.eventId]),
    unchanged: selectEventIfUnchangedByEdit(edit),
    times: selectProposalDateTimes(edit.eventId),
  })
  const [context] = contexts
  if (!context) throw new AppError('unauthenticated', 'session_ended')
  const laterDates = shiftLaterDates(edit, times)
  const dates = [edit, ...laterDates].toSorted((a, b) => a.start - b.start)
  const [snapshot] = snapshots
  return { context, nearby, snapshot, isUnchanged: unchanged !== undefined, laterDates, dates }
}

/** A repeated edit changes nothing, so that one whose answer got lost can be sent again. */
export async function editProposal(
  ctx: Ctx<Contributor>,
  edit: EventEdit<EventInput>,
): Promise<ProposalView> {
  const { context, nearby, snapshot, isUnchanged, laterDates, dates } = await readEditContext(
    ctx,
    edit,
  )
  const undecided = buildSetSql(events, {
    approveAt: null,
    reviewedAt: null,
    rejectionCode: null,
    rejectionReason: null,
    duplicateOfId: null,
  })
  const step = resolveTransition(
    ctx,
    {
      act: 'edit',
      roleOf: ({ proposerId }) => (proposerId === ctx.actor.userId ? 'proposer' : 'member'),
      planFor: () =>
        validateProposal(ctx, edit, context, { more: findWeeklyDateErrors(ctx, dates) }) ??
        (snapshot?.status === 'rejected'
          ? findPendingRefusal(ctx, context, dates.length)
          : undefined) ??
        findDuplicateRefusal(edit, [edit], nearby) ??
        planEventRewrite(edit, laterDates, undecided),
    },
    snapshot,
  )
  const isPending = snapshot && deriveEventStateAt(snapshot, ctx) === 'pending'
  if (isUnchanged && isPending && !(step instanceof AppError)) return getMyEvent(ctx, edit.eventId)
  return commitResolvedTransition(ctx, edit.eventId, step)
}

/** Keeps the status, and asks nobody about near-duplicates. */
export async function correctProposal(
  ctx: Ctx<Moderator>,
  edit: EventEdit<ModeratorEventInput>,
): Promise<ProposalView> {
  const { context, snapshot, isUnchanged, laterDates, dates } = await readEditContext(ctx, edit)
  const seenAt = edit.seen_updated_at
  const step = resolveTransition(
    ctx,
    {
      act: 'edit',
      roleOf: () => 'moderator',
      planFor(current) {
        const isStale = seenAt !== undefined && seenAt < current.updatedAt
        if (isStale && !isUnchanged) return createEventRevisionConflict(ctx, current)
        const limits = { ...moderatorTimeLimits, keptStart: current.startAt }
        const more = findWeeklyDateErrors(ctx, dates)
        return (
          validateProposal(ctx, edit, context, { limits, more }) ??
          planEventRewrite(edit, laterDates)
        )
      },
    },
    snapshot,
  )
  if (isUnchanged && !(step instanceof AppError)) return getProposal(ctx, edit.eventId)
  return commitResolvedTransition(ctx, edit.eventId, step)
}
