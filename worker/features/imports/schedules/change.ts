import { sql } from 'drizzle-orm'
import { read, type Ctx, type System } from '#worker/context.ts'
import { events } from '#worker/db/schema/events.ts'
import { importedEvents } from '#worker/db/schema/imports.ts'
import { buildSetSql, update } from '#worker/db/writes.ts'
import { planCancellation } from '#worker/features/moderation/proposals/cancellation.ts'
import type { EventInput } from '#worker/features/moderation/proposals/contract.ts'
import {
  resolveTransition,
  commitResolvedTransitions,
  type TransitionPlan,
  type Transition,
} from '#worker/features/moderation/proposals/engine.ts'
import { computeNextRevision } from '#worker/features/moderation/proposals/following-dates.ts'
import { scheduleImportAssignments } from '#worker/features/moderation/proposals/proposal-writes.ts'
import {
  announceReschedule,
  announceRestoredEvent,
} from '#worker/features/moderation/proposals/publication.ts'
import {
  selectEventSnapshots,
  type EventSnapshot,
} from '#worker/features/moderation/proposals/event-snapshot.ts'
import { AppError } from '#worker/api/errors.ts'
import { canRewriteEvent, type ReconciledEntry } from './reconcile.ts'
import { computeFingerprint } from './fingerprint.ts'
import type { ChangedEntry } from './plan.ts'
import type { ScheduleSource } from './source-rows.ts'

function planEventRewrite(
  ctx: Ctx,
  { id }: ScheduleSource,
  input: EventInput,
  snapshot: EventSnapshot,
): TransitionPlan {
  const isPublic = snapshot.status === 'approved'
  const isMoved = isPublic && snapshot.startAt !== input.start
  const isBack = isPublic && snapshot.cancelledAt !== null
  const facts = scheduleImportAssignments(input)
  // A review was of the former name.
  const kept = buildSetSql(events, {
    reviewedAt: sql<number | null>`iif(${events.name} = ${input.name}, ${events.reviewedAt}, null)`,
    cancelledAt: null,
    cancelReason: null,
  })
  return {
    set: isMoved ? sql`${facts}, ${kept}, previous_start_at = start_at` : sql`${facts}, ${kept}`,
    effects: [
      update(
        importedEvents,
        { fingerprint: computeFingerprint(input), takenOffAt: null },
        {
          where: sql`${importedEvents.sourceId} = ${id}
            and ${importedEvents.eventId} = ${snapshot.id}`,
        },
      ),
      isBack ? announceRestoredEvent(ctx, { snapshot, input }) : [],
      isMoved && !isBack ? announceReschedule(ctx, snapshot.id) : [],
    ],
  }
}

/** Remembers that nobody decided it: the source may take it back. */
function planEventRemoval(
  { now }: Ctx,
  { id }: ScheduleSource,
  snapshot: EventSnapshot,
  plan: TransitionPlan,
) {
  const takenOffAt = computeNextRevision(now, snapshot.updatedAt)
  const note = update(
    importedEvents,
    { takenOffAt },
    {
      where: sql`${importedEvents.sourceId} = ${id} and ${importedEvents.eventId} = ${snapshot.id}`,
    },
  )
  return { ...plan, effects: [plan.effects ?? [], note] }
}

function resolveEntryTransition(
  ctx: Ctx<System>,
  source: ScheduleSource,
  { decision }: ChangedEntry,
  snapshot: EventSnapshot | undefined,
): Transition | AppError {
  const roleOf = () => 'system' as const
  if (decision.outcome !== 'cancelled') {
    const isBack = decision.outcome === 'restored'
    const planFor = (current: EventSnapshot) =>
      isBack || decision.isSameText || canRewriteEvent(current.status, source)
        ? planEventRewrite(ctx, source, decision.input, current)
        : new AppError('conflict', 'changed_meanwhile')
    return resolveTransition(ctx, { act: isBack ? 'enable' : 'edit', roleOf, planFor }, snapshot)
  }
  const isPublic = snapshot?.status === 'approved'
  const planFor = (current: EventSnapshot) =>
    planEventRemoval(
      ctx,
      source,
      current,
      isPublic ? planCancellation(ctx, {}, current) : { set: sql`approve_at = null` },
    )
  return resolveTransition(ctx, { act: isPublic ? 'cancel' : 'disable', roleOf, planFor }, snapshot)
}

/** Returns those that were left, as somebody changed them meanwhile. */
export async function updateScheduledEvents(
  ctx: Ctx<System>,
  source: ScheduleSource,
  changes: ChangedEntry[],
): Promise<ReconciledEntry[]> {
  if (changes.length === 0) return []
  const ids = changes.map(({ decision }) => decision.eventId)
  const [snapshots] = await read(ctx, [selectEventSnapshots(ctx, ids)])
  const byId = new Map(snapshots.map((one) => [one.id, one]))
  const asked = changes.map((one) => {
    const id = one.decision.eventId
    return { id, step: resolveEntryTransition(ctx, source, one, byId.get(id)) }
  })
  const outcomes = await commitResolvedTransitions(ctx, asked, false)
  return changes.filter((_, index) => outcomes[index]?.refusal)
}
